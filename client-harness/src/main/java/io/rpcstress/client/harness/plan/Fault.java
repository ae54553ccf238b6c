package io.rpcstress.client.harness.plan;

import java.time.Duration;

/**
 * What is wrong with a faulty technology. Immutable.
 *
 * @param kind what is done to its calls
 * @param size of a delay its length, ns; of a slowdown its percentage; of the others one call of
 *     how many, 1 or more
 * @param seed which one of them; no matter for a delay
 */
public record Fault(Kind kind, long size, long seed) {

  /** A sound technology. */
  public static final Fault NONE = new Fault(Kind.NONE, 0, 0);

  /** What is done to a call. */
  public enum Kind {
    NONE,
    /** It takes longer, inside the clock. */
    DELAY,
    /** It takes a share of its own time longer, inside the clock. */
    SLOWDOWN,
    /** It fails. */
    ERRORS,
    /** Its reply is altered. */
    WRONG
  }

  public static Fault delay(Duration added) {
    return new Fault(Kind.DELAY, added.toNanos(), 0);
  }

  public static Fault slowdown(int percent) {
    return new Fault(Kind.SLOWDOWN, percent, 0);
  }

  /** Of so many calls that a thread makes one after the other, one fails. */
  public static Fault errors(int every, long seed) {
    return new Fault(Kind.ERRORS, every, seed);
  }

  /** Of so many calls that a thread makes one after the other, one is answered wrongly. */
  public static Fault wrong(int every, long seed) {
    return new Fault(Kind.WRONG, every, seed);
  }
}
