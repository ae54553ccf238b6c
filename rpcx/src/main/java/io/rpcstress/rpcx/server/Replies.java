package io.rpcstress.rpcx.server;

import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.RPCXReply;
import io.rpcstress.rpcx.value.ValueCodec;
import io.rpcstress.rpcx.wire.Frames;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/** Makes replies. Thread-safe, as it has no state. */
final class Replies {
  /** Longest message of a failed call, in characters. */
  private static final int MAX_MESSAGE = 1024;

  private static final String FAILED = "the method failed; the server's log says why";

  private Replies() {}

  /**
   * The reply of a call that succeeded; if its result cannot travel, of one that failed.
   *
   * @param maxFrameBytes the largest frame body that the caller accepts
   */
  static RPCXReply result(
      long id,
      PublishedMethod method,
      @Nullable Object value,
      int maxFrameBytes,
      FailureLog.Lazy log) {
    RPCXReply reply;
    try {
      RPCXReply.Builder building = RPCXReply.newBuilder().setId(id);
      ValueCodec codec = method.result();
      if (value != null && codec != null) {
        building.setResult(codec.encode(value));
      }
      reply = building.build();
    } catch (RPCXException e) {
      return problem(id, method, e, maxFrameBytes, log);
    } catch (Throwable t) {
      // Errors too: a call that is lost here takes its connection's other calls with it.
      log.get().failed("the result of " + method.label(), t, Level.ERROR);
      return failure(id, StatusCode.INTERNAL, FAILED, maxFrameBytes);
    }
    int bytes = Frames.bodyLength(Envelope.REPLY_FIELD_NUMBER, reply);
    if (bytes <= maxFrameBytes) {
      return reply;
    }
    return failure(
        id,
        StatusCode.RESOURCE_EXHAUSTED,
        "the reply takes " + bytes + " bytes, the caller accepts " + maxFrameBytes,
        maxFrameBytes);
  }

  /** The reply of a call during which something was thrown, which the log gets. */
  static RPCXReply problem(
      long id, PublishedMethod method, Throwable problem, int maxFrameBytes, FailureLog.Lazy log) {
    if (problem instanceof RPCXException chosen) {
      return failure(id, chosen.status(), chosen.reason(), maxFrameBytes);
    }
    log.get().failed(method.label(), problem);
    return failure(id, StatusCode.INTERNAL, FAILED, maxFrameBytes);
  }

  /** The reply of a call that failed; its message is cut to what the caller accepts. */
  static RPCXReply failure(long id, StatusCode status, String message, int maxFrameBytes) {
    RPCXReply.Builder reply =
        RPCXReply.newBuilder()
            .setId(id)
            .setStatus(status.number())
            .setMessage(cut(message, MAX_MESSAGE));
    int over = Frames.bodyLength(Envelope.REPLY_FIELD_NUMBER, reply.build()) - maxFrameBytes;
    if (over > 0) {
      // A character takes at least a byte, and those that take more must not cost a second look.
      String ascii = reply.getMessage().replaceAll("[^ -~]", "?");
      int kept = Math.max(0, ascii.length() - over);
      reply.setMessage(ascii.substring(0, kept));
    }
    return reply.build();
  }

  private static String cut(String message, int max) {
    if (message.length() <= max) {
      return message;
    }
    // Half a character would not be UTF-8.
    return message.substring(0, Character.isHighSurrogate(message.charAt(max - 1)) ? max - 1 : max);
  }

  /** Whether the caller gets its result. */
  static boolean succeeded(RPCXReply reply) {
    return reply.getStatus() == 0;
  }

  /** A reply's frame. */
  static byte[] frame(RPCXReply reply) {
    return Frames.of(Envelope.REPLY_FIELD_NUMBER, reply);
  }
}
