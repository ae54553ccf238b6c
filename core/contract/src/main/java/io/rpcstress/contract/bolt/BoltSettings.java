package io.rpcstress.contract.bolt;

/** What SOFABolt takes from the system's properties alone, read when its classes are loaded. */
public final class BoltSettings {
  /**
   * Requests and responses that may wait for its threads. Of its own 600, a response too many is
   * dropped without a word, and its call ends by its deadline.
   */
  private static final int QUEUE = 65_536;

  private BoltSettings() {}

  /** Sets what both hosts need. To be called before any class of SOFABolt is loaded. */
  public static void apply() {
    // All technologies here are NIO.
    System.setProperty("bolt.netty.epoll.switch", "false");
    // Else its logging library looks for places to write files to, in the user's home.
    System.setProperty("sofa.middleware.log.disable", "true");
    System.setProperty("sofa.middleware.log.internal.level", "ERROR"); // nor reports this
    System.setProperty("bolt.tp.queue", Integer.toString(QUEUE));
  }
}
