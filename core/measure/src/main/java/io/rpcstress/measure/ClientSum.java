package io.rpcstress.measure;

import io.rpcstress.measure.Cost.ProcessCost;
import io.rpcstress.measure.Cost.ProxyShare;
import io.rpcstress.measure.Cost.WireCost;
import io.rpcstress.measure.Run.Lateness;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Several client processes' rows of one run, on one host or each on its own, and what they are
 * together: calls and costs added, histograms added and asked again, rates added over the time in
 * which all were active. What was read once for all of them (server, interface, the calls that the
 * server counted) is the first client's to report and the whole point's to have; no client's own
 * row keeps it. Stateless.
 */
public final class ClientSum {

  /**
   * Share of the time from the first gate's opening to the last reply in which all clients must
   * have been active: below it {@link Flag#CLIENTS_APART} is set.
   */
  public static final double MIN_TOGETHER = 0.9;

  private static final double NANOS_PER_MILLI = 1e6;
  private static final double PERCENT = 100;
  private static final long NANOS_PER_MICRO = 1_000;

  private ClientSum() {}

  /**
   * The row of the whole point.
   *
   * <p>Its time is that of its calls at the sum of the clients' rates, each rate over its client's
   * own time, so that calls by time is that sum; with clients that take equally long it is their
   * time.
   *
   * @param clients each client's row of the same run, by number from 0; the first one's has what
   *     was read for all
   * @param cpuNanos CPU time, ns, that the processors which the clients may use have in a time, ns;
   *     negative where unknown
   */
  public static Run of(List<Run> clients, Histogram latencies, LongUnaryOperator cpuNanos) {
    Run first = first(clients);
    SelfWatch watch = watch(clients, foreignPercent(clients, cpuNanos));
    Cost shared = first.cost();
    return of(clients, latencies, cost(clients, shared.wire()), watch, first);
  }

  /**
   * The row of a whole point whose clients are each on a host of its own: what each read of its
   * host is added, too, and what was foreign to one of them was foreign.
   */
  public static Run ofHosts(List<Run> clients, Histogram latencies) {
    Run first = first(clients);
    WireCost wire =
        new WireCost(
            wholeSum(clients, r -> r.cost().wire().bytesOut()),
            wholeSum(clients, r -> r.cost().wire().bytesIn()),
            wholeSum(clients, r -> r.cost().wire().packetsOut()),
            wholeSum(clients, r -> r.cost().wire().packetsIn()),
            first.cost().wire().countedBy());
    SelfWatch watch = watch(clients, highest(clients, r -> r.watch().foreignCpuPercent()));
    Long connections = wholeSum(clients, r -> r.conditions().connections());
    return of(
        clients,
        latencies,
        cost(clients, wire),
        watch,
        first.with(first.conditions().opened(connections)));
  }

  private static Run first(List<Run> clients) {
    Run first = clients.isEmpty() ? null : clients.get(0);
    if (first == null
        || clients.stream()
            .anyMatch(r -> r.order() != first.order() || !r.point().equals(first.point()))) {
      throw new IllegalArgumentException("rows of one run expected, one for each client");
    }
    return first;
  }

  private static Run of(
      List<Run> clients, Histogram latencies, Cost cost, SelfWatch watch, Run first) {
    CallCounts calls = clients.stream().map(Run::calls).reduce(CallCounts::plus).orElseThrow();
    return new Run(
        first.point(),
        first.type(),
        first.order(),
        timeMicros(clients, calls.ok()),
        calls,
        first.callsServed(),
        Latency.of(latencies),
        cost,
        first.conditions(),
        watch,
        flags(clients, watch),
        starts(clients).min(Comparator.naturalOrder()).orElseThrow(),
        first
            .circumstances()
            .ofAll(sum(clients, r -> r.circumstances().callsUnderWay()), skewMs(clients)),
        lateness(clients));
  }

  /** A client's own row: without what is everyone's, and with its number. */
  public static Run own(Run run, int number) {
    SelfWatch watch = run.watch();
    SortedSet<String> flags = new TreeSet<>(run.flags());
    flags.remove(Flag.FOREIGN_CPU.label()); // the other clients are not foreign
    return own(
        run.with(run.conditions().opened(null)),
        number,
        flags,
        WireCost.UNKNOWN,
        new SelfWatch(watch.hostCpuPercent(), null, watch.jitterMs()));
  }

  /** The same of a client on a host of its own, which keeps what it read of that host. */
  public static Run ownOfHost(Run run, int number) {
    return own(run, number, new TreeSet<>(run.flags()), run.cost().wire(), run.watch());
  }

  private static Run own(
      Run run, int number, SortedSet<String> flags, WireCost wire, SelfWatch watch) {
    flags.remove(Flag.SERVED_MISMATCH.label());
    flags.remove(Flag.MESSAGES_LOST.label());
    flags.remove(Flag.REPLICA_MISSING.label());
    return new Run(
        run.point(),
        run.type(),
        run.order(),
        run.timeTotalMicros(),
        run.calls(),
        null,
        run.latency(),
        new Cost(run.cost().client(), ProcessCost.UNKNOWN, wire, ProxyShare.NONE),
        run.conditions(),
        watch,
        flags,
        run.startedAt(),
        run.circumstances().ofClient(number),
        run.lateness());
  }

  /** All of them have one limit: they get the same. */
  private static @Nullable Lateness lateness(List<Run> clients) {
    Long late = wholeSum(clients, r -> r.lateness() == null ? null : r.lateness().calls());
    Lateness limit = clients.get(0).lateness();
    return late == null || limit == null ? null : limit.of(late);
  }

