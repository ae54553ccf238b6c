package io.rpcstress.message;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The requests and the reply of a pack in one encoding. Immutable; safe for many threads. */
public final class MessageCodec {
  private final ObjectCodec requestCodec;
  private final ObjectCodec replyCodec;
  private final List<Object> requests;
  private final @Nullable Object reply;
  private final int requestBytes;
  private final int replyBytes;

  MessageCodec(
      ObjectCodec requestCodec,
      List<byte[]> requests,
      ObjectCodec replyCodec,
      byte @Nullable [] reply)
      throws IOException {
    this.requestCodec = requestCodec;
    this.replyCodec = replyCodec;
    this.requests = decoded(requests, requestCodec);
    this.reply = reply == null ? null : replyCodec.decode(reply);
    this.requestBytes = requests.get(0).length;
    this.replyBytes = reply == null ? requestBytes : reply.length;
  }

  private static List<Object> decoded(List<byte[]> samples, ObjectCodec codec) throws IOException {
    Object[] objects = new Object[samples.size()];
    for (int i = 0; i < objects.length; i++) {
      objects[i] = codec.decode(samples.get(i));
    }
    return List.of(objects);
  }

  /** One or more; each call takes the next. */
  public List<Object> requests() {
    return requests;
  }

  /** What every request is answered by; null where the request itself comes back. */
  public @Nullable Object reply() {
    return reply;
  }

  /** The size of the first request, bytes. */
  public int requestBytes() {
    return requestBytes;
  }

  /** The size of the reply to the first request, bytes. */
  public int replyBytes() {
    return replyBytes;
  }

  public byte[] encodeRequest(Object request) throws IOException {
    return requestCodec.encode(request);
  }

  /**
   * The request again.
   *
   * @throws IOException if the bytes are none
   */
  public Object decodeRequest(byte[] bytes) throws IOException {
    return requestCodec.decode(bytes);
  }

  public byte[] encodeReply(Object object) throws IOException {
    return replyCodec.encode(object);
  }

  /**
   * The reply again.
   *
   * @throws IOException if the bytes are none
   */
  public Object decodeReply(byte[] bytes) throws IOException {
    return replyCodec.decode(bytes);
  }
}
