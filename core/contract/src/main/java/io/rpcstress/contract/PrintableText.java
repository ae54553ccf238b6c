package io.rpcstress.contract;

import java.util.regex.Pattern;

/**
 * Text from outside as one line that a terminal and a log can bear: no control character (an escape
 * sequence moves the cursor or sets a title), no line break of any kind, nothing invisible that
 * turns the direction of writing. Each of these becomes a question mark.
 */
public final class PrintableText {

  private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

  private PrintableText() {}

  /** The whole text. */
  public static String of(String text) {
    return UNPRINTABLE.matcher(text).replaceAll("?");
  }

  /** Its first characters, 1 or more; three dots mark what was cut off behind them. */
  public static String of(String text, int maxChars) {
    return text.length() <= maxChars ? of(text) : of(text.substring(0, maxChars)) + "...";
  }
}
