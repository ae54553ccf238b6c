package io.rpcstress.client.harness.controls;

import io.rpcstress.client.harness.repeat.OneProcess;
import io.rpcstress.client.harness.repeat.Rounds;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Interval;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Two sides of a comparison, measured in rounds of random order as {@code run --repeat} does.
 *
 * @param first processes of the one side
 * @param second processes of the other
 */
record Sides(List<OneProcess> first, List<OneProcess> second) {

  /**
   * Measures both. Each process has a repetition of its own: even ones are of the first side.
   *
   * @param one a trial of the first side, as which repetition does not matter
   * @param other a trial of the second side
   */
  static Sides measure(Rig rig, Trial one, Trial other, int repeat, long seed)
      throws NoResultException, IOException, InterruptedException {
    Sides sides = new Sides(new ArrayList<>(), new ArrayList<>());
    for (int round = 0; round < repeat; round++) {
      for (boolean isFirst : Rounds.order(List.of(true, false), seed, round)) {
        Trial trial = isFirst ? one : other;
        Trial repeated =
            new Trial(
                trial.defect(),
                trial.threads(),
                trial.requests(),
                trial.runs(),
                2 * round + (isFirst ? 0 : 1),
                trial.tolerated());
        (isFirst ? sides.first : sides.second).add(rig.measure(repeated).process());
      }
    }
    return sides;
  }

  /** Runtime of the second side by that of the first. */
  Interval timeRatio(long seed) {
    return Bootstrap.ratioOfMeans(times(second), times(first), seed);
  }

  /** What a call of the second side takes longer than one of the first, by the medians, us. */
  Interval addedMicros(long seed) throws NoResultException {
    return Bootstrap.differenceOfMeans(medians(second), medians(first), seed);
  }

  private static double[] times(List<OneProcess> side) {
    return side.stream().mapToDouble(OneProcess::timeMs).toArray();
  }

  private static double[] medians(List<OneProcess> side) throws NoResultException {
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
