package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.ClientHarness;
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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is measured, one after the other, each in a JVM of its own, and where the results go. */
final class Measuring {

  @Option(
      names = "--protocol",
      required = true,
      split = ",",
      paramLabel = "NAME[@VARIANT]",
      description = "Technologies, in this order; see list.")
  private List<String> protocols = List.of();

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

  /** How a command shows results to a person. */
  interface Tables {

    /** Shows a point that has its result. */
    void print(PointRecord record);

    /** Whether a point is shown as soon as it is there, or all of them under the last. */
    default boolean printsEach() {
      return true;
    }

    /** Hears that measuring begins; nothing is contradictory any more. */
    default void begin(@Nullable Path out) throws IOException {}

    /** Hears of a point that has its result, also where nobody is shown a table. */
    default void kept(PointRecord record) {}

    /** What is to be measured once all that was asked for is; empty where that is all. */
    default List<PointPlan> further() {
      return List.of();
    }

    /** Says what all points say together, after the last; as JSON lines where that was asked. */
    default void finish(boolean asJson) {}

    /** Says under the last table what its words mean. */
    void printLegend();
  }

  /**
   * Where a command that measures in its own way puts its results.
   *
   * @param out the folder; null keeps nothing
   * @param json lines instead of tables
   * @param fork whether each measurement gets a process
   */
  record Place(@Nullable Path out, boolean json, boolean fork) {}

  /**
   * The place, once it is known that it can be used.
   *
   * @throws Misuse if the options contradict the plans
   */
  Place place(List<PointPlan> plans) {
    check(plans);
    return new Place(out, json, !noFork);
  }

  private void check(List<PointPlan> plans) {
    if (noFork && plans.size() > 1) {
      throw new Misuse(
          "--no-fork takes one technology, measured once: " + plans.size() + " processes asked");
    }
    if (out != null) {
      OutputFolder.check(out);
    }
  }

  /** The technologies as they were given, each with its variant where one was. */
  List<String> protocols() {
    return protocols;
  }

  /**
   * Measures all.
   *
   * @param redo the words of the command line that measures a point alone again
   * @return the exit code
   * @throws Misuse if the options contradict the plans
   */
  int all(
      List<PointPlan> plans,
      CallOptions options,
      Function<Point, List<String>> redo,
      Tables tables,
      PrintStream stdout,
      PrintStream stderr)
      throws InterruptedException, IOException {
    check(plans);
    tables.begin(out);
    if (out != null) {
      for (PointPlan plan : plans) {
        OutputFolder.checkReplaces(out, plan);
      }
    }
    boolean child = System.getProperty(ForkedPoint.CHILD) != null;
    if (child) {
      ParentWatch.start();
    }
    boolean good = true;
    boolean printed = false;
    long runs = plans.stream().mapToLong(PointPlan::runs).sum();
    try (Progress progress = Progress.on(stderr, runs, child)) {
      Deque<PointPlan> left = new ArrayDeque<>(plans);
      while (!left.isEmpty()) {
        PointPlan plan = left.remove();
        List<String> words = redo.apply(plan.point());
        PointRecord record =
            new PointRecord(plan.point(), out, ShellWords.join(words), stderr, child);
        List<PointListener> listeners = new ArrayList<>(List.of(record, progress));
        if (json) {
          listeners.add(PointEvents.writer(stdout, plan.point()));
        }
        progress.point(plan.point());
        PointListener all = Listeners.all(listeners);
        boolean measured =
            noFork ? PointRunner.run(plan, all) : fork(words, options, record).run(all);
        boolean kept = record.close(measured, plan.runs());
        if (kept) {
          tables.kept(record);
        }
        if (kept && !json && tables.printsEach()) {
          progress.pause();
          tables.print(record);
          stdout.println();
          printed = true;
        }
        good &= kept;
        if (left.isEmpty()) {
          for (PointPlan next : tables.further()) {
            if (out != null) {
              OutputFolder.checkReplaces(out, next);
            }
            left.add(next);
          }
        }
      }
    }
    tables.finish(json);
    if (printed) {
      tables.printLegend();
    }
    return good ? ExitCode.OK : ExitCode.FAILED;
  }

  private static ForkedPoint fork(List<String> words, CallOptions options, PointRecord record) {
    List<String> arguments = new ArrayList<>(words);
    arguments.add("--no-fork");
    arguments.add("--json");
    return new ForkedPoint(
        options.jvm(), ClientHarness.class.getName(), arguments, options.timeout, record::log);
  }
}
