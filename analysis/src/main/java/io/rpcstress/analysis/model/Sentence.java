package io.rpcstress.analysis.model;

import java.util.Locale;

/** Words with values in them, spelt alike whatever the host's language. */
public final class Sentence {

  private Sentence() {}

  public static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
