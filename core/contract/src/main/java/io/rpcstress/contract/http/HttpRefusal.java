package io.rpcstress.contract.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.contract.PrintableText;

/** A reply whose status is no answer's, as one line that explains a failed call. */
public final class HttpRefusal {
  /** The most of a body that is repeated; for an order it names each service on its way. */
  private static final int MAX_TEXT_CHARS = 160;

  private HttpRefusal() {}

  /**
   * The status and the beginning of the body: {@code HTTP status 502: the customer service: ...}.
   * Nothing of it can be obeyed by a terminal.
   */
  public static String described(int status, byte[] body) {
    String text = new String(body, UTF_8).strip();
    String line = "HTTP status " + status;
    return text.isEmpty() ? line : line + ": " + PrintableText.of(text, MAX_TEXT_CHARS);
  }
}
