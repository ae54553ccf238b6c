package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.client.harness.campaign.controls.Controls.Scale;
import io.rpcstress.client.harness.campaign.controls.Rig.Trial;
import io.rpcstress.client.harness.campaign.repeat.ProcessSample;
import io.rpcstress.client.harness.plan.Rounds;
import io.rpcstress.client.harness.plan.UntilNarrow;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Holm;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Power;
import io.rpcstress.measure.statistics.TargetWidth;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;

/**
 * Two sides that are measured in rounds, each in random order, as {@code run --repeat} does. Rounds
 * are added until the ratio's interval is narrow enough to say something: only its width decides
 * when to stop, never on which side of 1 it lies. Confined to one thread.
 */
final class Comparison<S> {

  private static final double MICROS_PER_MILLI = 1_000;
  private static final double PERCENT = 100;

  /** Measures a side once. */
  interface Side<S> {
    S measure(int round) throws IOException, InterruptedException;
  }

  /** How it ended, and why no further round was made. */
  record Ended(int rounds, Interval ratio, boolean isNarrow, String why) {}

  /** A difference that may be looked for, and under which key the processes stand that it needs. */
  record Difference(String text, double ratio, String key) {}

  private final Side<S> one;
  private final Side<S> other;
  private final ToDoubleFunction<S> value;
  private final long seed;
  private final List<S> first = new ArrayList<>();
  private final List<S> second = new ArrayList<>();

  Comparison(Side<S> one, Side<S> other, ToDoubleFunction<S> value, long seed) {
    this.one = one;
    this.other = other;
    this.value = value;
    this.seed = seed;
  }

  /**
   * Compares processes by how long each thread was at a call, us. Each process has a repetition of
   * its own: even ones are of the first side.
   */
  static Comparison<ProcessSample> ofProcesses(Rig rig, Trial trial, Trial other, long seed) {
    return new Comparison<>(
        round -> Rig.sample(rig.measure(trial.repeated(2 * round))),
        round -> Rig.sample(rig.measure(other.repeated(2 * round + 1))),
        Comparison::callMicros,
        seed);
  }

  private static double callMicros(ProcessSample process) {
    List<Run> runs = process.counted();
    double time = runs.stream().mapToDouble(Run::timeTotalMs).sum() * MICROS_PER_MILLI;
    long calls = runs.stream().mapToLong(run -> run.calls().ok()).sum();
    return time * runs.get(0).point().threadNum() / calls;
  }

  void addRound(int round) throws IOException, InterruptedException {
    for (boolean isFirst : Rounds.order(List.of(true, false), seed, round)) {
      if (isFirst) {
        first.add(one.measure(round));
      } else {
        second.add(other.measure(round));
      }
    }
  }

  /**
   * Makes {@link Scale#repeat} rounds, then adds rounds until the ratio is narrow or the budget
   * ends.
   *
   * @param injected by what share of the mean of the first side, which it is given, the second one
   *     is larger; it must differ from nothing
   */
  Ended untilNarrow(Scale scale, DoubleUnaryOperator injected)
      throws IOException, InterruptedException {
    long began = scale.clock().getAsLong();
    for (int rounds = 0; ; ) {
      addRound(rounds++);
      if (rounds < scale.repeat()) {
        continue;
      }
      double width = Math.min(TargetWidth.CONTROL, 1 + injected.applyAsDouble(mean()));
      TargetWidth rule = new TargetWidth(width, scale.repeat(), Scale.MAX_ROUNDS);
      Duration elapsed = Duration.ofNanos(scale.clock().getAsLong() - began);
      Interval ratio = ratio();
      Optional<String> over =
          new UntilNarrow(rule, scale.budget())
              .over(rounds, List.of(ratio), elapsed, elapsed.dividedBy(rounds));
      if (over.isPresent()) {
        return new Ended(rounds, ratio, rule.isReached(ratio), over.get());
      }
    }
  }

  /** The second side by the first. */
  Interval ratio() {
    return Bootstrap.ratioOfMeans(values(second, value), values(first, value), seed);
  }

  /** What the second side has more of what is compared. */
  Interval added() {
    return added(value);
  }

  Interval added(ToDoubleFunction<S> number) {
    return Bootstrap.differenceOfMeans(values(second, number), values(first, number), seed);
  }

  double mean() {
    return Arrays.stream(values(first, value)).average().orElseThrow();
  }

  private static <S> double[] values(List<S> side, ToDoubleFunction<S> number) {
    return side.stream().mapToDouble(number).toArray();
  }

  /**
   * How many processes a side true differences need here, by the spread that processes have, for a
   * person.
   *
   * @param numbers gets {@code spreadPercent} and a count for each; -1 where the most that are
   *     counted are too few
   */
  String needed(Map<String, Object> numbers, Difference... differences) {
    double spread =
        Power.spread(List.of(values(first, value), values(second, value))).orElse(Double.NaN);
    if (Double.isNaN(spread)) {
      return "the spread between processes is not known";
    }
    numbers.put("spreadPercent", PERCENT * spread);
    StringBuilder text =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "processes spread by %.1f %%; for a chance of %d in 100 to be found",
                PERCENT * spread,
                Power.POWER_PERCENT));
    String unit = " a side";
    for (Difference each : differences) {
      OptionalInt count = Power.processes(spread, each.ratio(), Holm.LEVEL);
      numbers.put(each.key(), count.orElse(-1));
      text.append(", a true ")
          .append(each.text())
          .append(" needs ")
          .append(count.isPresent() ? count.getAsInt() + "" : "more than " + Power.MAX_PROCESSES)
          .append(unit);
      unit = "";
    }
    return text.toString();
  }
}
