package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.plan.ArrivalTrace;
import io.rpcstress.client.harness.plan.Axis;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.OptionWords;
import io.rpcstress.client.harness.plan.OptionWords.OptionText;
import io.rpcstress.client.harness.plan.PointWords;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.OpenRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Open loops instead of closed ones at the points of a sweep: every rate in every shape. */
final class OfferedOptions {

  static final String RATE = "--rate";
  static final String FULL_SPEED = PointWords.FULL_SPEED;
  static final String DEFAULT_THREADS = "100";

  private static final Duration DEFAULT_DURATION = Duration.ofMinutes(1);
  private static final Duration DEFAULT_WARMUP = Duration.ofSeconds(5);

  /** Each is a point for every technology; more is likelier a typing error. */
  private static final int MAX_LOADS = 10_000;

  @Option(
      names = RATE,
      paramLabel = "A:B:STEP",
      description =
          "Open loops at so many calls a second: a number, a list or a range. Calls start when they "
              + "are due, even if replies are late. --duration then says how long calls are counted "
              + "(default: 60s), --warmup how long the load runs before (default: 5s; 0s,30s measures "
              + "both), and --threads how many calls may be open at once if callers block (default: "
              + "100).")
  String rate = "";

  @Option(
      names = "--shape",
      split = ",",
      paramLabel = "SHAPE",
      description =
          "With --rate: how calls are spread over time: one or more of constant, poisson, "
              + "bursts, random-bursts (default: constant).")
  List<ArrivalShape> shape = List.of(ArrivalShape.CONSTANT);

  @Option(
      names = "--start",
      paramLabel = "WAY",
      description =
          "With --rate: async starts each call when it is due, if the technology can; threads "
              + "starts calls on --threads threads, which wait for replies (default: async).")
  String start = OpenRun.ASYNC;

  @Option(
      names = FULL_SPEED,
      paramLabel = "TIME",
      converter = Converters.OfPause.class,
      description =
          "How long to call at full speed first (default: 0s). With --rate: each process calls as "
              + "fast as replies come, as --start says and with --threads calls open, so that it is "
              + "warm. Otherwise latencies at a low rate are those of code that is not compiled yet.")
  Duration fullSpeed = Duration.ZERO;

  boolean isAsked() {
    return !rate.isEmpty();
  }

  void refuseUnlessAsked(CommandSpec command) {
    if (!isAsked()) {
      OptionValues.refuse(
          command, "belongs to an open loop: give --rate N, too", "--shape", "--start", FULL_SPEED);
    }
  }

  Dimensions dimensions() {
    return dimensions(fullSpeed);
  }

  static Dimensions dimensions(Duration fullSpeed) {
    return Dimensions.NONE.with(
        Dimension.FULL_SPEED, fullSpeed.isZero() ? "" : OptionText.of(fullSpeed));
  }

  /** Every load, in the order of the axes: rate, shape, warm-up. */
  List<OfferedLoad> loads(TimedOptions timed, long seed, CallOptions options) {
    Axis rates = rates();
    List<Duration> warmups = warmups(timed);
    List<ArrivalShape> shapes = shape.stream().distinct().toList();
    if ((long) rates.size() * shapes.size() * warmups.size() > MAX_LOADS) {
      throw new Misuse(
          "%s %s makes more than %d loads: a larger step expected"
              .formatted(RATE, rate, MAX_LOADS));
    }
    List<OfferedLoad> loads = new ArrayList<>();
    for (int i = 0; i < rates.size(); i++) {
      for (ArrivalShape each : shapes) {
        for (Duration before : warmups) {
          loads.add(load(each, rates.value(i), duration(timed), before, seed, fullSpeed, options));
        }
      }
    }
    return loads;
  }

  private Axis rates() {
    Axis rates = Misuse.named(RATE + " ", () -> Axis.parse(rate));
    if (!rates.isOpenEnded()) {
      return rates;
    }
    throw new Misuse(
        RATE
            + " '"
            + rate
            + "': an end expected; rate --search finds the highest rate that a "
            + "server holds");
  }

  private static List<Duration> warmups(TimedOptions timed) {
    List<Duration> given = timed.warmup;
    return given == null ? List.of(DEFAULT_WARMUP) : given.stream().distinct().toList();
  }

  private static Duration duration(TimedOptions timed) {
    Duration given = timed.duration;
    return given == null ? DEFAULT_DURATION : given;
  }

  OptionWords options(TimedOptions timed) {
    return new OptionWords()
        .add(RATE, rate)
        .add("--shape", shape.stream().distinct().map(ArrivalShape::label).toList())
        .add("--duration", duration(timed))
        .add("--warmup", warmups(timed))
        .add("--start", start)
        // sweeps from before it was an option go on with the same ones
        .add(FULL_SPEED, fullSpeed.isZero() ? null : fullSpeed);
  }

  static OfferedLoad load(
      ArrivalShape shape,
      int rate,
      Duration duration,
      Duration warmup,
      long seed,
      Duration fullSpeed,
      CallOptions options) {
    options.checkTimeout(
        fullSpeed.plus(duration).plus(warmup), "--full-speed, --warmup and --duration");
    if (shape == ArrivalShape.TRACE) {
      throw new Misuse(
          "--shape %s takes its times from a file: give rate's %s FILE"
              .formatted(shape, ArrivalTrace.OPTION));
    }
    return Misuse.named(
        "",
        () ->
            new OfferedLoad(
                shape, rate, seconds("--duration", duration), seconds("--warmup", warmup), seed));
  }

  static int seconds(String option, Duration time) {
    if (time.toMillisPart() != 0) {
      throw new Misuse(option + " " + time.toMillis() + "ms: whole seconds expected");
    }
    return Math.toIntExact(Math.min(Integer.MAX_VALUE, time.toSeconds()));
  }
}
