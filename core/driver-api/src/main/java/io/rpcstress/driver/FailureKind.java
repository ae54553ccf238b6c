package io.rpcstress.driver;

import java.util.Locale;

/** How a call can fail. The labels go into files and messages. */
public enum FailureKind {
  /** No connection could be made. */
  CONNECT,
  /** The connection broke before the reply. */
  DISCONNECTED,
  /** The server answered with an error status. */
  REFUSED,
  /** The reply could not be read. */
  PROTOCOL,
  /** The reply did not answer the request. Only the rig reports it, never a driver. */
  WRONG_REPLY,
  /** The deadline came first. Counted apart from the failures. */
  DEADLINE,
  /** The calling thread could not start. Only the rig reports it. */
  THREAD_START,
  /** Anything else: an error of the driver itself. */
  INTERNAL;

  /** The word used in files and messages. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
