package io.rpcstress.client.harness.campaign.sweep;

import io.rpcstress.client.harness.host.LinkProbe;
import io.rpcstress.client.harness.host.LinkReading;
import io.rpcstress.client.harness.host.LinkReading.LineCheck;
import io.rpcstress.client.harness.host.QuietCheck;
import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.PointPlans;
import io.rpcstress.client.harness.plan.SweepGrid;
import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.client.harness.process.MeasuredHosts;
import io.rpcstress.engine.point.Needed;
import io.rpcstress.engine.point.NeededProxy;
import io.rpcstress.engine.point.NeededServer;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.engine.point.UsageReader;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.record.SweepFile;
import io.rpcstress.usage.HostFacts;
import io.rpcstress.usage.ServerUsage;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * What the servers of a sweep, and the proxies beside them, tell, and what of it goes into its
 * sweep.json.
 */
public final class SweepServers {

  /** Section of sweep.json: since when each server's process runs. */
  private static final String STARTED = "serverStarted";

  /** List of sweep.json: what the line gave before, between and after rounds. */
  private static final String LINE_READINGS = "lineReadings";

  private static final long RETRY_MILLIS = 500;
  private static final int STARTING_SAMPLES = 2;

  private final SweepFile file;
  private final List<Needed> servers;
  private final PrintStream stderr;
  private final String declaredLine;

  /** Whether a server runs on the JVM of its point alone, which then looks at it by itself. */
  private final boolean onSeveralJvms;

  private LinkReading link = LinkReading.UNKNOWN;

  public SweepServers(SweepFile file, SweepPlan plan, PrintStream stderr) {
    this.file = file;
    this.servers = of(plan.grid(), plan.calls());
    this.stderr = stderr;
    this.onSeveralJvms = plan.calls().jvms().areSeveral();
    this.declaredLine = plan.grid().dimensions().text(Dimension.LINE);
  }

  /** Each once, since contenders may share one: the servers, and then the proxies beside them. */
  public static List<Needed> of(SweepGrid grid, Calls calls) {
    Map<String, Needed> needed = new LinkedHashMap<>();
    List<Needed> proxies = new ArrayList<>();
    for (Contender each : grid.contenders()) {
      PointPlan plan = PointPlans.needs(each, calls);
      if (!plan.driver().hasServer()) {
        continue;
      }
      needed.putIfAbsent(plan.neededServer().name(), plan.neededServer());
      NeededProxy proxy = plan.proxy();
      if (proxy != null) {
        proxies.add(proxy);
      }
    }
    proxies.forEach(each -> needed.putIfAbsent(each.name(), each));
    return List.copyOf(needed.values());
  }

  public List<String> names() {
    return servers.stream().map(Needed::name).toList();
  }

  private List<Needed> named(Collection<String> names) {
    Predicate<Needed> chosen = server -> names.contains(server.name());
    return servers.stream().filter(chosen).toList();
  }

  /**
   * Asks the servers of these what their hosts are, and measures the link to the first that
   * answers, once; both stand in the file, which is not saved yet. Proxies are on the same hosts.
   */
  public void describe(Collection<String> names) {
    for (Needed each : named(names)) {
      if (!(each instanceof NeededServer server)) {
        continue;
      }
      HostFacts facts = MeasuredHosts.ofServer(server, stderr);
      if (facts != null) {
        MeasuredHosts.put(file, server, facts);
        if (link.equals(LinkReading.UNKNOWN)) {
          link = new LinkProbe(server.usage(), stderr::println).measure();
        }
      }
    }
    file.put(SweepFile.LINK, link.asMap());
  }

  /**
   * Measures the line where the plan declares what it is shaped to, and saves the reading.
   *
   * @param moment for a person, as {@code before round 1}
   * @return false where the line is another; stderr has the difference
   */
  boolean lineIsAsDeclared(String moment) throws IOException {
    if (declaredLine.isEmpty()) {
      return true;
    }
    LineCheck check = LineCheck.of(declaredLine, servers, stderr::println);
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("moment", moment);
    facts.putAll(check.reading().asMap());
    file.add(LINE_READINGS, facts).save();
    return check.holds();
  }

  /**
   * Looks what other programs take of both hosts, which must not be measuring, and keeps it.
   *
   * @param wait how long to wait for a busy host, s
   * @return whether both hosts were quiet in the end; where not, stderr says what runs
   */
  boolean areQuiet(int wait) throws InterruptedException {
    Instant end = Instant.now().plusSeconds(wait);
    QuietCheck now = QuietCheck.of(servers);
    for (int more = STARTING_SAMPLES; more > 0 && !now.problems().isEmpty(); more--) {
      now = QuietCheck.of(servers);
    }
    now.problems().forEach(stderr::println);
    if (!now.problems().isEmpty()) {
      stderr.println(
          wait > 0
              ? "waiting for it to end, at most " + wait + " s"
              : "rows that this disturbs get a flag, such as foreign-cpu, and are in no verdict; "
                  + "with --require-quiet the sweep would end here");
    }
    while (!now.problems().isEmpty() && Instant.now().isBefore(end)) {
      now = QuietCheck.of(servers);
    }
    now.asMap().forEach((name, value) -> file.put(SweepFile.QUIET, name, value));
    return now.problems().isEmpty();
  }

  /**
   * Waits until each of these answers, and checks that it is the one that is needed. One that is
   * another process than when it was last asked stands in the file from then on, which is not saved
   * yet.
   *
   * @param restarts is told a line for each that was started anew and that nobody here had ordered
   * @param ordered whether somebody here had them started anew
   * @return false where one stays away or is another; a line has said which
   */
  public boolean await(Collection<String> names, int seconds, boolean ordered, PrintStream restarts)
      throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds); // the clock may be set
    for (Needed each : named(names)) {
      Optional<ServerUsage> usage = answer(each, end);
      if (usage.isEmpty()) {
        String nowhere = new UsageReader(each.usage()).nowhere();
        stderr.printf(
            "the server of %s has not answered for %d s%s%n",
            each.name(), seconds, nowhere == null ? "" : ": " + nowhere);
        return false;
      }
      String other = each.refusal(usage.get());
      String refusal = other != null || onSeveralJvms ? other : each.otherJvm();
      if (refusal != null) {
        stderr.println(refusal);
        return false;
      }
      String started = Instant.ofEpochMilli(usage.get().startedMillis()).toString();
      String before = started(each.name());
      if (!ordered && !before.isEmpty() && !before.equals(started)) {
        restarts.printf(
            "%s the server of %s was restarted at %s%n", Instant.now(), each.name(), started);
        file.add("restarts", Map.of("technology", each.name(), "start", started));
      }
      file.put(STARTED, each.name(), started);
    }
    return true;
  }

  /** When the process of a server had started that was last heard of; empty for none. */
  String started(String name) {
    return file.text(STARTED, name);
  }

  /** Whether each of these answers now, and is not about to end. */
  boolean answer(Collection<String> names) {
    return named(names).stream().allMatch(each -> answer(each).isPresent());
  }

  private static Optional<ServerUsage> answer(Needed needed, long end) throws InterruptedException {
    while (true) {
      Optional<ServerUsage> usage = answer(needed);
      if (usage.isPresent() || System.nanoTime() - end > 0) {
        return usage;
      }
      Thread.sleep(RETRY_MILLIS);
    }
  }

  private static Optional<ServerUsage> answer(Needed needed) {
    try {
      ServerUsage usage = new UsageReader(needed.usage()).usage();
      return needed.isEnding(usage) ? Optional.empty() : Optional.of(usage);
    } catch (IOException away) {
      return Optional.empty();
    }
  }
}
