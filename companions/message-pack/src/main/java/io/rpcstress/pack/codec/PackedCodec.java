package io.rpcstress.pack.codec;

import io.rpcstress.contract.MessageCodec;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One encoding of the pack that this class is in. */
final class PackedCodec implements MessageCodec {
  private final ObjectCodec requestCodec;
  private final ObjectCodec replyCodec;
  private final List<Object> requests;
  private final @Nullable Object reply;
  private final int requestBytes;
  private final int replyBytes;

  PackedCodec(
      ObjectCodec requestCodec,
      List<byte[]> requests,
      ObjectCodec replyCodec,
      byte @Nullable [] reply)
      throws IOException {
    this.requestCodec = requestCodec;
    this.replyCodec = replyCodec;
    this.requests = decoded(requests, requestCodec);
    this.reply = reply == null ? null : replyCodec.decode(reply);
    this.requestBytes =
        (int) Math.round(requests.stream().mapToInt(each -> each.length).average().orElseThrow());
    this.replyBytes = reply == null ? requestBytes : reply.length;
  }

  private static List<Object> decoded(List<byte[]> samples, ObjectCodec codec) throws IOException {
    Object[] objects = new Object[samples.size()];
    for (int i = 0; i < objects.length; i++) {
      objects[i] = codec.decode(samples.get(i));
    }
    return List.of(objects);
  }

  @Override
  public List<Object> requests() {
    return requests;
  }

  @Override
  public @Nullable Object reply() {
    return reply;
  }

  @Override
  public int requestBytes() {
    return requestBytes;
  }

  @Override
  public int replyBytes() {
    return replyBytes;
  }

  @Override
  public byte[] encodeRequest(Object request) throws IOException {
    return requestCodec.encode(request);
  }

  @Override
  public Object decodeRequest(byte[] bytes) throws IOException {
    return requestCodec.decode(bytes);
  }

  @Override
  public byte[] encodeReply(Object object) throws IOException {
    return replyCodec.encode(object);
  }

  @Override
  public Object decodeReply(byte[] bytes) throws IOException {
    return replyCodec.decode(bytes);
  }
}
