package io.rpcstress.server.http;

import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.services.OrderFailure;
import io.rpcstress.server.base.services.ServiceSetup;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.eclipse.jetty.http.HttpField;
import org.jspecify.annotations.Nullable;

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

  /** What is answered at once, by the path of its resource; the operations of the technology. */
  Map<String, Resource> services();

  /** Whether it offers an operation that spans several services: {@link #orders}. */
  default boolean hasRoles() {
    return false;
  }

  /** The services of place-order that this process is; null where it is not offered. */
  default @Nullable OrderResources orders(ServiceSetup setup, CallCounter calls) {
    return null;
  }

  /** What answers bodies that are posted to a path. Thread-safe. */
  interface Resource {
    /** The longest body, bytes. */
    int maxBodyBytes();
  }

  /** One operation, answered at once. Thread-safe. */
  interface Service extends Resource {

    /**
     * The body of the reply to a whole body.
     *
     * @throws UnreadableBodyException where the body is not what was expected; its message is for
     *     the peer
     * @throws IllegalArgumentException where the contract does not allow what is asked
     */
    byte[] answer(byte[] body) throws UnreadableBodyException;
  }

  /** One that is answered later, while no thread waits, and that counts what it served. */
  interface LaterService extends Resource {

    /**
     * Begins to answer a whole body.
     *
     * @param reuse whether the connection that brought it stays open, and those to other services
     *     are to
     * @return ends with the body of the reply, or with an {@link OrderFailure}
     * @throws UnreadableBodyException where the body is not what was expected; its message is for
     *     the peer
     * @throws IllegalArgumentException where the contract does not allow what is asked
     */
    CompletionStage<byte[]> begin(byte[] body, boolean reuse) throws UnreadableBodyException;
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
