package io.rpcstress.rpcx.server;

import com.google.protobuf.ByteString;
import io.rpcstress.rpcx.CallContext;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.Parameter;
import io.rpcstress.rpcx.proto.RPCXReply;
import io.rpcstress.rpcx.value.Detail;
import io.rpcstress.rpcx.value.ErrorCodec;
import io.rpcstress.rpcx.value.ValueCodec;
import io.rpcstress.rpcx.wire.Fields;
import io.rpcstress.rpcx.wire.Frames;
import io.rpcstress.rpcx.wire.Messages;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/** Makes replies. Thread-safe, as it has no state. */
final class Replies {
  /** Longest message of a failed call, in characters. */
  private static final int MAX_MESSAGE = 1024;

  private static final String FAILED = "the method failed; the server's log says why";

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
   * @param form what the caller's HELLO said of replies
   * @param room asked before the reply is made, or null if whoever sends it looks afterwards
   */
  static Reply result(
      long id,
      PublishedMethod method,
      @Nullable Object value,
      ReplyForm form,
      FailureLog.Lazy log,
      @Nullable Room room) {
    try {
      return result(id, method.result(), value, form, room);
    } catch (RPCXException e) {
      return problem(id, method, e, form, log);
    } catch (Throwable t) {
      // Errors too: a call that is lost here takes its connection's other calls with it.
      log.get().failed("the result of " + method.label(), t, Level.ERROR);
      return failure(id, StatusCode.INTERNAL, FAILED, form);
    }
  }

