package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.client.harness.plan.Rounds;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Interval;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Whoever is named first must not pay for all: {@code a,b} and {@code b,a}, each one command that
 * measures two technologies one after the other, must give the same ratio of b to a.
 *
 * @param scale how much is measured
 * @param pairs measures one command
 */
record OrderOfNames(Scale scale, Pairs pairs) implements Control {

  @Override
  public String name() {
    return "order-of-names";
  }

  @Override
  public String claim() {
    return "who is named first does not pay";
  }

  @Override
  public Finding examine(Rig rig) throws NoResultException, IOException, InterruptedException {
    return NoDifference.between("ratio when swapped by ratio as named", scale, Swaps::new);
  }

  /** Both orders in each round, in random order. */
  private final class Swaps implements Comparison {
    private final long seed;
    private final List<Double> asNamed = new ArrayList<>();
    private final List<Double> swapped = new ArrayList<>();

    Swaps(long seed) {
      this.seed = seed;
    }

    @Override
    public void addRound(int round) throws NoResultException, IOException, InterruptedException {
      for (boolean swap : Rounds.order(List.of(false, true), seed, round)) {
        (swap ? swapped : asNamed).add(OrderOfNames.this.ratio(round, swap));
      }
    }

    @Override
    public Interval ratio() {
      return Bootstrap.ratioOfMeans(array(swapped), array(asNamed), seed);
    }
  }

  private double ratio(int round, boolean swap)
      throws NoResultException, IOException, InterruptedException {
    Trial trial =
        new Trial(Fault.NONE, scale.threads(), scale.requests(), Scale.RUNS_COMPARED, round);
    List<Outcome> both = pairs.measure(trial, swap);
    return both.get(1).process().timeMs() / both.get(0).process().timeMs();
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
