package io.rpcstress.server.dubbo;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.dubbo.Calls;
import io.rpcstress.contract.dubbo.DubboBounds;
import org.jspecify.annotations.Nullable;

/**
 * What a request's head may say: the method of a resource that there is, in a format that it has.
 * Dubbo knows many more, compressed bodies among them, and keeps each name that it does not know.
 *
 * @param refusal why it is none that is answered; null where it is
 * @param maxBody how long its body may be, bytes; 0 where it is refused
 */
record CallHead(@Nullable HttpResponseStatus refusal, int maxBody) {
  /** What HTTP/2 carries, as Dubbo's client calls it. */
  private static final AsciiString GRPC = AsciiString.cached("application/grpc+proto");

  /** The same, as other clients do. */
  private static final AsciiString ANY_GRPC = AsciiString.cached("application/grpc");

  private static final AsciiString JSON = AsciiString.cached("application/json");
  private static final AsciiString IDENTITY = AsciiString.cached("identity");
  private static final AsciiString POST = AsciiString.cached("POST");
  private static final AsciiString GREET =
      AsciiString.cached("/" + Calls.class.getName() + "/greet");
  private static final AsciiString ECHO = AsciiString.cached("/" + Calls.class.getName() + "/echo");

  /** Before each message of gRPC: a flag and a length. */
  private static final int PREFIX_BYTES = 5;

  /** A name whose every byte is escaped, and what stands around it. */
  private static final int MAX_JSON_BYTES = 6 * Greeting.MAX_NAME_BYTES + 1024;

  /**
   * Looks at a head.
   *
   * @param encoding how the body is compressed; null where it is not
   * @param grpc whether the connection carries gRPC
   */
  static CallHead of(
      @Nullable CharSequence method,
      @Nullable CharSequence path,
      @Nullable CharSequence type,
      @Nullable CharSequence encoding,
      boolean grpc) {
    boolean greets = path != null && AsciiString.contentEquals(GREET, path);
    boolean json = type != null && AsciiString.contentEqualsIgnoreCase(JSON, type);
    if (!greets && (path == null || !AsciiString.contentEquals(ECHO, path))) {
      return refused(HttpResponseStatus.NOT_FOUND);
    }
    if (method == null || !AsciiString.contentEquals(POST, method)) {
      return refused(HttpResponseStatus.METHOD_NOT_ALLOWED);
    }
    boolean known = (greets && json) || (grpc && isGrpc(type));
    if (!known || (encoding != null && !AsciiString.contentEqualsIgnoreCase(IDENTITY, encoding))) {
      return refused(HttpResponseStatus.UNSUPPORTED_MEDIA_TYPE);
    }
    if (json) {
      return new CallHead(null, MAX_JSON_BYTES);
    }
    return new CallHead(
        null,
        PREFIX_BYTES + (greets ? DubboBounds.MAX_GREETING_BYTES : DubboBounds.MAX_BODY_BYTES));
  }

  private static boolean isGrpc(@Nullable CharSequence type) {
    return type != null
        && (AsciiString.contentEqualsIgnoreCase(GRPC, type)
            || AsciiString.contentEqualsIgnoreCase(ANY_GRPC, type));
  }

  private static CallHead refused(HttpResponseStatus why) {
    return new CallHead(why, 0);
  }
}
