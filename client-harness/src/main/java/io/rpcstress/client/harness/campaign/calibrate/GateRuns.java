package io.rpcstress.client.harness.campaign.calibrate;

import io.rpcstress.client.harness.campaign.calibrate.CalibrationItem.Floor;
import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.ClosedRuns;
import io.rpcstress.client.harness.plan.PointPlans;
import io.rpcstress.client.harness.plan.PointTask;
import io.rpcstress.client.harness.process.ForkedPoint;
import io.rpcstress.client.harness.process.Gathered;
import io.rpcstress.measure.RequestMode;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Measures what the gate costs a counted run: at each point one process that runs as a sweep's
 * does, with a driver that answers inside the process.
 */
final class GateRuns {

  /** Runs after order 0: as many as a point of the paper has in all. */
  private static final int RUNS = 10;

  private final Calls calls;
  private final Duration patience;
  private final PrintStream stderr;

  GateRuns(Calls calls, Duration patience, PrintStream stderr) {
    this.calls = calls;
    this.patience = patience;
    this.stderr = stderr;
  }

  /**
   * Measures at the points that are not measured yet; what cannot be measured is missing, and said.
   *
   * @return how many processes it took
   */
  int measure(List<GatePoint> points, MeasuredProcesses kept)
      throws IOException, InterruptedException {
    int processes = 0;
    for (GatePoint point : points) {
      if (kept.has(point)) {
        continue;
      }
      stderr.printf("calibrating the gate: %d threads, %d calls%n", point.threads(), point.calls());
      Gathered gathered = new Gathered();
      processes++;
      if (ForkedPoint.of(task(point), patience, stderr::println).run(gathered)) {
        Optional<Gate> gate = Gate.of(gathered.runs());
        if (gate.isPresent()) {
          kept.add(gate.get());
        }
      } else {
        stderr.printf("the gate, %d threads: %s%n", point.threads(), gathered.why());
      }
    }
    return processes;
  }

  private PointTask task(GatePoint at) {
    ClosedRuns runs = new ClosedRuns(RUNS + 1, RequestMode.TOTAL);
    List<String> none = List.of(Floor.NONE.contender());
    return PointTask.of(
        PointPlans.closed(calls, runs, none, at.threads(), at.calls()).get(0), calls);
  }
}
