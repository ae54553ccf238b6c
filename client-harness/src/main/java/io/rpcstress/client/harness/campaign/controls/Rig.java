package io.rpcstress.client.harness.campaign.controls;

import java.io.IOException;

/** What measures: the harness itself, or in a test a broken one. */
@FunctionalInterface
public interface Rig {

  /** Measures one process from its start to its end. */
  Outcome measure(Trial trial) throws IOException, InterruptedException;
}
