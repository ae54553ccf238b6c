package io.rpcstress.driver;

/** How a call can fail. The labels go into files and messages. */
public enum FailureKind {
  /** No connection could be made. */
  CONNECT("connect"),
  /** The connection broke before the reply. */
  DISCONNECTED("disconnected"),
  /** The server answered with an error status. */
  REFUSED("refused"),
  /** The reply could not be read. */
  PROTOCOL("protocol"),
  /** The reply did not answer the request. Only the rig reports it, never a driver. */
  WRONG_REPLY("wrong-reply"),
  /** The deadline came first. Counted apart from the failures. */
  DEADLINE("deadline"),
  /** The calling thread could not start. Only the rig reports it. */
  THREAD_START("thread-start"),
  /** Anything else: an error of the driver itself. */
  INTERNAL("internal");

  private final String label;

  FailureKind(String label) {
    this.label = label;
  }

  /** The word used in files and messages. */
  public String label() {
    return label;
  }
}
