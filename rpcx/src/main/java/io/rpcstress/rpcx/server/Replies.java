package io.rpcstress.rpcx.server;

import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.value.ValueCodec;
import io.rpcstress.rpcx.wire.Envelopes;
import io.rpcstress.rpcx.wire.ProtoWriter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes replies. Thread-safe, as it has no state. */
final class Replies {
  /** Longest message of a failed call, in characters. */
  private static final int MAX_MESSAGE = 1024;

  private Replies() {}

  /**
   * Writes the reply of a call that succeeded; if its result cannot travel, of one that failed.
   *
   * @param maxFrameBytes the largest frame body that the caller accepts
   * @return whether the caller gets the result
   */
  static boolean result(
      ProtoWriter out, long id, PublishedMethod method, @Nullable Object value, int maxFrameBytes) {
    int start = out.size();
    try {
      long mark = Envelopes.beginReply(out, id);
      ValueCodec codec = method.result();
      if (value != null && codec != null) {
        out.tag(Envelopes.RESULT, ProtoWriter.LEN);
        int length = out.beginLength();
        codec.write(out, value);
        out.endLength(length);
      }
      int bytes = Envelopes.endReply(out, mark);
      if (bytes <= maxFrameBytes) {
        return true;
      }
      out.truncate(start);
      Envelopes.failure(
          out,
          id,
          StatusCode.RESOURCE_EXHAUSTED.number(),
          "the reply takes " + bytes + " bytes, the caller accepts " + maxFrameBytes);
    } catch (RuntimeException e) {
      out.truncate(start);
      problem(out, id, method, e);
    }
    return false;
  }

  /** Writes the reply of a handler that threw. */
  static void problem(ProtoWriter out, long id, PublishedMethod method, Throwable problem) {
    if (problem instanceof RPCXException chosen) {
      failure(out, id, chosen.status(), chosen.reason());
    } else {
      Log.LOG.warn("{} failed", method.label(), problem);
      failure(out, id, StatusCode.INTERNAL, "the method failed; the server's log says why");
    }
  }

  /** Writes the reply of a call that failed. */
  static void failure(ProtoWriter out, long id, StatusCode status, String message) {
    String bounded = message.length() > MAX_MESSAGE ? message.substring(0, MAX_MESSAGE) : message;
    Envelopes.failure(out, id, status.number(), bounded);
  }

  /**
   * Loaded when there is something to say: finding a logger is slow, and a good call needs none.
   */
  static final class Log {
    static final Logger LOG = LoggerFactory.getLogger("io.rpcstress.rpcx.server");

    private Log() {}
  }
}
