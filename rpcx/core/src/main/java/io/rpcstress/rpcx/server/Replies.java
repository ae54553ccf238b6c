package io.rpcstress.rpcx.server;

import com.google.protobuf.ByteString;
import io.rpcstress.rpcx.CallContext;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.value.Detail;
import io.rpcstress.rpcx.value.ErrorCodec;
import io.rpcstress.rpcx.value.ValueCodec;
import io.rpcstress.rpcx.wire.FieldWriter;
import io.rpcstress.rpcx.wire.Fields;
import io.rpcstress.rpcx.wire.Frames;
import io.rpcstress.rpcx.wire.Metadata;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/** Makes replies. Thread-safe, as it has no state. */
final class Replies {
  /** Longest message of a failed call, in characters. */
  private static final int MAX_MESSAGE = 1024;

  private static final String FAILED = "the method failed; the server's log says why";
  private static final String INNER = "a call that the method made ended with ";

  /** Where a reply is to wait until its caller reads it. */
  interface Room {
    /**
     * Takes room for a reply, which is not made without.
     *
     * @param bytes length of its frame
     * @return whether there was room
     */
    boolean take(int bytes);
  }

  private Replies() {}

  /**
   * The reply of a call that succeeded; if its result cannot travel, of one that failed.
   *
   * @param most the longest frame body that the caller accepts
   * @param room checked before the reply is made, or null if its sender checks afterwards
   */
  static Reply result(
      long id,
      PublishedMethod method,
      @Nullable Object value,
      int most,
      FailureLog.Lazy log,
      @Nullable Room room) {
    try {
      return result(id, method.result(), value, most, room);
    } catch (Throwable t) {
      // The method has run, whatever a codec reports. Errors too: a call that is lost here takes
      // its connection's other calls with it.
      log.get().failed("the result of " + method.label(), t, Level.ERROR);
      return failure(id, StatusCode.INTERNAL, FAILED, most);
    }
  }

  private static Reply result(
      long id, @Nullable ValueCodec codec, @Nullable Object value, int most, @Nullable Room room) {
    Object sent = codec == null ? null : value;
    ByteString content = null;
    int bytes = 0;
    long length = Fields.numberSize(id);
    if (sent != null && codec != null) {
      bytes = codec.plainSize(sent);
      if (bytes < 0) {
        content = codec.encode(sent);
        bytes = content.size();
      }
      length += Fields.size(bytes);
    }
    int size = Frames.size(length);
    if (size - Integer.BYTES > most) {
      return failure(
          id,
          StatusCode.REPLY_DROPPED,
          "the reply takes " + (size - Integer.BYTES) + " bytes, the caller accepts " + most,
          most);
    }
    if (room != null && !room.take(size)) {
      return dropped(id, most);
    }
    byte[] frame = new byte[size];
    int at = Frames.begin(frame, 0, Fields.REPLY, (int) length);
    at = Fields.number(frame, at, Fields.ID_KEY, id);
    if (sent != null && codec != null) {
      at = Fields.begin(frame, at, Fields.RESULT_KEY, bytes);
      if (content != null) {
        content.copyTo(frame, at);
      } else {
        codec.writePlain(sent, frame, at);
      }
    }
    return new Reply(id, true, frame);
  }

  /**
   * Adds to a reply what the handler or an interceptor sends beside the result.
   *
   * @param context of the call, or null if it was not requested
   * @return the same reply if there is nothing to add; if it becomes longer than the caller
   *     accepts, one that says so, or without metadata if the call failed anyway
   */
  static Reply withMetadata(Reply reply, @Nullable CallContext context, int most) {
    Map<String, String> entries = context == null ? Map.of() : context.replyMetadata();
    if (entries.isEmpty()) {
      return reply;
    }
    byte[] metadata = Metadata.fields(entries);
    byte[] before = reply.frame();
    int message = Frames.messageLength(before.length);
    int size = Frames.size((long) message + metadata.length);
    if (size - Integer.BYTES > most) {
      return reply.succeeded()
          ? failure(
              reply.id(),
              StatusCode.REPLY_DROPPED,
              "the reply takes "
                  + (size - Integer.BYTES)
                  + " bytes with its metadata, the caller accepts "
                  + most,
              most)
          : reply;
    }
    byte[] frame = new byte[size];
    int at = Frames.begin(frame, 0, Fields.REPLY, message + metadata.length);
    System.arraycopy(before, before.length - message, frame, at, message);
    System.arraycopy(metadata, 0, frame, at + message, metadata.length);
    return new Reply(reply.id(), reply.succeeded(), frame);
  }

