package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.agent.HostAgents;
import io.rpcstress.client.harness.campaign.sweep.Ledger;
import io.rpcstress.client.harness.console.Progress;
import io.rpcstress.client.harness.console.ResultTables;
import io.rpcstress.client.harness.console.TablesInOrder;
import io.rpcstress.client.harness.host.LinkReading.LineCheck;
import io.rpcstress.client.harness.metrics.MeasurementMetrics;
import io.rpcstress.client.harness.plan.ClientHosts;
import io.rpcstress.client.harness.plan.ClosedRuns;
import io.rpcstress.client.harness.plan.Disruption;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.PointTask;
import io.rpcstress.client.harness.process.DisruptedPoint;
import io.rpcstress.client.harness.process.ExitCode;
import io.rpcstress.client.harness.process.ForkedChild;
import io.rpcstress.client.harness.process.ForkedPoint;
import io.rpcstress.client.harness.process.MeasuredHosts;
import io.rpcstress.client.harness.process.OutputFolder;
import io.rpcstress.client.harness.process.PointEvents;
import io.rpcstress.client.harness.process.PointRecord;
import io.rpcstress.client.harness.process.ServerControl;
import io.rpcstress.client.harness.process.SeveralClients.ClientsFile;
import io.rpcstress.client.harness.process.ThisProgram;
import io.rpcstress.engine.point.ClientBarrier;
import io.rpcstress.engine.point.ForwardingListener;
import io.rpcstress.engine.point.NeededServer;
import io.rpcstress.engine.point.PointListener;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.engine.point.PointRunner;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Point;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What is measured, one after the other, each in a JVM of its own, and where the results go. */
final class Measurement {

  @Option(
      names = "--protocol",
      split = ",",
      paramLabel = "NAME[@VARIANT]",
      description =
          "Technologies, or all (see list). all means those that have the operation. Tables keep "
              + "this order.")
  private List<String> protocols = List.of();

  @Option(names = "--out", paramLabel = "DIR", description = "Keep raw files in DIR, for a report.")
  private @Nullable Path out;

  @Option(
      names = "--json",
      description = "Print JSON lines instead of tables. One line is one run.")
  private boolean json;

  @Option(
      names = "--verbose",
      description = "Also print what each doubt means, what to do, and how intervals are made.")
  private boolean verbose;

  @Mixin private final MeasurementOrder order = new MeasurementOrder();

  @Mixin private final MetricsOption metricsOption = new MetricsOption();

  @Option(
      names = "--no-fork",
      description = "Measure in this process: one technology, no time-out; for debugging.")
  private boolean noFork;

  /** On the client hosts; null where this host makes all calls. */
  private @Nullable HostAgents agents;

  /** Breaks what a point under a fault needs; null where nothing can. */
  private @Nullable ServerControl control;

  /** How far the sweep is of which this is a step; empty where it is none. */
  private IntFunction<String> whole = ended -> "";

  /** What scrapes are answered from; null where nobody answers any. */
  private @Nullable MeasurementMetrics metrics;

  /** Passes what one point reports on to several listeners. */
  private record Listeners(List<PointListener> listeners) implements ForwardingListener {}

  @Nullable Path out() {
    return out;
  }

  boolean isJson() {
    return json;
  }

  boolean isVerbose() {
    return verbose;
  }

  void beginSearch(List<PointPlan> plans) {
    refuse(plans);
    if (metricsOption.isGiven()) {
      throw new Misuse("--metrics-port needs a single rate: leave --search out");
    }
    makeFolders();
  }

  /** Before anything is written: a command that is refused leaves no folder. */
  private void refuse(List<PointPlan> plans) {
    if (noFork && plans.size() > 1) {
      throw new Misuse(
          "--no-fork takes one technology, measured once: "
              + plans.size()
              + " processes "
              + "requested");
    }
    if (noFork && !plans.isEmpty()) {
      refuseSeveral(plans.get(0).point());
    }
  }

  private static void refuseSeveral(Point point) {
    if (point.clientProcesses() > 1) {
      throw new Misuse(
          "%s with --no-fork, which is for a single process: leave one of them out"
              .formatted(
                  point.clientHosts() > 1
                      ? ClientHosts.OPTION
                      : ClosedRuns.CLIENTS + " " + point.clients()));
    }
  }

  /** Whether the line is as the points declare it; where not, stderr has the difference. */
  static boolean lineHolds(List<PointPlan> plans, PrintStream stderr) {
    String line = plans.get(0).point().dimensions().text(Dimension.LINE);
    List<NeededServer> servers =
        plans.stream()
            .filter(plan -> plan.driver().hasServer())
            .map(PointPlan::neededServer)
            .toList();
    return line.isEmpty() || LineCheck.of(line, servers, stderr::println).holds();
  }

  private List<PointPlan> checkFolders(List<PointPlan> plans) throws IOException {
    makeFolders();
    return checkReplaces(plans);
  }

  private void makeFolders() {
    if (out != null) {
      OutputFolder.check(out);
    }
  }

  boolean forks() {
    return !noFork;
  }

  /**
   * Of one step of a sweep, which keeps its results in its folder.
   *
   * @param control starts and stops servers; null where nothing can
   * @param counted what scrapes of the sweep are answered from; null where none are answered
   * @param whole how far the sweep is, by how many processes of this step have ended
   */
  static Measurement ofSweep(
      Path folder,
      @Nullable ServerControl control,
      @Nullable MeasurementMetrics counted,
      IntFunction<String> whole) {
    Measurement one = new Measurement();
    one.out = folder;
    one.verbose = true; // for a log, in which nothing can be asked for later
    one.control = control;
    one.metrics = counted;
    one.whole = whole;
    return one;
  }

