package io.rpcstress.client.harness.controls;

import io.rpcstress.measure.statistics.Interval;
import java.io.IOException;

/**
 * A/A: a technology against itself must tie.
 *
 * @param scale how much is measured
 */
record Tie(Scale scale) implements Control {

  @Override
  public String name() {
    return "a-a-tie";
  }

  @Override
  public String claim() {
    return "a technology ties with itself";
  }

  @Override
  public Finding examine(Rig rig) throws NoResultException, IOException, InterruptedException {
    return NoDifference.between("time ratio", scale, seed -> measure(rig, seed));
  }

  private Interval measure(Rig rig, long seed)
      throws NoResultException, IOException, InterruptedException {
    Trial trial = new Trial(Defect.NONE, scale.threads(), scale.requests(), Scale.RUNS_COMPARED, 0);
    return Sides.measure(rig, trial, trial, scale.repeat(), seed).timeRatio(seed);
  }
}
