package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.OptionWords;
import io.rpcstress.client.harness.plan.OptionWords.OptionText;
import io.rpcstress.measure.TimedLoad;
import io.rpcstress.measure.statistics.SteadyState;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** A timed loop instead of a counted one: the same options for one point and a sweep. */
final class TimedOptions {

  private static final Duration DEFAULT_WARMUP = Duration.ofSeconds(10);

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description =
          "Measure in windows of this length instead. In such a timed loop all threads call all "
              + "the time, and a call counts for the window in which it ends. Each window is one "
              + "row.")
  @Nullable Duration duration;

  @Option(
      names = "--warmup",
      paramLabel = "TIME",
      split = ",",
      converter = Converters.OfPause.class,
      description = "Warm-up of a timed loop (default: 10s).")
  @Nullable List<Duration> warmup;

  @Option(
      names = "--windows",
      paramLabel = "N",
      converter = Converters.OfCount.class,
      description = "Number of windows of a timed loop, one after the other (default: 5).")
  int windows = 5;

  @Option(
      names = "--until-steady",
      description =
          "Warm up until the process is steady. The warm-up goes on in windows until then, or "
              + "until --warmup-cap is over. A process that is not steady then, or whose windows "
              + "differ by more than 5 %%, is flagged.")
  boolean untilSteady;

  @Option(
      names = "--warmup-cap",
      paramLabel = "TIME",
      description = "Longest warm-up of --until-steady, which needs it.")
  @Nullable Duration warmupCap;

  @Option(
      names = "--warmup-threads",
      paramLabel = "N",
      converter = Converters.OfCount.class,
      description =
          "Threads that call in the first half of a timed loop's warm-up. Hundreds of threads "
              + "leave the JVM's compilers too little of a small processor.")
  @Nullable Integer warmupThreads;

  /** The load of a command with options of its own; sets the deadline where nothing else did. */
  static TimedLoad load(
      Duration warmup, Duration window, int windows, CallOptions options, CommandSpec command) {
    TimedOptions timed = new TimedOptions();
    timed.warmup = List.of(warmup);
    timed.duration = window;
    timed.windows = windows;
    return Objects.requireNonNull(timed.load(null, options, command));
  }

  boolean isTimed() {
    return duration != null;
  }

  /** The load, null for a counted loop; sets the deadline where nothing else did. */
  @Nullable TimedLoad load(@Nullable String requests, CallOptions options, CommandSpec command) {
    Duration window = duration;
    if (window == null) {
      OptionValues.refuse(
          command,
          "belongs to a timed loop: give --duration TIME, too",
          "--warmup",
          "--windows",
          "--until-steady",
          "--warmup-cap",
          "--warmup-threads");
      return null;
    }
    if (requests != null) {
      throw new Misuse(
          "--duration %s makes a timed loop, --requests %s a counted one: give one of them"
              .formatted(text(window), requests));
    }
    if (untilSteady != (warmupCap != null)) {
      throw new Misuse(
          untilSteady
              ? "--until-steady needs --warmup-cap TIME, since a process may never become steady"
              : "--warmup-cap belongs to --until-steady: give both");
    }
    refuseTooShortCap(window);
    Duration deadline = options.deadline;
    if (deadline == null) {
      deadline = Calls.defaultDeadline(window);
      options.deadline = deadline;
    }
    if (Calls.longestDeadline(window).compareTo(deadline) < 0) {
      throw new Misuse(
          "--duration %s is shorter than --deadline %s: a call could outlive its window unseen;"
                  .formatted(text(window), text(deadline))
              + " make the window longer or the deadline %s at most"
                  .formatted(text(Calls.COLD_CALL)));
    }
    TimedLoad load =
        Misuse.named(
            "--duration, --warmup, --warmup-threads, --windows: ",
            () -> new TimedLoad(warmup(), window, windows, warmupCap, warmupThreads));
    options.checkTimeout(load.total().plus(deadline), "warm-up, windows and --deadline");
    return load;
  }

  /** In fewer windows no process is ever shown steady. */
  private void refuseTooShortCap(Duration window) {
    Duration least = warmup().plus(window.multipliedBy(SteadyState.MIN_WINDOWS));
    if (warmupCap != null && warmupCap.compareTo(least) < 0) {
      throw new Misuse(
          "--warmup-cap %s: %s at least expected, --warmup %s and %d windows of --duration %s"
              .formatted(
                  text(warmupCap),
                  text(least),
                  text(warmup()),
                  SteadyState.MIN_WINDOWS,
                  text(window)));
    }
  }

  private Duration warmup() {
    List<Duration> given = warmup;
    if (given != null && given.size() != 1) {
      throw new Misuse(
          "--warmup %s: one time expected in a timed loop; only a sweep with --rate takes several"
              .formatted(String.join(",", given.stream().map(TimedOptions::text).toList())));
    }
    return given == null ? DEFAULT_WARMUP : given.get(0);
  }

  OptionWords options() {
    Duration window = duration;
    if (window == null) {
      return new OptionWords();
    }
    Duration cap = untilSteady ? warmupCap : null;
    return Calls.options(new TimedLoad(warmup(), window, windows, cap, warmupThreads));
  }

  private static String text(Duration duration) {
    return OptionText.of(duration);
  }
}
