package io.rpcstress.client.harness.campaign.controls;

import java.io.IOException;

/** Two ways to one server, of which one has a millisecond more on its line. */
public interface Line {

  /** How much longer a round trip takes by the second way, us. */
  int ADDED_MICROS = 1_000;

  String what();

  Ways open() throws IOException;

  /** Both ways, until they are closed. */
  record Ways(Rig plain, Rig delayed, Runnable end) implements AutoCloseable {
    @Override
    public void close() {
      end.run();
    }
  }
}
