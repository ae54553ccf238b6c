package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.calibrate.CalibrationItem;
import io.rpcstress.client.harness.calibrate.CalibrationItem.Floor;
import io.rpcstress.client.harness.calibrate.Gate;
import io.rpcstress.client.harness.fork.ForkedPoint;
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

  private final PointOptions options;
  private final Duration patience;
  private final PrintStream stderr;

  /**
   * Nothing is started yet.
   *
   * @param patience how long a process may take
   */
  GateRuns(PointOptions options, Duration patience, PrintStream stderr) {
    this.options = options;
    this.patience = patience;
    this.stderr = stderr;
  }

  /**
   * Measures at the floors' thread counts; what cannot be measured is missing, and said.
   *
   * @param calls of a run; each thread has one at least
   */
  List<Gate> measure(List<CalibrationItem> items, int calls)
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
          new ForkedPoint(
              options.jvm(),
              ThisProgram.measuring(Floor.NONE.contender()),
              words(threads, Math.max(threads, calls)),
              patience,
              stderr::println);
      if (process.run(gathered)) {
        Gate.of(gathered.runs()).ifPresent(gates::add);
      } else {
        stderr.printf("the gate, %d threads: %s%n", threads, CalibrateCommand.why(gathered));
      }
    }
    return gates;
  }

  private List<String> words(int threads, int requests) {
    List<String> words = new ArrayList<>(List.of("run", "--protocol", Floor.NONE.contender()));
    words.addAll(List.of("--threads", Integer.toString(threads)));
    words.addAll(List.of("--requests", Integer.toString(requests)));
    int before = options.runs;
    options.runs = RUNS + 1;
    words.addAll(options.words());
    options.runs = before;
    words.addAll(List.of("--no-fork", "--json"));
    return words;
  }
}