  private static Stream<Instant> starts(List<Run> clients) {
    return clients.stream().map(Run::startedAt);
  }

  private static Duration spread(Stream<Instant> instants) {
    List<Instant> sorted = instants.sorted().toList();
    return Duration.between(sorted.get(0), sorted.get(sorted.size() - 1));
  }

  /**
   * How long after the first gate the last one opened, ms, by the one wall clock of their host, or
   * the one that all hosts' rows are in.
   */
  public static double skewMs(List<Run> clients) {
    return spread(starts(clients)).toNanos() / NANOS_PER_MILLI;
  }

  /**
   * The share of the time from the first gate to the last reply in which all clients were active,
   * from 0 to 1.
   */
  public static double togetherShare(List<Run> clients) {
    Instant allOpen = starts(clients).max(Comparator.naturalOrder()).orElseThrow();
    Instant firstEnd =
        clients.stream().map(ClientSum::end).min(Comparator.naturalOrder()).orElseThrow();
    double together = Duration.between(allOpen, firstEnd).toNanos();
    Duration all = spread(Stream.concat(starts(clients), clients.stream().map(ClientSum::end)));
    return Math.max(0, together) / all.toNanos();
  }

  private static Instant end(Run run) {
    return run.startedAt().plusNanos(run.timeTotalMicros() * NANOS_PER_MICRO);
  }

  private static long timeMicros(List<Run> clients, long ok) {
    double callsPerMicro = 0;
    for (Run each : clients) {
      callsPerMicro += (double) each.calls().ok() / each.timeTotalMicros();
    }
    return ok == 0
        ? clients.stream().mapToLong(Run::timeTotalMicros).max().orElseThrow()
        : Math.max(1, Math.round(ok / callsPerMicro));
  }

  /** Costs of clients, with what was read once for all. */
  private static Cost cost(List<Run> clients, WireCost wire) {
    Cost shared = clients.get(0).cost();
    return new Cost(
        new ProcessCost(
            sum(clients, r -> r.cost().client().cpuMs()),
            wholeSum(clients, r -> r.cost().client().ctxSwitches()),
            wholeSum(clients, r -> r.cost().client().allocBytes()),
            wholeSum(clients, r -> r.cost().client().gcMs()),
            wholeSum(clients, r -> r.cost().client().compileMs()),
            wholeSum(clients, r -> r.cost().client().rssKb())),
        shared.server(),
        wire,
        shared.proxy());
  }

  /** Null where one does not know it. */
  private static @Nullable Double sum(List<Run> clients, Function<Run, @Nullable Double> part) {
    double sum = 0;
    for (Run each : clients) {
      Double one = part.apply(each);
      if (one == null) {
        return null;
      }
      sum += one;
    }
    return sum;
  }

  private static @Nullable Long wholeSum(List<Run> clients, Function<Run, @Nullable Long> part) {
    long sum = 0;
    for (Run each : clients) {
      Long one = part.apply(each);
      if (one == null) {
        return null;
      }
      sum += one;
    }
    return sum;
  }

  private static SelfWatch watch(List<Run> clients, @Nullable Double foreignPercent) {
    return new SelfWatch(
        highest(clients, r -> r.watch().hostCpuPercent()),
        foreignPercent,
        highest(clients, r -> r.watch().jitterMs()));
  }

  private static @Nullable Double highest(List<Run> clients, Function<Run, @Nullable Double> part) {
    return clients.stream()
        .map(part)
        .filter(Objects::nonNull)
        .max(Comparator.naturalOrder())
        .orElse(null);
  }

  /** What the first client saw of others, without the other clients: they are not foreign. */
  private static @Nullable Double foreignPercent(List<Run> clients, LongUnaryOperator cpuNanos) {
    Double foreign = clients.get(0).watch().foreignCpuPercent();
    for (Run each : clients.subList(1, clients.size())) {
      Double cpuMs = each.cost().client().cpuMs();
      long had = cpuNanos.applyAsLong(each.timeTotalMicros() * NANOS_PER_MICRO);
      if (foreign == null || cpuMs == null || had <= 0) {
        return null;
      }
      foreign -= PERCENT * cpuMs * NANOS_PER_MILLI / had;
    }
    return foreign == null ? null : (Double) Math.max(0, foreign);
  }

  private static SortedSet<String> flags(List<Run> clients, SelfWatch watch) {
    SortedSet<String> flags = new TreeSet<>();
    clients.forEach(each -> flags.addAll(each.flags()));
    flags.remove(Flag.FOREIGN_CPU.label()); // judged anew, of all
    watch.flags().forEach(flag -> flags.add(flag.label()));
    if (togetherShare(clients) < MIN_TOGETHER) {
      flags.add(Flag.CLIENTS_APART.label());
    }
    return flags;
  }

  /** The run of all hosts: what each offered, and what each achieved, added. */
  public static OpenRun ofOpen(Run whole, List<OpenRun> hosts, Histogram service) {
    CallCounts warmup =
        hosts.stream().map(OpenRun::warmup).reduce(new CallCounts(0, 0, 0, 0, 0), CallCounts::plus);
    boolean async = hosts.stream().allMatch(host -> host.starting().equals(OpenRun.ASYNC));
    return new OpenRun(
        whole,
        Latency.of(service),
        warmup,
        hosts.stream().mapToDouble(OpenRun::offeredPerSecond).sum(),
        hosts.stream().mapToDouble(OpenRun::achievedPerSecond).sum(),
        async ? OpenRun.ASYNC : OpenRun.THREADS);
  }
}
