package io.rpcstress.client.harness.host;

import io.rpcstress.client.harness.host.HostRules.HostLimits;
import io.rpcstress.engine.point.Needed;
import io.rpcstress.engine.point.NeededServer;
import io.rpcstress.engine.point.UsageReader;
import io.rpcstress.usage.HostFacts;
import io.rpcstress.usage.OwnAddresses;
import io.rpcstress.usage.ProcessCpu;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What other programs take of both hosts while nothing is measured. Servers that are up and not
 * called count among them: they take nothing.
 *
 * @param clientCores cores that are busy on this host, without this process; empty where unknown
 * @param serverCores the same of the servers' host; empty where it is this one, or unknown
 * @param busiest programs of this host that took most, for a person
 */
public record QuietCheck(
    OptionalDouble clientCores, OptionalDouble serverCores, List<String> busiest) {

  private static final long SAMPLE_SECONDS = 1;
  private static final int SHOWN = 3;
  private static final double LEAST_SHOWN = 0.05;

  /** Looks for about a second. Not to be used while something is measured. */
  public static QuietCheck of(Collection<? extends Needed> servers) throws InterruptedException {
    UsageReader endpoint = endpoint(servers);
    HostFacts there = facts(endpoint);
    Map<ProcessHandle, Duration> programs = programs();
    long own = ProcessCpu.ofThisProcess();
    HostFacts here = HostFacts.read();
    long start = System.nanoTime();
    TimeUnit.SECONDS.sleep(SAMPLE_SECONDS);
    double seconds = (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
    OptionalDouble client = new HostState(here, HostFacts.read()).busyCores();
    double ownCores =
        Math.max(0, ProcessCpu.ofThisProcess() - own) / (seconds * TimeUnit.SECONDS.toNanos(1));
    HostFacts thereLater = there == null ? null : facts(endpoint);
    return new QuietCheck(
        client.isEmpty() ? client : OptionalDouble.of(Math.max(0, client.getAsDouble() - ownCores)),
        there == null || thereLater == null
            ? OptionalDouble.empty()
            : new HostState(there, thereLater).busyCores(),
        busiest(programs, seconds));
  }

  private static @Nullable UsageReader endpoint(Collection<? extends Needed> servers) {
    return servers.stream()
        .filter(each -> each instanceof NeededServer)
        .filter(each -> !OwnAddresses.include(each.usage().host()))
        .map(each -> new UsageReader(each.usage()))
        .findFirst()
        .orElse(null);
  }

  private static @Nullable HostFacts facts(@Nullable UsageReader endpoint) {
    try {
      return endpoint == null ? null : endpoint.facts();
    } catch (IOException e) {
      return null; // a server that does not answer is a problem of its own
    }
  }

  private static Map<ProcessHandle, Duration> programs() {
    Map<ProcessHandle, Duration> times = new LinkedHashMap<>();
    ProcessHandle.allProcesses()
        .filter(each -> !each.equals(ProcessHandle.current()))
        .forEach(each -> each.info().totalCpuDuration().ifPresent(time -> times.put(each, time)));
    return times;
  }

  private static List<String> busiest(Map<ProcessHandle, Duration> before, double seconds) {
    Map<ProcessHandle, Double> cores = new LinkedHashMap<>();
    programs()
        .forEach(
            (program, time) -> {
              Duration grown = time.minus(before.getOrDefault(program, Duration.ZERO));
              cores.put(program, grown.toMillis() / (seconds * TimeUnit.SECONDS.toMillis(1)));
            });
    return cores.entrySet().stream()
        .filter(each -> each.getValue() >= LEAST_SHOWN)
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(SHOWN)
        .map(
            each ->
                String.format(
                    Locale.ROOT,
                    "%s (process %d) %.2f",
                    each.getKey().info().command().orElse("a program"),
                    each.getKey().pid(),
                    each.getValue()))
        .toList();
  }

  public Map<String, String> asMap() {
    return Map.of("client.busy.cores", text(clientCores), "server.busy.cores", text(serverCores));
  }

  private static String text(OptionalDouble cores) {
    return cores.isEmpty()
        ? HostFacts.UNKNOWN
        : String.format(Locale.ROOT, "%.2f", cores.getAsDouble());
  }

  /** Which host is busy, and with what: a line a host; empty where neither is, or it is unknown. */
  public List<String> problems() {
    return Stream.concat(
            problem("this host", clientCores, busiest),
            problem("the servers' host", serverCores, List.of()))
        .toList();
  }

  private static Stream<String> problem(String host, OptionalDouble cores, List<String> programs) {
    if (cores.orElse(0) <= HostLimits.MAX_BUSY_CORES) {
      return Stream.empty();
    }
    return Stream.of(
        String.format(
            Locale.ROOT,
            "other programs use %.2f cores of %s; at most %.2f expected%s",
            cores.getAsDouble(),
            host,
            HostLimits.MAX_BUSY_CORES,
            programs.isEmpty() ? "" : ": " + String.join(", ", programs)));
  }
}
