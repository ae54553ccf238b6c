package io.rpcstress.rpcx.server;

import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.RPCXReply;
import io.rpcstress.rpcx.value.ValueCodec;
import io.rpcstress.rpcx.wire.Frames;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes replies. Thread-safe, as it has no state. */
final class Replies {
  /** Longest message of a failed call, in characters. */
  private static final int MAX_MESSAGE = 1024;

  private Replies() {}

  /**
   * The reply of a call that succeeded; if its result cannot travel, of one that failed.
   *
   * @param maxFrameBytes the largest frame body that the caller accepts
   */
  static RPCXReply result(
      long id, PublishedMethod method, @Nullable Object value, int maxFrameBytes) {
    RPCXReply reply;
    try {
      RPCXReply.Builder building = RPCXReply.newBuilder().setId(id);
      ValueCodec codec = method.result();
      if (value != null && codec != null) {
        building.setResult(codec.encode(value));
      }
      reply = building.build();
    } catch (RuntimeException e) {
      return problem(id, method, e);
    }
    int bytes = Frames.bodyLength(Envelope.REPLY_FIELD_NUMBER, reply);
    if (bytes <= maxFrameBytes) {
      return reply;
    }
    return failure(
        id,
        StatusCode.RESOURCE_EXHAUSTED,
        "the reply takes " + bytes + " bytes, the caller accepts " + maxFrameBytes);
  }

  /** The reply of a handler that threw. */
  static RPCXReply problem(long id, PublishedMethod method, Throwable problem) {
    if (problem instanceof RPCXException chosen) {
      return failure(id, chosen.status(), chosen.reason());
    }
    Log.LOG.warn("{} failed", method.label(), problem);
    return failure(id, StatusCode.INTERNAL, "the method failed; the server's log says why");
  }

  /** The reply of a call that failed. */
  static RPCXReply failure(long id, StatusCode status, String message) {
    String bounded = message.length() > MAX_MESSAGE ? message.substring(0, MAX_MESSAGE) : message;
    return RPCXReply.newBuilder().setId(id).setStatus(status.number()).setMessage(bounded).build();
  }

  /** Whether the caller gets its result. */
  static boolean succeeded(RPCXReply reply) {
    return reply.getStatus() == 0;
  }

  /** A reply's frame. */
  static byte[] frame(RPCXReply reply) {
    return Frames.of(Envelope.REPLY_FIELD_NUMBER, reply);
  }

  /**
   * Loaded when there is something to say: finding a logger is slow, and a good call needs none.
   */
  static final class Log {
    static final Logger LOG = LoggerFactory.getLogger("io.rpcstress.rpcx.server");

    private Log() {}
  }
}
