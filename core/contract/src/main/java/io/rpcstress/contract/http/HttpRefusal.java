package io.rpcstress.contract.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.contract.PrintableText;

/** A reply whose status is no answer's, as one line for whoever reads why a call failed. */
public final class HttpRefusal {
  /** The most of what was said that is repeated; of an order it names each service on its way. */
  private static final int MAX_SAID_CHARS = 160;

  private HttpRefusal() {}

  /**
   * The status and the beginning of what was said with it: {@code HTTP status 502: the customer
   * service: ...}. Nothing of it can be obeyed by a terminal.
   *
   * @param body the whole body, as text; may be empty
   */
  public static String described(int status, byte[] body) {
    String said = new String(body, UTF_8).strip();
    String line = "HTTP status " + status;
    return said.isEmpty() ? line : line + ": " + PrintableText.of(said, MAX_SAID_CHARS);
  }
}
