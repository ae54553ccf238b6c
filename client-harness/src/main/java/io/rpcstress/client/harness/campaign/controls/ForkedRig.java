package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.client.harness.campaign.controls.Rig.Trial;
import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.ClosedRuns;
import io.rpcstress.client.harness.plan.PointPlans;
import io.rpcstress.client.harness.plan.PointTask;
import io.rpcstress.client.harness.plan.PointTask.Fault;
import io.rpcstress.client.harness.plan.Rounds;
import io.rpcstress.client.harness.process.ForkedPoint;
import io.rpcstress.client.harness.process.Gathered;
import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.TimedLoad;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The harness itself: each trial is a point in a JVM of its own, as every point is. */
public final class ForkedRig implements Rig {

  /** For the process that starts the two of a pair. */
  private static final Duration STARTING = Duration.ofMinutes(1);

  private final String protocol;
  private final Calls calls;
  private final PrintStream stderr;
  private final Set<String> warnings = new LinkedHashSet<>();

  public ForkedRig(String protocol, Calls calls, PrintStream stderr) {
    this.protocol = protocol;
    this.calls = calls;
    this.stderr = stderr;
  }

  @Override
  public Gathered measure(Trial trial) throws IOException, InterruptedException {
    Gathered gathered =
        gathered(ForkedPoint.of(task(trial), calls.timeout(), stderr::println), stderr);
    warnings.addAll(gathered.warnings());
    return gathered;
  }

  /** The events of a process, for which a dot stands. */
  private static Gathered gathered(ForkedPoint fork, PrintStream stderr)
      throws IOException, InterruptedException {
    Gathered gathered = fork.gathered();
    stderr.print('.');
    stderr.flush();
    return gathered;
  }

  private PointTask task(Trial trial) {
    TimedLoad load = trial.load();
    Calls tolerant = calls.withTolerated(trial.tolerated());
    Calls made = load == null ? tolerant : tolerant.inWindowsOf(load.window());
    ClosedRuns runs = new ClosedRuns(trial.runs(), RequestMode.TOTAL);
    List<PointPlan> plans =
        PointPlans.looped(made, runs, List.of(protocol), trial.threads(), trial.requests(), load);
    PointPlan plan = plans.get(0).repeated(trial.repetition());
    PointTask task = PointTask.of(plan, made);
    return trial.fault().equals(Fault.NONE) ? task : task.injected(trial.fault());
  }

  /**
   * The whole command: {@code run} of two technologies in a JVM of its own, which starts one more
   * for each, so that what that JVM does while they measure is under control as well.
   */
  public static OfPairs ofPairs(List<String> named, Calls calls, PrintStream stderr) {
    return (trial, swapped) -> {
      ForkedPoint fork =
          ForkedPoint.ofCommand( // as a person starts it
              words(named, calls, trial, swapped),
              calls.timeout().multipliedBy(named.size()).plus(STARTING),
              stderr::println);
      Gathered gathered = gathered(fork, stderr);
      return named.stream().map(each -> of(each, gathered)).toList();
    };
  }

  private static Gathered of(String technology, Gathered both) {
    Gathered own = new Gathered();
    for (int i = 0; i < both.runs().size(); i++) {
      Run run = both.runs().get(i);
      if (technology.equals(run.point().contender())) {
        own.run(run, both.latencies().get(i));
      }
    }
    PointFailure failure = both.failure();
    if (failure != null) {
      own.failed(failure);
    } else if (own.runs().isEmpty()) {
      own.failed(new PointFailure(FailureCause.CRASHED, technology + " has no run"));
    }
    return own;
  }

  private static List<String> words(List<String> named, Calls calls, Trial trial, boolean swapped) {
    String protocols = swapped ? named.get(1) + "," + named.get(0) : String.join(",", named);
    List<String> words = new ArrayList<>(List.of("run", "--protocol", protocols));
    words.addAll(List.of("--order", Rounds.GIVEN));
    words.addAll(List.of("--threads", Integer.toString(trial.threads())));
    words.addAll(List.of("--requests", Integer.toString(trial.requests())));
    words.addAll(List.of("--runs", Integer.toString(trial.runs())));
    words.addAll(calls.options().list());
    words.add("--json");
    return words;
  }

  public Set<String> warnings() {
    return warnings;
  }
}
