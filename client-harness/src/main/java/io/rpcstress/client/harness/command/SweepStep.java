package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.campaign.sweep.NextPoint.Todo;
import io.rpcstress.client.harness.campaign.sweep.SweepPlan;
import io.rpcstress.client.harness.console.PointTable;
import io.rpcstress.client.harness.console.PointTables;
import io.rpcstress.client.harness.console.RateTable;
import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.ClosedRuns;
import io.rpcstress.client.harness.plan.Contenders;
import io.rpcstress.client.harness.plan.PointPlans;
import io.rpcstress.client.harness.plan.PointTask;
import io.rpcstress.client.harness.plan.PointWords;
import io.rpcstress.client.harness.plan.Setup;
import io.rpcstress.client.harness.plan.SweepGrid;
import io.rpcstress.client.harness.process.PointRecord;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.TimedLoad;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/** What a sweep measures next: one place of its grid, by each technology that lacks it there. */
final class SweepStep {

  private final SweepPlan plan;
  private final SweepGrid grid;
  private final Todo todo;
  private final Calls calls;
  private final ClosedRuns runs;

  SweepStep(SweepPlan plan, SweepGrid grid, Todo todo) {
    this.plan = plan;
    this.grid = grid;
    this.todo = todo;
    Dimensions own = todo.contenders().get(0).own();
    Calls shared = plan.calls().of(own).of(plan.fresh());
    String payload = grid.payload(todo.requestNum());
    calls = payload == null ? shared : shared.carrying(payload);
    runs = plan.runs().in(Setup.of(own));
  }

  /**
   * Measures it.
   *
   * @return the exit code that {@code run} would have
   */
  int measure(Measurement measurement, PrintStream results, PrintStream stderr)
      throws IOException, InterruptedException {
    List<PointPlan> plans = plans().stream().map(each -> each.repeated(todo.repetition())).toList();
    return measurement.all(
        plans,
        plans,
        each -> PointTask.of(each, calls).starting(plan.start()),
        this::words,
        tables(results),
        results,
        stderr);
  }

  private List<PointPlan> plans() {
    List<String> names = todo.contenders().stream().map(Contenders::word).toList();
    if (grid.isOpen()) {
      OfferedLoad load = grid.load(todo.requestNum(), todo.repetition());
      Dimensions further =
          Dimensions.NONE
              .with(Dimension.FULL_SPEED, grid.dimensions().text(Dimension.FULL_SPEED))
              .with(Dimension.LOAD_WARMUP, load.warmupSeconds() + "s");
      return PointPlans.open(calls, names, todo.threadNum(), load, plan.start(), further);
    }
    TimedLoad timed = grid.timed();
    return timed == null
        ? PointPlans.closed(calls, runs, names, todo.threadNum(), todo.requestNum())
        : PointPlans.timed(calls, runs, names, todo.threadNum(), timed);
  }

  private List<String> words(Point point) {
    OfferedLoad load = point.offered();
    return load == null
        ? PointWords.closed(point, calls, runs)
        : PointWords.open(point, load, calls, plan.start());
  }

  private Measurement.Tables tables(PrintStream results) {
    return new Measurement.Tables() {
      @Override
      public void print(PointRecord record) {
        PointTables.print(record, results);
      }

      @Override
      public boolean canBeWatched() {
        return grid.isOpen() || grid.isTimed();
      }

      @Override
      public void printLegend() {
        if (grid.isOpen()) {
          RateTable.printLegend(results);
        } else {
          PointTable.printLegend(results);
        }
      }
    };
  }
}
