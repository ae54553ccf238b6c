package io.rpcstress.contract;

/**
 * A call's number in its name, for a server that counts which calls it ran. It takes the place of
 * as many letters, so that the name stays as long in any encoding. Some calls ask for a slow
 * handler besides.
 */
public final class CallNumber {

  /** What a name has that has no number. */
  public static final long NONE = -1;

  /** Where handlers are to be slow, one call of so many asks for it. */
  private static final int SLOW_ONE_IN = 100;

  /** In front of a number. No name that the payload's size makes has a capital letter. */
  private static final char PLAIN = 'N';

  private static final char SLOW = 'S';

  private static final int RADIX = 36;

  /** Enough for every number below 36^12, which is a little more than 2^62. */
  private static final String ZERO = "0".repeat(12);

  private static final int LENGTH = 1 + ZERO.length();

  private CallNumber() {}

  /** Whether a name has the room: as many characters of a byte each. */
  public static boolean fits(String name) {
    return name.length() >= LENGTH && name.chars().limit(LENGTH).allMatch(c -> c < 128);
  }

  /**
   * A name whose calls get a number each, by {@link #in}.
   *
   * @param slow whether one call of {@value #SLOW_ONE_IN} is to ask for a slow handler
   */
  public static String prepared(String name, boolean slow) {
    return (slow ? SLOW : PLAIN) + ZERO + name.substring(LENGTH);
  }

  static boolean isPrepared(String name) {
    return hasMark(name) && name.startsWith(ZERO, 1);
  }

  /** A prepared name with a number, 0 to below 36^12. */
  static String in(String prepared, long number) {
    boolean slow = isSlow(prepared) && number % SLOW_ONE_IN == 0;
    String digits = Long.toString(number, RADIX);
    return (slow ? SLOW : PLAIN)
        + ZERO.substring(digits.length())
        + digits
        + prepared.substring(LENGTH);
  }

  /** The number in a name; {@link #NONE} where it has none. */
  public static long of(String name) {
    if (!hasMark(name)) {
      return NONE;
    }
    long number = 0;
    for (int i = 1; i < LENGTH; i++) {
      int digit = Character.digit(name.charAt(i), RADIX);
      if (digit < 0) {
        return NONE;
      }
      number = number * RADIX + digit;
    }
    return number;
  }

  /** Whether a name that has a number asks for a slow handler. */
  public static boolean isSlow(String name) {
    return name.charAt(0) == SLOW;
  }

  private static boolean hasMark(String name) {
    return name.length() >= LENGTH && (name.charAt(0) == PLAIN || name.charAt(0) == SLOW);
  }
}
