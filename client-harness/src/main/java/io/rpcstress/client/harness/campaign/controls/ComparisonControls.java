package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.client.harness.campaign.controls.Comparison.Difference;
import io.rpcstress.client.harness.campaign.controls.Comparison.Ended;
import io.rpcstress.client.harness.campaign.controls.Control.Finding;
import io.rpcstress.client.harness.campaign.controls.Control.NoResultException;
import io.rpcstress.client.harness.campaign.controls.Controls.Scale;
import io.rpcstress.client.harness.campaign.controls.Rig.Trial;
import io.rpcstress.client.harness.campaign.repeat.ProcessSample;
import io.rpcstress.client.harness.plan.PointTask.Fault;
import io.rpcstress.client.harness.process.Gathered;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The controls that compare two sides: with a fault, of known size, on one of them, or none. */
final class ComparisonControls {

  private static final int SHARE_PERCENT = 5;

  private static final int ADDED_MICROS = 50;

  /**
   * How far from its size a fault may be found, as a share of it: reading the clock takes its time,
   * and a call after a pause meets colder caches and a server that sleeps.
   */
  private static final double TOLERANCE = 0.1;

  /** An estimate outside of these is not about a millisecond, ms. */
  private static final double MIN_MILLIS = 0.9;

  /** Above, since a late wake-up adds to it and nothing takes from it. */
  private static final double MAX_MILLIS = 1.5;

  private static final double PERCENT = 100;
  private static final double MICROS_PER_MILLI = 1_000;

  private ComparisonControls() {}

  /** What one measurement of a comparison gave; {@code ok} needs that it is narrow. */
  private record Measured(boolean ok, boolean isNarrow, String text, Map<String, Object> numbers) {}

  private interface Measurement {
    Measured of(long seed) throws IOException, InterruptedException;
  }

  /**
   * One time in twenty a sound harness misses, by the construction of a 95 % interval; so where it
   * does, a second measurement with another seed decides.
   */
  private static Finding decided(Scale scale, Measurement measurement)
      throws IOException, InterruptedException {
    Measured first = measurement.of(scale.seed());
    if (first.ok() || !first.isNarrow()) {
      return new Finding(first.ok(), first.text(), first.numbers());
    }
    Measured second = measurement.of(scale.otherSeed());
    first.numbers().put("second", second.numbers());
    return new Finding(
        second.ok(),
        "%s, as one in twenty does by chance; measured again, and this decides: %s"
            .formatted(first.text(), second.text()),
        first.numbers());
  }

  private static void put(Map<String, Object> numbers, Interval ratio) {
    numbers.put("timeRatio", ratio.value());
    numbers.put("low", ratio.low());
    numbers.put("high", ratio.high());
  }

  private static void put(Map<String, Object> numbers, Ended ended) {
    put(numbers, ended.ratio());
    numbers.put("processesASide", ended.rounds());
    numbers.put("narrow", ended.isNarrow());
  }

  private static String text(Ended ended, String to) {
    return "%s (%s)%s"
        .formatted(
            ended.ratio().verdict().label(),
            ended.why(),
            ended.isNarrow()
                ? ""
                : "; too wide to %s: measure on a quieter host, or with a longer --budget"
                    .formatted(to));
  }

  private static String interval(String number, Interval interval) {
    return String.format(
        Locale.ROOT,
        "%s (%s to %s)",
        number.formatted(interval.value()),
        number.formatted(interval.low()),
        number.formatted(interval.high()));
  }

  private static Interval scaled(Interval interval, double factor) {
    return new Interval(
        interval.value() * factor, interval.low() * factor, interval.high() * factor);
  }

  /** Two sides that must tie: a wide interval spans 1 whatever the harness does. */
  private static Measured tied(String ratio, Comparison<?> comparison, Scale scale)
      throws IOException, InterruptedException {
    Ended ended = comparison.untilNarrow(scale, mean -> Double.POSITIVE_INFINITY);
    Map<String, Object> numbers = new LinkedHashMap<>();
    put(numbers, ended);
    return new Measured(
        ended.isNarrow() && ended.ratio().verdict() == Verdict.TOO_CLOSE,
        ended.isNarrow(),
        "%d processes a side, %s %s: %s"
            .formatted(
                ended.rounds(), ratio, interval("%.3f", ended.ratio()), text(ended, "show a tie")),
        numbers);
  }

  private static String needed(Comparison<?> comparison, Map<String, Object> numbers) {
    return comparison.needed(
        numbers,
        new Difference(SHARE_PERCENT + " %", 1 + SHARE_PERCENT / PERCENT, "neededForShare"),
        new Difference(
            ADDED_MICROS + " us", 1 + ADDED_MICROS / comparison.mean(), "neededForMicros"));
  }

  /** A/A: a technology against itself must tie, in a timed loop, by a narrow interval. */
  static Control tie(Scale scale) {
    return new Control(
        "a-a-tie",
        "a technology ties with itself",
        rig -> {
          Trial trial = Trial.timed(Fault.NONE, scale.threads(), scale.load());
          return decided(
              scale,
              seed -> {
                Comparison<ProcessSample> sides = Comparison.ofProcesses(rig, trial, trial, seed);
                Measured tied = tied("time ratio", sides, scale);
                String text = tied.text() + "; " + needed(sides, tied.numbers());
                return new Measured(tied.ok(), tied.isNarrow(), text, tied.numbers());
              });
        });
  }

