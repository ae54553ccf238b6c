package io.rpcstress.client.harness.campaign.controls;

import java.io.IOException;
import java.util.List;

/** Measures two technologies by one command, as {@code run --protocol a,b} does. */
@FunctionalInterface
public interface Pairs {

  /**
   * Measures both, each in a process of its own, one after the other.
   *
   * @param trial of each; without a fault
   * @param swapped whether the second is named, and measured, first
   * @return what the first and the second technology gave, whichever was measured first
   * @throws IOException if no process could be started
   * @throws InterruptedException where the calling thread was interrupted
   */
  List<Outcome> measure(Trial trial, boolean swapped) throws IOException, InterruptedException;
}
