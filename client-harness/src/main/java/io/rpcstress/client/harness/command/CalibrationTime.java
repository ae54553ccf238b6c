package io.rpcstress.client.harness.command;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How long a calibration takes, and each of its processes. */
final class CalibrationTime {

  /** Share of a process' time that only warms it up where no warm-up is asked for, 0 to 1. */
  private static final double WARMING = 0.5;

  private static final Duration DEFAULT_BUDGET = Duration.ofSeconds(55);

  /** Where the rounds end it. */
  private static final Duration NO_BUDGET = Duration.ofDays(365);

  /** The most that a process may be asked to warm up, and to measure. */
  private static final Duration MAX_TIME = Duration.ofHours(1);

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      description = {
        "How long it may take in all, about (default: 55s; with --warmup and --duration what all",
        "rounds take)."
      })
  private @Nullable Duration budget;

  @Option(
      names = "--warmup",
      paramLabel = "TIME",
      description = {
        "How long each process makes calls before it measures; needs --duration (default: half of",
        "what the budget leaves it)."
      })
  private @Nullable Duration warmup;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description = "How long each process then measures; needs --warmup.")
  private @Nullable Duration duration;

  /**
   * Warm-up and measuring of a process together; zero where the budget decides.
   *
   * @throws Misuse where one is given without the other, or is too long
   */
  Duration ofEach() {
    Duration before = warmup;
    Duration then = duration;
    if (before == null && then == null) {
      return Duration.ZERO;
    }
    if (before == null || then == null) {
      String given = before == null ? "--duration" : "--warmup";
      String missing = before == null ? "--warmup" : "--duration";
      throw new Misuse("%s without %s: give both, or neither".formatted(given, missing));
    }
    check("--warmup", before);
    check("--duration", then);
    return before.plus(then);
  }

  /** For all processes, and what is measured beside them. */
  Duration budget() {
    Duration given = budget;
    if (given != null) {
      return given;
    }
    return ofEach().isZero() ? DEFAULT_BUDGET : NO_BUDGET;
  }

  /** How much of a process' time only warms it up, ms. */
  double warmMillis(Duration time) {
    Duration given = warmup;
    return given == null ? WARMING * time.toMillis() : given.toMillis();
  }

  private static void check(String option, Duration time) {
    if (time.compareTo(MAX_TIME) > 0) {
      throw new Misuse(
          "%s %s: more than 0 and at most 1h expected"
              .formatted(option, Converters.OfDuration.text(time)));
    }
  }
}
