package io.rpcstress.server.base;

import java.io.IOException;

/**
 * One client's connection whose reads and writes have no end of their own, as those threads see it
 * that do not serve it. Thread-safe.
 */
public interface Peer {

  /** Where its calls are. */
  CallProgress progress();

  /**
   * How much has arrived that was not read yet, bytes.
   *
   * @throws IOException where it is closed
   */
  int unread() throws IOException;

  /** No more is read from it: its server finds the end of what it sent, and closes it. */
  void endInput();

  /** Ends it in both directions, whatever it is at; its server finds that, and closes it. */
  void cut();
}
