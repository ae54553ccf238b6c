package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.client.harness.campaign.repeat.ProcessSample;
import io.rpcstress.client.harness.plan.Rounds;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Power;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Two sides of a comparison, measured in rounds of random order as {@code run --repeat} does.
 * Confined to one thread.
 */
final class Sides {

  private static final double MICROS_PER_MILLI = 1_000;

  private final Side one;
  private final Side other;
  private final long seed;
  private final List<ProcessSample> first = new ArrayList<>();
  private final List<ProcessSample> second = new ArrayList<>();

  Sides(Side one, Side other, long seed) {
    this.one = one;
    this.other = other;
    this.seed = seed;
  }

  /**
   * Measures one more process of each side. Each has a repetition of its own: even ones are of the
   * first side.
   *
   * @param round from 0
   */
  void addRound(int round) throws NoResultException, IOException, InterruptedException {
    for (boolean isFirst : Rounds.order(List.of(true, false), seed, round)) {
      Side side = isFirst ? one : other;
      Trial trial = side.trial().repeated(2 * round + (isFirst ? 0 : 1));
      (isFirst ? first : second).add(side.rig().measure(trial).process());
    }
  }

  /** Time of a call of the second side by that of the first. */
  Interval timeRatio() {
    return Bootstrap.ratioOfMeans(callMicros(second), callMicros(first), seed);
  }

  /** What a call of the second side takes longer than one of the first, by the medians, us. */
  Interval addedMedianMicros() throws NoResultException {
    return Bootstrap.differenceOfMeans(medians(second), medians(first), seed);
  }

  /** What a thread's call of the second side takes longer, by the means, us. */
  Interval addedMicros() {
    return Bootstrap.differenceOfMeans(callMicros(second), callMicros(first), seed);
  }

  /** Mean time of a thread's call of the first side, us. */
  double soundMicros() {
    return Arrays.stream(callMicros(first)).average().orElseThrow();
  }

  /**
   * Standard deviation of the logarithm between the processes of a side, both sides together; NaN
   * before the second round.
   */
  double spread() {
    return Power.spread(List.of(callMicros(first), callMicros(second))).orElse(Double.NaN);
  }

  /** One value a process: how long each thread was at a call, us. */
  private static double[] callMicros(List<ProcessSample> side) {
    double[] micros = new double[side.size()];
    for (int i = 0; i < micros.length; i++) {
      List<Run> runs = side.get(i).counted();
      double time = runs.stream().mapToDouble(Run::timeTotalMs).sum() * MICROS_PER_MILLI;
      long calls = runs.stream().mapToLong(run -> run.calls().ok()).sum();
      micros[i] = time * runs.get(0).point().threadNum() / calls;
    }
    return micros;
  }

  private static double[] medians(List<ProcessSample> side) throws NoResultException {
    double[] medians = new double[side.size()];
    for (int i = 0; i < medians.length; i++) {
      Double median = side.get(i).latency().p50Us();
      if (median == null) {
        throw new NoResultException(null);
      }
      medians[i] = median;
    }
    return medians;
  }
}
