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
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Measures what the gate costs a counted run: at each thread count one process that runs as a point
 * does, with a driver that answers inside the process.
 */
final class GateRuns {

  /** Runs after order 0: as many as a point of the paper has in all. */
  private static final int RUNS = 10;

  private final Calls calls;
  private final Duration patience;
  private final PrintStream stderr;

  /**
   * Nothing is started yet.
   *
   * @param calls of every process
   * @param patience how long a process may take
   * @param stderr where it is said what could not be measured
   */
  GateRuns(Calls calls, Duration patience, PrintStream stderr) {
    this.calls = calls;
    this.patience = patience;
    this.stderr = stderr;
  }

  /**
   * Measures at the floors' thread counts; what cannot be measured is missing, and said.
   *
   * @param requests of a run; each thread has one at least
   */
  List<Gate> measure(List<CalibrationItem> items, int requests)
      throws IOException, InterruptedException {
    TreeSet<Integer> counts = new TreeSet<>();
    for (CalibrationItem item : items) {
      if (item.floor() != Floor.NONE) {
        counts.add(item.threads());
      }
    }
    List<Gate> gates = new ArrayList<>();
    for (int threads : counts) {
      stderr.printf("calibrating the gate: %d threads%n", threads);
      Gathered gathered = new Gathered();
      ForkedPoint process =
          ForkedPoint.of(task(threads, Math.max(threads, requests)), patience, stderr::println);
      if (process.run(gathered)) {
        Gate.of(gathered.runs()).ifPresent(gates::add);
      } else {
        stderr.printf("the gate, %d threads: %s%n", threads, gathered.why());
      }
    }
    return gates;
  }

  private PointTask task(int threads, int requests) {
    ClosedRuns runs = new ClosedRuns(RUNS + 1, RequestMode.TOTAL);
    List<String> none = List.of(Floor.NONE.contender());
    return PointTask.of(PointPlans.closed(calls, runs, none, threads, requests).get(0), calls);
  }
}
