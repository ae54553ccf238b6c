package io.rpcstress.analysis.answer;

/**
 * What one comparison says: the verdict, and what it rests on. Reasons and labels may have colons,
 * so that no reader of a joined text can part the two. Immutable.
 *
 * @param said the verdict, or that there is none and why
 * @param evidence the numbers behind it; empty where there are none
 */
public record VerdictInWords(String said, String evidence) {

  static VerdictInWords alone(String said) {
    return new VerdictInWords(said, "");
  }

  public String text() {
    return evidence.isEmpty() ? said : said + ": " + evidence;
  }
}
