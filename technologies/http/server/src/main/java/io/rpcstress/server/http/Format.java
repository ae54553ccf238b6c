package io.rpcstress.server.http;

import io.rpcstress.server.base.services.OrderFailure;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.jspecify.annotations.Nullable;

/**
 * How a technology writes requests and replies into HTTP's bodies. Thread-safe.
 *
 * @param requestType the media type of a request's body, without parameters
 * @param replyType the header of a reply's body, ready for the wire
 * @param services the operations that are answered at once, by the path of the resource
 * @param isExtended whether it is also carried by HTTP/2 and offers place-order and messages
 */
record Format(
    String technology,
    int defaultPort,
    String requestType,
    HttpField replyType,
    Map<String, Service> services,
    boolean isExtended) {
  static HttpField contentType(String type) {
    return new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, type);
  }

  /** What answers bodies that are posted to a path. Thread-safe. */
  sealed interface Resource {
    /** The longest body, bytes. */
    int maxBodyBytes();

    /** The header of the type of both bodies, ready for the wire; null where it is the format's. */
    default @Nullable HttpField ownType() {
      return null;
    }
  }

  /** One operation, answered at once. */
  record Service(int maxBodyBytes, @Nullable HttpField ownType, Rule rule) implements Resource {

    /** One whose bodies are of the format's types. */
    Service(int maxBodyBytes, Rule rule) {
      this(maxBodyBytes, null, rule);
    }
  }

  /** The body of the reply to a whole body. */
  interface Rule {
    /**
     * The reply.
     *
     * @throws UnreadableBodyException where the body is not what was expected; its message is for
     *     the peer
     * @throws IllegalArgumentException where the contract does not allow the request
     */
    byte[] answer(byte[] body) throws UnreadableBodyException;
  }

  /** One that is answered later, while no thread waits, and that counts what it served. */
  non-sealed interface LaterService extends Resource {
    /**
     * Begins to answer a whole body.
     *
     * @param reuse whether the connection that brought it stays open, and those to other services
     *     are to
     * @return ends with the body of the reply, or with an {@link OrderFailure}
     * @throws UnreadableBodyException where the body is not what was expected; its message is for
     *     the peer
     * @throws IllegalArgumentException where the contract does not allow the request
     */
    CompletionStage<byte[]> begin(byte[] body, boolean reuse) throws UnreadableBodyException;
  }

  /** A body that is not what was expected. */
  static final class UnreadableBodyException extends Exception {
    private static final long serialVersionUID = 1;

    UnreadableBodyException(String expected) {
      super(expected, null, false, false); // no stack trace: nothing reads it
    }
  }
}
