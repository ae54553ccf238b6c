package io.rpcstress.rpcx.wire;

import org.jspecify.annotations.Nullable;

/** Field numbers of rpcx.proto and the frames that consist of nothing but them. */
public final class Envelopes {
  /** The version of the wire that this library speaks. */
  public static final int VERSION = 1;

  /** Field of Envelope: a call. */
  public static final int REQUEST = 1;

  /** Field of Envelope: its answer. */
  public static final int REPLY = 2;

  /** Field of Envelope: the first frame in each direction. */
  public static final int HELLO = 3;

  /** Field of Envelope: are you there. */
  public static final int PING = 4;

  /** Field of Envelope: yes. */
  public static final int PONG = 5;

  /** Field of Envelope: no new calls here. */
  public static final int GO_AWAY = 6;

  /** Field of Envelope: never mind. */
  public static final int CANCEL = 7;

  /** Field of RPCXRequest, RPCXReply, Ping, Pong and Cancel. */
  public static final int ID = 1;

  /** Field of RPCXRequest. */
  public static final int SERVICE = 2;

  /** Field of RPCXRequest. */
  public static final int METHOD = 3;

  /** Field of RPCXRequest. */
  public static final int PARAMETERS = 4;

  /** Field of RPCXRequest. */
  public static final int DEADLINE_MS = 5;

  /** Field of RPCXRequest. */
  public static final int ONE_WAY = 6;

  /** Field of RPCXRequest. */
  public static final int METADATA = 7;

  /** Field of Parameter. */
  public static final int PARAMETER_TYPE = 1;

  /** Field of Parameter. */
  public static final int PARAMETER_VALUE = 2;

  /** Field of RPCXReply. */
  public static final int RESULT = 2;

  /** Field of RPCXReply. */
  public static final int STATUS = 3;

  /** Field of RPCXReply. */
  public static final int MESSAGE = 4;

  private static final int CONTROL_BYTES = 64;

  private Envelopes() {}

  /**
   * A HELLO frame.
   *
   * @param maxFrameBytes the largest frame body that the sender accepts
   * @param token who calls, or null
   * @param defaultDeadlineMs deadline of requests that carry none, in ms; 0 from a server
   * @param maxInFlight calls in flight that a server accepts; 0 from a client
   * @return the frame
   */
  public static ProtoWriter hello(
      int maxFrameBytes, @Nullable String token, long defaultDeadlineMs, int maxInFlight) {
    ProtoWriter out = new ProtoWriter(CONTROL_BYTES);
    int frame = out.beginFrame();
    out.tag(HELLO, ProtoWriter.LEN);
    int body = out.beginLength();
    out.varintField(1, VERSION);
    out.varintField(2, maxFrameBytes);
    if (token != null) {
      out.stringField(3, token);
    }
    out.varintField(4, defaultDeadlineMs);
    out.varintField(5, maxInFlight);
    out.endLength(body);
    out.endFrame(frame);
    return out;
  }

  /**
   * A frame that holds nothing but an id.
   *
   * @param kind {@link #PING}, {@link #PONG} or {@link #CANCEL}
   * @param id the id
   * @return the frame
   */
  public static ProtoWriter idOnly(int kind, long id) {
    ProtoWriter out = new ProtoWriter(CONTROL_BYTES);
    int frame = out.beginFrame();
    out.tag(kind, ProtoWriter.LEN);
    int body = out.beginLength();
    out.fixed64Field(ID, id);
    out.endLength(body);
    out.endFrame(frame);
    return out;
  }

  /**
   * A GOAWAY frame.
   *
   * @param status 0 for an orderly farewell
   * @param message why
   * @return the frame
   */
  public static ProtoWriter goAway(int status, String message) {
    ProtoWriter out = new ProtoWriter(CONTROL_BYTES);
    int frame = out.beginFrame();
    out.tag(GO_AWAY, ProtoWriter.LEN);
    int body = out.beginLength();
    out.varintField(1, status);
    out.stringField(2, message);
    out.endLength(body);
    out.endFrame(frame);
    return out;
  }

  /**
   * Starts a REPLY frame; the result, if any, goes between this and {@link #endReply}.
   *
   * @param out where to
   * @param id the request's
   * @return the mark for {@link #endReply}
   */
  public static long beginReply(ProtoWriter out, long id) {
    int frame = out.beginFrame();
    out.tag(REPLY, ProtoWriter.LEN);
    int body = out.beginLength();
    out.fixed64Field(ID, id);
    return ((long) frame << Integer.SIZE) | body;
  }

  /**
   * Ends a REPLY frame.
   *
   * @param out where to
   * @param mark what {@link #beginReply} returned
   * @return the length of the frame's body, in bytes
   */
  public static int endReply(ProtoWriter out, long mark) {
    out.endLength((int) mark);
    return out.endFrame((int) (mark >>> Integer.SIZE));
  }

  /**
   * A whole REPLY frame of a call that failed.
   *
   * @param out where to
   * @param id the request's
   * @param status not 0
   * @param message why
   */
  public static void failure(ProtoWriter out, long id, int status, String message) {
    long mark = beginReply(out, id);
    out.varintField(STATUS, status);
    out.stringField(MESSAGE, message);
    int unused = endReply(out, mark);
  }
}
