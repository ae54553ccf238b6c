package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.measure.statistics.Interval;
import java.io.IOException;

/**
 * Compares two sides by the time of a call.
 *
 * @param sides what is compared
 */
record SidesComparison(Sides sides) implements Comparison {

  @Override
  public void addRound(int round) throws NoResultException, IOException, InterruptedException {
    sides.addRound(round);
  }

  @Override
  public Interval ratio() {
    return sides.timeRatio();
  }
}
