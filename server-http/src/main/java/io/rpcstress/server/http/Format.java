package io.rpcstress.server.http;

import java.util.Map;
import org.eclipse.jetty.http.HttpField;

/** How a technology writes what is asked and answered into HTTP's bodies. Thread-safe. */
interface Format {
  /** The technology that has it. */
  String technology();

  /** Where its example listens. */
  int defaultPort();

  /** The media type of a request's body, without parameters. */
  String requestType();

  /** Whether it may also be carried by HTTP/2. */
  boolean hasHttp2();

  /** The media type of a reply's body, ready for the wire. */
  HttpField replyType();

  /** What is answered, by the path of its resource; the operations of the technology. */
  Map<String, Service> services();

  /**
   * Sees that the technology can start as it is set up.
   *
   * @throws IllegalArgumentException saying in one line which setting is in the way
   */
  default void checkSettings() {}

  /** One operation. Thread-safe. */
  interface Service {
    /** The longest body, bytes. */
    int maxBodyBytes();

    /**
     * The body of the reply to a whole body.
     *
     * @throws UnreadableBodyException where the body is not what was expected; its message is for
     *     the peer
     * @throws IllegalArgumentException where the contract does not allow what is asked
     */
    byte[] answer(byte[] body) throws UnreadableBodyException;
  }

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
