package io.rpcstress.server.http;

import io.rpcstress.contract.json.StreamJson;
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
 * @param isExtended whether it is also carried by HTTP/2 and offers place-order, messages and
 *     streams
 */
record Format(
    String technology,
    int defaultPort,
    String requestType,
    HttpField replyType,
    Map<String, Service> services,
    boolean isExtended) {
  static final HttpField LINES = contentType(StreamJson.LINES);

  static HttpField contentType(String type) {
    return new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, type);
  }

  /** What answers bodies that are posted to a path. Thread-safe. */
  sealed interface Resource {
    /** The longest body, bytes. */
    int maxBodyBytes();

    /** The header of a body's type, ready for the wire; null where it is the format's. */
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

  interface Rule {
    /** The reply; of a body that is not what was expected the exception is for the peer. */
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
     */
    CompletionStage<byte[]> begin(byte[] body, boolean reuse) throws UnreadableBodyException;
  }

  /** One with a body that is a stream of messages, a line each. */
  enum StreamService implements Resource {
    /** A whole body, answered by a stream. */
    FROM_SERVER,

    /** A stream, answered by a whole body. No more of it is held than a line. */
    FROM_CLIENT;

    @Override
    public int maxBodyBytes() {
      return this == FROM_SERVER ? StreamJson.MAX_OBJECT_BYTES : Integer.MAX_VALUE;
    }

    @Override
    public @Nullable HttpField ownType() {
      return this == FROM_SERVER ? null : LINES;
    }
  }

  /** A body that is not what was expected. */
  static final class UnreadableBodyException extends Exception {
    private static final long serialVersionUID = 1;

    UnreadableBodyException(String expected) {
      super(expected, null, false, false); // no stack trace: nothing reads it
    }
  }
}
