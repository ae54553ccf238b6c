package io.rpcstress.rpcx.wire;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import io.rpcstress.rpcx.proto.Cancel;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.GoAway;
import io.rpcstress.rpcx.proto.Hello;
import io.rpcstress.rpcx.proto.Ping;
import io.rpcstress.rpcx.proto.Pong;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Makes whole frames: the length, and the envelope with one message in it. */
public final class Frames {
  /** The version of the wire that this library speaks. */
  public static final int VERSION = 1;

  private Frames() {}

  /**
   * A frame with any message.
   *
   * @param kind the message's field number in Envelope
   * @param message the message
   * @return the frame
   */
  public static byte[] of(int kind, MessageLite message) {
    int length = bodyLength(kind, message);
    byte[] frame = new byte[Integer.BYTES + length];
    ByteBuffer unused = ByteBuffer.wrap(frame).putInt(length);
    CodedOutputStream out = CodedOutputStream.newInstance(frame, Integer.BYTES, length);
    try {
      out.writeMessage(kind, message);
    } catch (IOException e) {
      // The array has the length that the message said it needs.
      throw new UncheckedIOException(e);
    }
    return frame;
  }

  /**
   * The length that a frame's body would have, in bytes.
   *
   * @param kind the message's field number in Envelope
   * @param message the message
   * @return the length, without the four bytes that carry it
   */
  public static int bodyLength(int kind, MessageLite message) {
    return CodedOutputStream.computeMessageSize(kind, message);
  }

  /**
   * A HELLO frame.
   *
   * @param maxFrameBytes the largest frame body that the sender accepts
   * @param token who calls, or null
   * @param defaultDeadlineMs deadline of requests that carry none, in ms; 0 from a server
   * @param maxInFlight calls in flight that a server accepts; 0 from a client
   * @return the frame
   */
  public static byte[] hello(
      int maxFrameBytes, @Nullable String token, long defaultDeadlineMs, int maxInFlight) {
    Hello.Builder hello =
        Hello.newBuilder()
            .setVersion(VERSION)
            .setMaxFrameBytes(maxFrameBytes)
            .setDefaultDeadlineMs((int) defaultDeadlineMs)
            .setMaxInFlight(maxInFlight);
    if (token != null) {
      hello.setToken(token);
    }
    return of(Envelope.HELLO_FIELD_NUMBER, hello.build());
  }

  /**
   * A PING frame.
   *
   * @param id what the answer repeats
   * @return the frame
   */
  public static byte[] ping(long id) {
    return of(Envelope.PING_FIELD_NUMBER, Ping.newBuilder().setId(id).build());
  }

  /**
   * A PONG frame.
   *
   * @param id the ping's
   * @return the frame
   */
  public static byte[] pong(long id) {
    return of(Envelope.PONG_FIELD_NUMBER, Pong.newBuilder().setId(id).build());
  }

  /**
   * A CANCEL frame.
   *
   * @param id the call's
   * @return the frame
   */
  public static byte[] cancel(long id) {
    return of(Envelope.CANCEL_FIELD_NUMBER, Cancel.newBuilder().setId(id).build());
  }

  /**
   * A GOAWAY frame.
   *
   * @param status 0 for an orderly farewell
   * @param message why
   * @return the frame
   */
  public static byte[] goAway(int status, String message) {
    return goAway(status, message, null);
  }

  /**
   * A GOAWAY frame that may name a call.
   *
   * @param status 0 for an orderly farewell
   * @param message why
   * @param callId the call whose request is the reason, or null
   * @return the frame
   */
  public static byte[] goAway(int status, String message, @Nullable Long callId) {
    GoAway.Builder farewell = GoAway.newBuilder().setStatus(status).setMessage(message);
    if (callId != null) {
      farewell.setCallId(callId);
    }
    return of(Envelope.GO_AWAY_FIELD_NUMBER, farewell.build());
  }
}
