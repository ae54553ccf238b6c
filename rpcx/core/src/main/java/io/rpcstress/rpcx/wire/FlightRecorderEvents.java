package io.rpcstress.rpcx.wire;

/**
 * Netty's own events for the JDK's flight recorder. With the first buffer of its own, as a TLS
 * connection needs one, Netty loads about 230 classes for them; without TLS RPCX has buffers of its
 * own and nothing is saved. They are off by default. Thread-safe.
 */
public final class FlightRecorderEvents {
  /** Netty reads it once, with its first class. */
  public static final String PROPERTY = "io.netty.jfr.enabled";

  private FlightRecorderEvents() {}

  /**
   * Turns them off if the property is not set; before the first class of Netty is used, later it
   * has no effect.
   */
  public static void offByDefault() {
    try {
      if (System.getProperty(PROPERTY) == null) {
        System.setProperty(PROPERTY, "false");
      }
    } catch (SecurityException e) {
      // Where properties are not ours to set, they stay as they are.
    }
  }
}
