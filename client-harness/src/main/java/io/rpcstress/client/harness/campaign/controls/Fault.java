package io.rpcstress.client.harness.campaign.controls;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

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

  private static final String EXPECTED =
      "none, delay:MICROSECONDS, slowdown:PERCENT, errors:EVERY:SEED or wrong:EVERY:SEED expected";

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

  public static Fault errors(int every, long seed) {
    return new Fault(Kind.ERRORS, every, seed);
  }

  /** Of so many calls that a thread makes one after the other, one is answered wrongly. */
  public static Fault wrong(int every, long seed) {
    return new Fault(Kind.WRONG, every, seed);
  }

  public static Fault parse(String text) {
    String[] parts = text.split(":", -1);
    try {
      Kind kind = Kind.valueOf(parts[0].toUpperCase(Locale.ROOT));
      if (kind == Kind.NONE && parts.length == 1) {
        return NONE;
      }
      if (kind == Kind.DELAY && parts.length == 2) {
        return new Fault(kind, TimeUnit.MICROSECONDS.toNanos(positive(parts[1])), 0);
      }
      if (kind == Kind.SLOWDOWN && parts.length == 2) {
        return new Fault(kind, positive(parts[1]), 0);
      }
      if ((kind == Kind.ERRORS || kind == Kind.WRONG) && parts.length == 3) {
        return new Fault(kind, positive(parts[1]), Long.parseLong(parts[2]));
      }
    } catch (IllegalArgumentException e) {
      // Said below, for the whole text.
    }
    throw new IllegalArgumentException("'" + text + "': " + EXPECTED);
  }

  private static long positive(String text) {
    long number = Long.parseLong(text);
    if (number < 1 || number > Integer.MAX_VALUE) {
      throw new NumberFormatException(text);
    }
    return number;
  }

  @Override
  public String toString() {
    return switch (kind) {
      case NONE -> "none";
      case DELAY -> "delay:" + TimeUnit.NANOSECONDS.toMicros(size);
      case SLOWDOWN -> "slowdown:" + size;
      case ERRORS, WRONG -> kind.name().toLowerCase(Locale.ROOT) + ":" + size + ":" + seed;
    };
  }
}
