package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.ClosedRuns;
import io.rpcstress.client.harness.plan.PointPlans;
import io.rpcstress.client.harness.plan.PointTask;
import io.rpcstress.client.harness.process.ForkedPoint;
import io.rpcstress.client.harness.process.Gathered;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.TimedLoad;
import java.io.IOException;
import java.io.PrintStream;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The harness itself: each trial is a point in a JVM of its own, as every point is. */
public final class ForkedRig implements Rig {

  private final String protocol;
  private final Calls calls;
  private final PrintStream stderr;
  private final Set<String> warnings = new LinkedHashSet<>();

  /** A rig. */
  public ForkedRig(String protocol, Calls calls, PrintStream stderr) {
    this.protocol = protocol;
    this.calls = calls;
    this.stderr = stderr;
  }

  @Override
  public Outcome measure(Trial trial) throws IOException, InterruptedException {
    Gathered gathered = new Gathered();
    ForkedPoint fork = ForkedPoint.of(task(trial), calls.timeout(), stderr::println);
    boolean unused = fork.run(gathered); // what went wrong was told to the listener
    stderr.print('.');
    stderr.flush();
    warnings.addAll(gathered.warnings());
    return new Outcome(gathered.runs(), gathered.latencies(), gathered.failure());
  }

  private PointTask task(Trial trial) {
    TimedLoad load = trial.load();
    Calls tolerant = calls.withTolerated(trial.tolerated());
    Calls made = load == null ? tolerant : tolerant.inWindowsOf(load.window());
    ClosedRuns runs = new ClosedRuns(trial.runs(), RequestMode.TOTAL);
    List<String> named = List.of(protocol);
    List<PointPlan> plans =
        load == null
            ? PointPlans.closed(made, runs, named, trial.threads(), trial.requests())
            : PointPlans.timed(made, runs, named, trial.threads(), load);
    PointPlan plan = plans.get(0).repeated(trial.repetition());
    PointTask task = PointTask.of(plan, made);
    return trial.fault().equals(Fault.NONE)
        ? task
        : task.injected(plan.point().technology(), trial.fault().toString());
  }

  /** What the processes warned of, each once. */
  public Set<String> warnings() {
    return warnings;
  }
}
