package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.campaign.calibrate.FloorRounds;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.OptionText;
import io.rpcstress.measure.TimedLoad;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How long a calibration takes, and each of its processes. */
final class CalibrationTime {

  private static final Duration DEFAULT_BUDGET = Duration.ofSeconds(55);

  /** Where the rounds end it. */
  private static final Duration NO_BUDGET = Duration.ofDays(365);

  /** The most that a process may be asked to warm up, and to measure. */
  private static final Duration MAX_TIME = Duration.ofHours(1);

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      description =
          "How long 3 processes of each item may take in all, about; more processes take "
              + "proportionally longer (default: 55s; no limit with --warmup and --duration).")
  private @Nullable Duration budget;

  @Option(
      names = "--warmup",
      paramLabel = "TIME",
      description =
          "Warm-up of each process, in a timed loop. Needs --duration (default: the sweep's if "
              + "it is timed, else half of each process's share of --budget).")
  private @Nullable Duration warmup;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description = "How long each process then measures. Needs --warmup.")
  private @Nullable Duration duration;

  @Option(
      names = "--windows",
      paramLabel = "N",
      converter = Converters.OfCount.class,
      description =
          "Number of windows of that length, one after the other. Needs --duration (default: 1).")
  private @Nullable Integer windows;

  /** The timed loop of each process, where the command line asks for one; null otherwise. */
  @Nullable TimedLoad load() {
    Duration before = warmup;
    Duration then = duration;
    if (before == null && then == null && windows == null) {
      return null;
    }
    if (before == null || then == null) {
      throw new Misuse(
          "%s is missing: give --warmup and --duration together (--windows needs both)"
              .formatted(before == null ? "--warmup" : "--duration"));
    }
    check("--warmup", before);
    check("--duration", then);
    try {
      return new TimedLoad(before, then, windows == null ? 1 : windows, null);
    } catch (IllegalArgumentException e) {
      throw new Misuse("--warmup, --duration, --windows: " + e.getMessage());
    }
  }

  Duration budget(@Nullable TimedLoad load, FloorRounds rounds) {
    Duration given = budget;
    if (given == null && load != null) {
      return NO_BUDGET;
    }
    Duration usual = given == null ? DEFAULT_BUDGET : given;
    return rounds.least() <= FloorRounds.DEFAULT
        ? usual
        : usual.multipliedBy(rounds.least()).dividedBy(FloorRounds.DEFAULT);
  }

  private static void check(String option, Duration time) {
    if (time.compareTo(MAX_TIME) > 0) {
      throw new Misuse(
          "%s %s: more than 0 and at most 1h expected".formatted(option, OptionText.of(time)));
    }
  }
}
