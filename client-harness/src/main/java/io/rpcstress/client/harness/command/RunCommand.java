package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.ClientHarness;
import io.rpcstress.client.harness.console.PointTable;
import io.rpcstress.client.harness.console.Progress;
import io.rpcstress.client.harness.fork.ForkedPoint;
import io.rpcstress.client.harness.fork.ParentWatch;
import io.rpcstress.client.harness.fork.PointEvents;
import io.rpcstress.client.harness.point.PointListener;
import io.rpcstress.client.harness.point.PointPlan;
import io.rpcstress.client.harness.point.PointRunner;
import io.rpcstress.measure.Point;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures one point for each technology. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures one point (a thread count and a request count) for each technology, each in a",
      "JVM of its own: order 0, which connects and loads classes, and the orders after it."
    },
    footer = {
      "",
      "Examples:",
      "  client-harness run --protocol rpcx,grpc,openfeign --threads 10 --requests 100",
      "  client-harness run --protocol tcp --host 10.0.0.2 --threads 100 --requests 1000 \\",
      "      --request-mode per-thread --connections pool:15 --out results/by-hand",
      "  client-harness run --protocol grpc,grpc@tuned --threads 7 --requests 100 --json",
      "",
      "Without --out nothing is written. Closed-loop percentiles are not a user's latency."
    })
final class RunCommand implements Callable<Integer> {

  @Option(
      names = "--protocol",
      required = true,
      split = ",",
      paramLabel = "NAME[@VARIANT]",
      description = "Technologies, in this order; see list.")
  private List<String> protocols = List.of();

  @Option(
      names = "--threads",
      required = true,
      paramLabel = "N",
      converter = Converters.OfCount.class,
      description = "Calling threads (the paper's ThreadNumber).")
  private int threads;

  @Option(
      names = "--requests",
      required = true,
      paramLabel = "N",
      converter = Converters.OfCount.class,
      description = "The paper's RequestNumber; --request-mode says of what.")
  private int requests;

  @Mixin private final PointOptions options = new PointOptions();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Keep raw files below DIR; see the documentation of the results.")
  private @Nullable Path out;

  @Option(names = "--json", description = "JSON lines instead of tables, one a run.")
  private boolean json;

  @Option(
      names = "--no-fork",
      description = "Measure in this very process: one technology, no time-out; for debugging.")
  private boolean noFork;

  private final PrintStream stdout;
  private final PrintStream stderr;

  RunCommand(PrintStream stdout, PrintStream stderr) {
    this.stdout = stdout;
    this.stderr = stderr;
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    List<PointPlan> plans = new PointPlans(options).of(protocols, threads, requests);
    if (noFork && plans.size() > 1) {
      throw new Misuse("--no-fork takes one technology, " + plans.size() + " given");
    }
    if (out != null) {
      OutputFolder.check(out);
    }
    boolean child = System.getProperty(ForkedPoint.CHILD) != null;
    if (child) {
      ParentWatch.start();
    }
    boolean good = true;
    boolean tables = false;
    try (Progress progress = Progress.on(stderr, (long) plans.size() * options.runs, child)) {
      for (PointPlan plan : plans) {
        List<String> redo = words(plan.point());
        PointRecord record =
            new PointRecord(plan.point(), out, ShellWords.join(redo), stderr, child);
        List<PointListener> listeners = new ArrayList<>(List.of(record, progress));
        if (json) {
          listeners.add(PointEvents.writer(stdout));
        }
        progress.point(plan.point());
        PointListener all = Listeners.all(listeners);
        boolean measured = noFork ? PointRunner.run(plan, all) : fork(redo, record).run(all);
        boolean kept = record.close(measured, options.runs);
        if (kept && !json) {
          progress.pause();
          PointTable.print(record.runs(), stdout);
          stdout.println();
          tables = true;
        }
        good &= kept;
      }
    }
    if (tables) {
      PointTable.printLegend(stdout);
    }
    return good ? ExitCode.OK : ExitCode.FAILED;
  }

  private ForkedPoint fork(List<String> redo, PointRecord record) {
    List<String> arguments = new ArrayList<>(redo);
    arguments.add("--no-fork");
    arguments.add("--json");
    return new ForkedPoint(
        options.jvm(), ClientHarness.class.getName(), arguments, options.timeout, record::log);
  }

  /** The command line that measures this point alone again. */
  private List<String> words(Point point) {
    List<String> words = new ArrayList<>();
    words.add("run");
    words.add("--protocol");
    words.add(point.technology() + "@" + point.variant());
    words.addAll(List.of("--threads", Integer.toString(point.threadNum())));
    words.addAll(List.of("--requests", Integer.toString(point.requestNum())));
    words.addAll(options.words());
    return words;
  }
}
