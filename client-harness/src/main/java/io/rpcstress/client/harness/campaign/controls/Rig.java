package io.rpcstress.client.harness.campaign.controls;

import java.io.IOException;
import java.util.List;

/** What measures: the harness itself, or in a test a broken one. */
@FunctionalInterface
public interface Rig {

  Outcome measure(Trial trial) throws IOException, InterruptedException;

  /** Measures two technologies by one command, as {@code run --protocol a,b} does. */
  @FunctionalInterface
  interface OfPairs {

    /**
     * Measures both, each in a process of its own, one after the other.
     *
     * @param swapped whether the second is named, and measured, first
     * @return what the first and the second technology gave, whichever was measured first
     */
    List<Outcome> measure(Trial trial, boolean swapped) throws IOException, InterruptedException;
  }
}