  /**
   * Who is named first must not pay for all: {@code a,b} and {@code b,a}, each one command that
   * measures two technologies one after the other, must give the same ratio of b to a.
   */
  static Control orderOfNames(Scale scale, Rig.OfPairs pairs) {
    return new Control(
        "order-of-names",
        "the order of names does not matter",
        rig ->
            decided(
                scale,
                seed ->
                    tied(
                        "ratio when swapped by ratio as named",
                        new Comparison<>(
                            round -> ratio(scale, pairs, round, false),
                            round -> ratio(scale, pairs, round, true),
                            Double::doubleValue,
                            seed),
                        scale)));
  }

  private static Double ratio(Scale scale, Rig.OfPairs pairs, int round, boolean swapped)
      throws IOException, InterruptedException {
    Trial trial =
        new Trial(Fault.NONE, scale.threads(), scale.requests(), Scale.RUNS_COMPARED, round);
    List<Gathered> both = pairs.measure(trial, swapped);
    return Rig.sample(both.get(1)).timeMs() / Rig.sample(both.get(0)).timeMs();
  }

  /** Each call takes {@link #SHARE_PERCENT} of its time longer. */
  static Control share(Scale scale) {
    return injected("5-percent", "5 %", scale, Fault.slowdown(SHARE_PERCENT));
  }

  /** Each call takes {@link #ADDED_MICROS} longer. */
  static Control micros(Scale scale) {
    return injected(
        "50-us", "50 us", scale, Fault.delay(Duration.of(ADDED_MICROS, ChronoUnit.MICROS)));
  }

  /**
   * A small fault must be found about as large as it is: the interval of the time ratio excludes 1,
   * and that of the size reaches into what was injected. One thread, in a timed loop: a second one
   * would wait for the processor that the first one's delay holds, and add that too.
   *
   * @param fault of the second side: a slowdown or a delay
   */
  private static Control injected(String name, String size, Scale scale, Fault fault) {
    boolean isShare = fault.kind() == Fault.Kind.SLOWDOWN;
    double injected = isShare ? SHARE_PERCENT : ADDED_MICROS;
    Trial sound = Trial.timed(Fault.NONE, 1, scale.load());
    Trial faulty = Trial.timed(fault, 1, scale.load());
    return new Control(
        "injected-" + name,
        "injected %s in every call are found".formatted(size),
        rig ->
            decided(
                scale,
                seed -> {
                  Comparison<ProcessSample> sides =
                      Comparison.ofProcesses(rig, sound, faulty, seed);
                  Ended ended =
                      sides.untilNarrow(scale, mean -> injected / (isShare ? PERCENT : mean));
                  Interval ratio = ended.ratio();
                  Interval added = isShare ? percent(ratio) : sides.added();
                  boolean ok =
                      ended.isNarrow()
                          && ratio.low() > 1
                          && added.low() <= injected * (1 + TOLERANCE)
                          && added.high() >= injected * (1 - TOLERANCE);
                  Map<String, Object> numbers = new LinkedHashMap<>();
                  String found =
                      added(
                          added,
                          isShare ? "Percent" : "Us",
                          "%.2f " + (isShare ? "%%" : "us"),
                          "%.0f injected".formatted(injected),
                          ended,
                          numbers);
                  String text = found + "; " + needed(sides, numbers);
                  return new Measured(ok, ended.isNarrow(), text, numbers);
                }));
  }

  private static Interval percent(Interval ratio) {
    return new Interval(
        PERCENT * (ratio.value() - 1), PERCENT * (ratio.low() - 1), PERCENT * (ratio.high() - 1));
  }

  /** What is found of something that was added, for a person; notes it for a program. */
  private static String added(
      Interval size,
      String unit,
      String number,
      String expected,
      Ended ended,
      Map<String, Object> numbers) {
    numbers.put("added" + unit, size.value());
    numbers.put("addedLow" + unit, size.low());
    numbers.put("addedHigh" + unit, size.high());
    put(numbers, ended);
    return "%d processes a side, added %s, %s; time ratio %s: %s"
        .formatted(
            ended.rounds(),
            interval(number, size),
            expected,
            interval("%.3f", ended.ratio()),
            text(ended, "find it"));
  }

  private static String addedMillis(Interval millis, Ended ended, Map<String, Object> numbers) {
    String expected = "%.1f to %.1f expected".formatted(MIN_MILLIS, MAX_MILLIS);
    return added(millis, "Ms", "%.3f ms", expected, ended, numbers);
  }

  /**
   * One millisecond more in every call, inside the clock, must be found, and about as long as it
   * is. Few threads: with more than processors, waiting for those would be added too.
   */
  static Control addedMillisecond(Scale scale) {
    return new Control(
        "added-millisecond",
        "one millisecond more in every call is found",
        rig -> {
          Fault fault = Fault.delay(Duration.ofMillis(1));
          Trial sound = new Trial(Fault.NONE, 2, 400, Scale.RUNS_COMPARED, 0);
          Trial slowed = new Trial(fault, 2, 400, Scale.RUNS_COMPARED, 0);
          Comparison<ProcessSample> sides =
              Comparison.ofProcesses(rig, sound, slowed, scale.seed());
          for (int round = 0; round < scale.repeat(); round++) {
            sides.addRound(round);
          }
          Interval ratio = sides.ratio();
          Interval millis =
              scaled(sides.added(ComparisonControls::medianMicros), 1 / MICROS_PER_MILLI);
          boolean ok =
              ratio.verdict() == Verdict.SLOWER
                  && MIN_MILLIS <= millis.value()
                  && millis.value() <= MAX_MILLIS;
          Map<String, Object> numbers = new LinkedHashMap<>();
          Ended ended = new Ended(scale.repeat(), ratio, true, "a fixed number of rounds");
          return new Finding(ok, addedMillis(millis, ended, numbers), numbers);
        });
  }

  private static double medianMicros(ProcessSample process) {
    Double median = process.latency().p50Us();
    if (median == null) {
      throw new NoResultException(null);
    }
    return median;
  }
}