  /**
   * The reply of a call during which something was thrown, which the log gets if the caller does
   * not.
   *
   * @param thrown by the handler or its future; if by a future within it, its cause counts
   * @param oneWay whether the caller gets no reply
   */
  static Reply problem(
      long id,
      PublishedMethod method,
      Throwable thrown,
      boolean oneWay,
      int most,
      FailureLog.Lazy log) {
    Throwable cause = thrown.getCause();
    Throwable problem = thrown instanceof CompletionException && cause != null ? cause : thrown;
    ErrorCodec declared = method.declared(problem);
    RPCXException chosen = problem instanceof RPCXException own && !own.isOfCall() ? own : null;
    if (oneWay && (chosen != null || declared != null)) {
      log.get().failed(method.label(), problem);
    }
    if (chosen != null) {
      long wait = chosen.retryAfter().map(Duration::toMillis).orElse(0L);
      return failure(id, chosen.status(), chosen.reason(), wait, detail(method, chosen, log), most);
    }
    if (declared != null) {
      try {
        byte[] detail = bounded(declared.alias(), declared.encode(problem));
        String message = problem.getMessage();
        return failure(id, StatusCode.UNKNOWN, message == null ? "" : message, 0, detail, most);
      } catch (RuntimeException | Error e) {
        log.get().failed("an exception of " + method.label(), e);
      }
    }
    log.get().failed(method.label(), problem);
    return problem instanceof RPCXException inner
        ? failure(id, StatusCode.INTERNAL, INNER + inner.status().name(), most)
        : failure(id, StatusCode.INTERNAL, FAILED, most);
  }

  /** What a handler reported beside the message, if it can travel. */
  private static byte @Nullable [] detail(
      PublishedMethod method, RPCXException chosen, FailureLog.Lazy log) {
    Object detail = chosen.rawDetail();
    if (detail == null || detail instanceof Detail) {
      // What came from another server was not for this caller.
      return null;
    }
    try {
      ValueCodec codec = method.codecOf(detail);
      return bounded(codec.alias(), codec.encode(detail));
    } catch (RuntimeException | Error e) {
      log.get().failed("the detail of a failure of " + method.label(), e);
      return null;
    }
  }

  private static byte[] bounded(String alias, ByteString content) {
    byte[] detail =
        new FieldWriter()
            .text(Fields.TYPE_KEY, alias)
            .content(Fields.VALUE_KEY, content.toByteArray())
            .bytes();
    if (detail.length > Detail.MAX_BYTES) {
      throw new IllegalArgumentException(
          "it takes " + detail.length + " bytes, at most " + Detail.MAX_BYTES);
    }
    return detail;
  }

  /** The reply of a call that failed; its message is cut to what the caller accepts. */
  static Reply failure(long id, StatusCode status, String message, int most) {
    return failure(id, status, message, 0, null, most);
  }

  /** The reply of a call that ran, where no room is left for its method's result. */
  static Reply dropped(long id, int most) {
    return failure(
        id,
        StatusCode.REPLY_DROPPED,
        "the method ran, but too many replies were not read to keep its own",
        most);
  }

  private static Reply failure(
      long id,
      StatusCode status,
      String message,
      long retryAfterMillis,
      byte @Nullable [] detail,
      int most) {
    String text = cut(message, MAX_MESSAGE);
    byte[] reply = failed(id, status, text, detail, retryAfterMillis);
    if (over(reply, most) > 0 && detail != null) {
      reply = failed(id, status, text, null, retryAfterMillis);
    }
    int over = over(reply, most);
    if (over > 0) {
      // A character takes at least a byte, and those that take more must not cost a second look.
      String ascii = text.replaceAll("[^ -~]", "?");
      String kept = ascii.substring(0, Math.max(0, ascii.length() - over));
      reply = failed(id, status, kept, null, retryAfterMillis);
    }
    return new Reply(id, status == StatusCode.OK, Frames.of(Fields.REPLY, reply));
  }

  private static byte[] failed(
      long id, StatusCode status, String message, byte @Nullable [] detail, long retryAfterMillis) {
    FieldWriter reply =
        new FieldWriter()
            .number(Fields.ID_KEY, id)
            .number(Fields.STATUS_KEY, status.number())
            .text(Fields.MESSAGE_KEY, message);
    if (detail != null) {
      reply.content(Fields.DETAIL_KEY, detail);
    }
    return reply.number(Fields.RETRY_AFTER_KEY, retryAfterMillis).bytes();
  }

  private static int over(byte[] reply, int most) {
    return Frames.size(reply.length) - Integer.BYTES - most;
  }

  private static String cut(String message, int max) {
    if (message.length() <= max) {
      return message;
    }
    // Half a character would not be UTF-8.
    return message.substring(0, Character.isHighSurrogate(message.charAt(max - 1)) ? max - 1 : max);
  }
}
