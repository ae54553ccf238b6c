package io.rpcstress.server.http;

import org.eclipse.jetty.http.HttpField;

/** How a technology writes a name and a greeting into HTTP's bodies. Stateless. */
interface Format {
  /** The technology that has it. */
  String technology();

  /** Where its example listens. */
  int defaultPort();

  /** The media type of a request's body, without parameters. */
  String requestType();

  /** The longest body, bytes: that of the longest name in its longest spelling. */
  int maxBodyBytes();

  /** Whether it may also be carried by HTTP/2. */
  boolean hasHttp2();

  /**
   * The name in a whole body.
   *
   * @throws UnreadableBodyException where there is no name; its message is for the peer
   */
  String name(byte[] body) throws UnreadableBodyException;

  /** The media type of a reply's body, ready for the wire. */
  HttpField replyType();

  /** The body of a reply. */
  byte[] reply(String greeting);

  /** A body that is not what was expected. */
  final class UnreadableBodyException extends Exception {
    private static final long serialVersionUID = 1;

    /**
     * A body that cannot be read.
     *
     * @param expected one line for the peer; nothing of what it sent
     */
    UnreadableBodyException(String expected) {
      super(expected, null, false, false); // nobody reads where it was found
    }
  }
}
