package io.rpcstress.client.harness.console;

import io.rpcstress.client.harness.process.PointRecord;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Run;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** How a command shows results to a person: each point's table, and a legend under the last. */
public class ResultTables {
  private final PrintStream out;
  private final boolean open;
  private final SortedSet<String> flags = new TreeSet<>();

  /**
   * For one command.
   *
   * @param open whether the points are of open loops
   */
  public ResultTables(PrintStream out, boolean open) {
    this.out = out;
    this.open = open;
  }

  /** Whether a point is shown as soon as it is there, or all of them under the last. */
  public boolean printsEach() {
    return true;
  }

  /** Measuring begins; nothing is contradictory any more. */
  public void begin(@Nullable Path folder) throws IOException {}

  /** A point has its result, also where no table is shown. */
  public void kept(PointRecord record) {}

  /** What is to be measured once all that was asked for is; empty where that is all. */
  public List<PointPlan> further() {
    return List.of();
  }

  /** Says what all points say together, after the last; as JSON lines where that was asked. */
  public void finish(boolean asJson) {}

  /** Doubts of runs that are shown, which are explained once. */
  protected final void explainLater(List<Run> runs) {
    runs.forEach(run -> flags.addAll(run.flags()));
  }

  public final void print(PointPlan plan, PointRecord record) {
    explainLater(record.runs());
    OpenRun openRun = record.openRun();
    if (openRun != null) {
      RateTable.print(openRun, isCarried(plan), out);
    } else {
      PointTable.print(record.runs(), isCarried(plan), out);
      PointTable.printClients(record.runs(), record.clientRuns(), out);
    }
    PartTable.print(record.parts(), out);
    out.println();
  }

  /** Whether a broker or proxy carries the calls, whose processor time is a part of their cost. */
  protected static boolean isCarried(PointPlan plan) {
    return plan.point().dimensions().has(Dimension.PATH) || plan.driver().isThroughBroker();
  }

  protected final void explainDoubts(boolean verbose) {
    if (verbose) {
      RunRemarks.explain(flags, out);
    } else if (!flags.isEmpty()) {
      out.println("--verbose prints what to do about them.");
    }
  }

  public final void printLegend(boolean verbose) {
    explainDoubts(verbose);
    if (open) {
      RateTable.printLegend(out);
    } else {
      PointTable.printLegend(out);
    }
  }
}
