package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.calibrate.CalibrationItem;
import io.rpcstress.client.harness.calibrate.CalibrationItem.Floor;
import io.rpcstress.client.harness.calibrate.CalibrationReading;
import io.rpcstress.client.harness.fork.ForkedPoint;
import io.rpcstress.measure.TimedLoad;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One process of a calibration: a floor, or the null driver, in a JVM of its own. */
final class FloorProcess {

  /** Calls of order 0 without a socket: less than a tenth of a second of them. */
  private static final int FIRST_NULL_CALLS = 100_000;

  private final PointOptions options;
  private final @Nullable TimedLoad timed;
  private final CalibrationTime time;
  private final Duration patience;
  private final PrintStream stderr;

  /**
   * Nothing is started yet.
   *
   * @param timed the loop of each process; null where it makes runs for a time
   * @param time says how much of that time warms it up
   * @param patience how long a process may take beyond its own time
   */
  FloorProcess(
      PointOptions options,
      @Nullable TimedLoad timed,
      CalibrationTime time,
      Duration patience,
      PrintStream stderr) {
    this.options = options;
    this.timed = timed;
    this.time = time;
    this.patience = patience;
    this.stderr = stderr;
  }

  /**
   * Measures one process.
   *
   * @param loop how long it makes calls after order 0, or all its timed loop
   * @return empty where it could not be measured, which is said
   * @throws IOException if no process could be started
   */
  Optional<CalibrationReading> measure(CalibrationItem item, Duration loop)
      throws IOException, InterruptedException {
    TimedLoad load = timed;
    Gathered gathered = new Gathered();
    boolean measured =
        new ForkedPoint(
                options.jvm(),
                ThisProgram.measuring(item.floor().contender()),
                load == null ? words(item, loop) : words(item, load),
                loop.plus(patience),
                stderr::println)
            .run(gathered);
    Optional<CalibrationReading> reading = Optional.empty();
    if (measured) {
      reading =
          load == null
              ? CalibrationReading.of(gathered.runs(), gathered.latencies(), time.warmMillis(loop))
              : CalibrationReading.timed(gathered.runs(), gathered.latencies(), load);
    }
    if (reading.isEmpty()) {
      stderr.printf("%s: %s%n", item, CalibrateCommand.why(gathered));
    }
    return reading;
  }

  private List<String> words(CalibrationItem item, Duration loop) {
    List<String> words = new ArrayList<>(List.of("steady"));
    words.addAll(subjectWords(item));
    int requests = item.floor() == Floor.NONE ? FIRST_NULL_CALLS : item.threads();
    words.addAll(List.of("--requests", Integer.toString(requests)));
    words.addAll(List.of("--for", Converters.OfDuration.text(loop)));
    words.addAll(options.words());
    return words;
  }

  /** The timed loop as a point of a timed sweep has it: {@code run} itself. */
  private List<String> words(CalibrationItem item, TimedLoad load) {
    List<String> words = new ArrayList<>(List.of("run"));
    words.addAll(subjectWords(item));
    words.addAll(TimedOptions.of(load).words());
    Duration timeout = options.timeout;
    options.timeout = load.total().plus(patience);
    words.addAll(TimedOptions.callWords(options, load.window()));
    options.timeout = timeout;
    words.addAll(List.of("--no-fork", "--json"));
    return words;
  }

  private static List<String> subjectWords(CalibrationItem item) {
    return List.of(
        "--protocol",
        item.floor().contender(),
        "--threads",
        Integer.toString(item.threads()),
        "--connections",
        item.floor().connections());
  }
}