  MeasurementOrder order() {
    return order;
  }

  List<String> protocols() {
    if (protocols.isEmpty()) {
      throw new Misuse("none of --protocol, --url and --target is given: one of them expected");
    }
    return protocols;
  }

  /**
   * Measures all.
   *
   * @param named the same in the order that the user named them, which tables keep
   * @param redo the words of the command line that measures a point alone again
   * @return the exit code
   */
  int all(
      List<PointPlan> plans,
      List<PointPlan> named,
      Function<PointPlan, PointTask> tasks,
      Function<Point, List<String>> redo,
      ResultTables tables,
      PrintStream stdout,
      PrintStream stderr)
      throws InterruptedException, IOException {
    refuse(plans);
    try (MetricsOption.Open open = metricsOption.open("measurement", stderr);
        HostAgents hosts = agents(checkFolders(plans), tasks)) {
      agents = hosts;
      if (open != null) {
        metrics = open.metrics();
        metrics.further(plans.size());
      }
      return each(plans, named, tasks, redo, tables, stdout, stderr);
    }
  }

  private static @Nullable HostAgents agents(
      List<PointPlan> plans, Function<PointPlan, PointTask> tasks) throws InterruptedException {
    List<PointTask> all = plans.stream().map(tasks).toList();
    ClientHosts hosts = all.isEmpty() ? ClientHosts.NONE : all.get(0).calls().clientHosts();
    return hosts.areSeveral()
        ? HostAgents.open(hosts, all.stream().map(task -> task.point().technology()).toList())
        : null;
  }

  private int each(
      List<PointPlan> plans,
      List<PointPlan> named,
      Function<PointPlan, PointTask> tasks,
      Function<Point, List<String>> redo,
      ResultTables tables,
      PrintStream stdout,
      PrintStream stderr)
      throws InterruptedException, IOException {
    tables.begin(out);
    MeasuredHosts hosts = new MeasuredHosts(out, stderr);
    boolean child = System.getProperty(ForkedPoint.CHILD) != null;
    if (child) {
      ForkedChild.endWithParent();
    }
    boolean good = true;
    TablesInOrder shown = new TablesInOrder(named, tables::print);
    boolean printed = false;
    int number = 0;
    try (Progress progress = Progress.on(stderr, plans.size(), child, whole)) {
      Deque<PointPlan> left = new ArrayDeque<>(plans);
      while (!left.isEmpty()) {
        PointPlan plan = left.remove();
        String again =
            Disruption.of(plan.point()) == null
                ? ThisProgram.line(redo.apply(plan.point()))
                : "the sweep's own command with --redo-failed";
        PointRecord record = new PointRecord(plan.point(), out, again, stderr, child, number);
        List<PointListener> listeners = new ArrayList<>(List.of(record, progress));
        if (json) {
          listeners.add(PointEvents.writer(stdout, plan.point(), number));
        }
        number = (number + 1) % named.size(); // each round has every technology once
        progress.point(plan.point());
        if (metrics != null) {
          metrics.begin(plan.point());
        }
        boolean measured =
            noFork ? here(plan, listeners) : there(plan, tasks.apply(plan), record, listeners);
        boolean kept = record.close(measured, plan.runs());
        if (metrics != null) {
          metrics.ended(kept, !Ledger.invalidating(record.runs()).isEmpty(), record.latencies());
        }
        if (kept) {
          OutputFolder.keepPath(out, plan, stderr);
          tables.kept(record);
          hosts.keep(plan, noFork ? List.of() : tasks.apply(plan).calls().jvm());
        }
        if (!json && tables.printsEach()) {
          progress.pause();
          shown.measured(record, kept);
          printed |= kept;
        }
        good &= kept;
        if (left.isEmpty()) {
          left.addAll(checkReplaces(tables.further()));
          if (metrics != null) {
            metrics.further(left.size());
          }
        }
      }
    }
    tables.finish(json);
    if (printed) {
      tables.printLegend(verbose);
    }
    return good ? ExitCode.OK : ExitCode.FAILED;
  }

  private List<PointPlan> checkReplaces(List<PointPlan> plans) throws IOException {
    Path folder = out;
    if (folder != null) {
      for (PointPlan plan : plans) {
        OutputFolder.checkReplaces(folder, plan);
      }
    }
    return plans;
  }

  /**
   * Measures one point in this very process, forked or not.
   *
   * @return whether every run succeeded; where not, the listeners were given the cause
   */
  static boolean here(PointPlan plan, List<PointListener> listeners) throws InterruptedException {
    return here(plan, ClientsFile.ofThisProcess(), listeners);
  }

  static boolean here(PointPlan plan, ClientBarrier clients, List<PointListener> listeners)
      throws InterruptedException {
    return PointRunner.run(plan, clients, new Listeners(listeners));
  }

  private boolean there(
      PointPlan plan, PointTask task, PointRecord record, List<PointListener> listeners)
      throws IOException, InterruptedException {
    int clients = plan.point().clients();
    PointListener all = new Listeners(listeners);
    HostAgents hosts = agents;
    if (hosts != null) {
      return hosts.run(task, plan.point(), all, record::log);
    }
    ForkedPoint fork = ForkedPoint.of(task, task.calls().timeout(), record::log);
    DisruptedPoint fault = DisruptedPoint.of(plan, task.calls().jvms(), control);
    return fault == null ? fork.run(clients, all) : fork.run(fault, all);
  }
}
