package io.rpcstress.client.harness.campaign.sweep;

import io.rpcstress.client.harness.campaign.sweep.NextPoint.Todo;
import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.ClosedRuns;
import io.rpcstress.client.harness.plan.ClosedRuns.Setup;
import io.rpcstress.client.harness.plan.PointPlans;
import io.rpcstress.client.harness.plan.PointTask;
import io.rpcstress.client.harness.plan.PointWords;
import io.rpcstress.client.harness.plan.SweepGrid;
import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.Point;
import java.util.List;

/** What a sweep measures next: one place of its grid, by each technology that lacks it there. */
public final class SweepStep {

  private final SweepPlan plan;
  private final SweepGrid grid;
  private final Todo todo;
  private final Dimensions own;
  private final Calls calls;
  private final ClosedRuns runs;

  public SweepStep(SweepPlan plan, Todo todo) {
    this.plan = plan;
    this.grid = plan.grid();
    this.todo = todo;
    own = todo.contenders().get(0).own();
    Calls shared = plan.calls().of(own).of(plan.fresh());
    String payload = grid.payload(todo.requestNum());
    calls = payload == null ? shared : shared.carrying(payload);
    runs = plan.runs().in(Setup.of(own));
  }

  public List<PointPlan> points() {
    return plans().stream().map(each -> each.repeated(todo.repetition())).toList();
  }

  public PointTask task(PointPlan point) {
    return PointTask.of(point, calls).starting(plan.start());
  }

  private List<PointPlan> plans() {
    List<String> names = todo.contenders().stream().map(Contender::word).toList();
    if (grid.isOpen()) {
      OfferedLoad load = grid.load(todo.requestNum(), todo.repetition());
      Dimensions further =
          Dimensions.NONE
              .with(Dimension.FULL_SPEED, grid.dimensions().text(Dimension.FULL_SPEED))
              .with(Dimension.LOAD_WARMUP, load.warmupSeconds() + "s")
              .with(Dimension.FAULT, own.text(Dimension.FAULT));
      return PointPlans.open(calls, names, todo.threadNum(), load, plan.start(), further);
    }
    return PointPlans.looped(calls, runs, names, todo.threadNum(), todo.requestNum(), grid.timed());
  }

  public List<String> words(Point point) {
    OfferedLoad load = point.offered();
    return load == null
        ? PointWords.closed(point, calls, runs)
        : PointWords.open(point, load, calls, plan.start());
  }
}
