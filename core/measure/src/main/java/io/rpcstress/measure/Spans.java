package io.rpcstress.measure;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time as the files write them: {@code 10s}, {@code 500ms}. Stateless. */
final class Spans {

  /** Digits that fit a long whatever the unit. */
  private static final Pattern SPAN = Pattern.compile("([0-9]{1,12})(ms|s)");

  private static final long MILLIS_PER_SECOND = 1_000;

  private Spans() {}

  /** In seconds where they are whole, else in milliseconds. */
  static String text(Duration span) {
    long millis = span.toMillis();
    return millis % MILLIS_PER_SECOND == 0 ? millis / MILLIS_PER_SECOND + "s" : millis + "ms";
  }

  static Duration parse(String text) {
    Matcher found = SPAN.matcher(text);
    if (!found.matches()) {
      throw new IllegalArgumentException("'" + text + "': a time as 10s or 500ms expected");
    }
    long number = Long.parseLong(found.group(1));
    return found.group(2).equals("s") ? Duration.ofSeconds(number) : Duration.ofMillis(number);
  }
}
