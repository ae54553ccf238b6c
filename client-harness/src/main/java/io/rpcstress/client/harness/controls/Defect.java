package io.rpcstress.client.harness.controls;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * What is wrong with a planted technology. Immutable.
 *
 * @param kind what is done to its calls
 * @param size of a delay its length, ns; of the others one call of how many, 1 or more
 * @param seed which one of them; no matter for a delay
 */
public record Defect(Kind kind, long size, long seed) {

  /** A sound technology. */
  public static final Defect NONE = new Defect(Kind.NONE, 0, 0);

  private static final String EXPECTED =
      "none, delay:MICROSECONDS, errors:EVERY:SEED or wrong:EVERY:SEED expected";

  /** What is done to a call. */
  public enum Kind {
    /** Nothing. */
    NONE,
    /** It takes longer, inside the clock. */
    DELAY,
    /** It fails. */
    ERRORS,
    /** Its reply is altered. */
    WRONG
  }

  /** Every call takes that much longer. */
  public static Defect delay(Duration added) {
    return new Defect(Kind.DELAY, added.toNanos(), 0);
  }

  /** Of so many calls that a thread makes one after the other, one fails. */
  public static Defect errors(int every, long seed) {
    return new Defect(Kind.ERRORS, every, seed);
  }

  /** Of so many calls that a thread makes one after the other, one is answered wrongly. */
  public static Defect wrong(int every, long seed) {
    return new Defect(Kind.WRONG, every, seed);
  }

  /**
   * Reads what {@link #toString} wrote.
   *
   * @throws IllegalArgumentException if the text is no defect; the message says what is expected
   */
  public static Defect parse(String text) {
    String[] parts = text.split(":", -1);
    try {
      Kind kind = Kind.valueOf(parts[0].toUpperCase(Locale.ROOT));
      if (kind == Kind.NONE && parts.length == 1) {
        return NONE;
      }
      if (kind == Kind.DELAY && parts.length == 2) {
        return new Defect(kind, TimeUnit.MICROSECONDS.toNanos(positive(parts[1])), 0);
      }
      if ((kind == Kind.ERRORS || kind == Kind.WRONG) && parts.length == 3) {
        return new Defect(kind, positive(parts[1]), Long.parseLong(parts[2]));
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

  /** As an option's value. */
  @Override
  public String toString() {
    return switch (kind) {
      case NONE -> "none";
      case DELAY -> "delay:" + TimeUnit.NANOSECONDS.toMicros(size);
      case ERRORS, WRONG -> kind.name().toLowerCase(Locale.ROOT) + ":" + size + ":" + seed;
    };
  }
}