  /** Written by hand; the very bytes of the generated code, which the tests compare. */
  private static Reply result(
      long id,
      @Nullable ValueCodec codec,
      @Nullable Object value,
      ReplyForm form,
      @Nullable Room room) {
    Object sent = codec == null ? null : value;
    ByteString content = null;
    int bytes = 0;
    long length = form.ids().size(id);
    if (sent != null && codec != null) {
      bytes = codec.plainSize(sent);
      if (bytes < 0) {
        content = codec.encode(sent);
        bytes = content.size();
      }
      length += Fields.size(bytes);
    }
    int size = Frames.size(length);
    if (size - Integer.BYTES > form.maxFrameBytes()) {
      return failure(
          id,
          StatusCode.REPLY_DROPPED,
          "the reply takes "
              + (size - Integer.BYTES)
              + " bytes, the caller accepts "
              + form.maxFrameBytes(),
          form);
    }
    if (room != null && !room.take(size)) {
      return dropped(id, form);
    }
    byte[] frame = new byte[size];
    int at = Frames.begin(frame, 0, Envelope.REPLY_FIELD_NUMBER, (int) length);
    at = form.ids().write(frame, at, id);
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
   * @param context of the call, or null if nobody asked for it
   * @return the same reply if there is nothing to add; if it becomes longer than the caller
   *     accepts, one that says so, or without metadata if the call failed anyway
   */
  static Reply withMetadata(Reply reply, @Nullable CallContext context, ReplyForm form) {
    Map<String, String> entries = context == null ? Map.of() : context.replyMetadata();
    if (entries.isEmpty()) {
      return reply;
    }
    RPCXReply.Builder added = RPCXReply.newBuilder();
    for (Map.Entry<String, String> entry : entries.entrySet()) {
      added.addMetadata(Messages.entry(entry.getKey(), entry.getValue()));
    }
    byte[] metadata = added.build().toByteArray();
    byte[] before = reply.frame();
    int message = Frames.messageLength(before.length);
    int size = Frames.size((long) message + metadata.length);
    if (size - Integer.BYTES > form.maxFrameBytes()) {
      return reply.succeeded()
          ? failure(
              reply.id(),
              StatusCode.REPLY_DROPPED,
              "the reply takes "
                  + (size - Integer.BYTES)
                  + " bytes with its metadata, the caller accepts "
                  + form.maxFrameBytes(),
              form)
          : reply;
    }
    byte[] frame = new byte[size];
    int at = Frames.begin(frame, 0, Envelope.REPLY_FIELD_NUMBER, message + metadata.length);
    System.arraycopy(before, before.length - message, frame, at, message);
    System.arraycopy(metadata, 0, frame, at + message, metadata.length);
    return new Reply(reply.id(), reply.succeeded(), frame);
  }

  /** The reply of a call during which something was thrown, which the log gets. */
  static Reply problem(
      long id, PublishedMethod method, Throwable problem, ReplyForm form, FailureLog.Lazy log) {
    if (problem instanceof RPCXException chosen) {
      long wait = chosen.retryAfter().map(Duration::toMillis).orElse(0L);
      return failure(id, chosen.status(), chosen.reason(), wait, detail(method, chosen, log), form);
    }
    ErrorCodec declared = method.declared(problem);
    if (declared != null) {
      try {
        Parameter detail = bounded(declared.alias(), declared.encode(problem));
        String message = problem.getMessage();
        return failure(id, StatusCode.UNKNOWN, message == null ? "" : message, 0, detail, form);
      } catch (RuntimeException | Error e) {
        log.get().failed("an exception of " + method.label(), e);
      }
    }
    log.get().failed(method.label(), problem);
    return failure(id, StatusCode.INTERNAL, FAILED, form);
  }

  /** What a handler said beside the message, if it can travel. */
  private static @Nullable Parameter detail(
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

  private static Parameter bounded(String alias, ByteString content) {
    Parameter detail = Parameter.newBuilder().setType(alias).setValue(content).build();
    if (detail.getSerializedSize() > Detail.MAX_BYTES) {
      throw new IllegalArgumentException(
          "it takes " + detail.getSerializedSize() + " bytes, at most " + Detail.MAX_BYTES);
    }
    return detail;
  }

  /** The reply of a call that failed; its message is cut to what the caller accepts. */
  static Reply failure(long id, StatusCode status, String message, ReplyForm form) {
    return failure(id, status, message, 0, null, form);
  }

  /** The reply of a call that ran, where no room is left for what its method said. */
  static Reply dropped(long id, ReplyForm form) {
    return failure(
        id,
        StatusCode.REPLY_DROPPED,
        "the method ran, but too many replies were not read to keep its own",
        form);
  }

  private static Reply failure(
      long id,
      StatusCode status,
      String message,
      long retryAfterMillis,
      @Nullable Parameter detail,
      ReplyForm form) {
    RPCXReply.Builder reply =
        RPCXReply.newBuilder().setStatus(status.number()).setMessage(cut(message, MAX_MESSAGE));
    long offset = form.ids().offset(id);
    if (offset == 0) {
      reply.setId(id);
    } else {
      reply.setIdOffset(offset);
    }
    reply.setRetryAfterMs((int) retryAfterMillis);
    if (detail != null) {
      reply.setDetail(detail);
    }
    int over = over(reply, form);
    if (over > 0 && detail != null) {
      over = over(reply.clearDetail(), form);
    }
    if (over > 0) {
      // A character takes at least a byte, and those that take more must not cost a second look.
      String ascii = reply.getMessage().replaceAll("[^ -~]", "?");
      int kept = Math.max(0, ascii.length() - over);
      reply.setMessage(ascii.substring(0, kept));
    }
    return new Reply(
        id, status == StatusCode.OK, Frames.of(Envelope.REPLY_FIELD_NUMBER, reply.build()));
  }

  private static int over(RPCXReply.Builder reply, ReplyForm form) {
    return Frames.bodyLength(Envelope.REPLY_FIELD_NUMBER, reply.build()) - form.maxFrameBytes();
  }

  private static String cut(String message, int max) {
    if (message.length() <= max) {
      return message;
    }
    // Half a character would not be UTF-8.
    return message.substring(0, Character.isHighSurrogate(message.charAt(max - 1)) ? max - 1 : max);
  }
}
