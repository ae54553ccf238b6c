package io.rpcstress.pack.codec;

import io.rpcstress.contract.MessageCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One encoding of the pack that this class is in. */
record PackedCodec(
    ObjectCodec requestCodec,
    ObjectCodec replyCodec,
    List<Object> requests,
    @Nullable Object reply,
    int requestBytes,
    int replyBytes,
    int longestBytes)
    implements MessageCodec {

  static PackedCodec of(
      ObjectCodec requestCodec,
      List<byte[]> requests,
      ObjectCodec replyCodec,
      byte @Nullable [] reply)
      throws IOException {
    List<Object> decoded = new ArrayList<>();
    for (byte[] each : requests) {
      decoded.add(requestCodec.decode(each));
    }
    double mean = requests.stream().mapToInt(each -> each.length).average().orElseThrow();
    int requestBytes = (int) Math.round(mean);
    int longest = requests.stream().mapToInt(each -> each.length).max().orElseThrow();
    return new PackedCodec(
        requestCodec,
        replyCodec,
        List.copyOf(decoded),
        reply == null ? null : replyCodec.decode(reply),
        requestBytes,
        reply == null ? requestBytes : reply.length,
        reply == null ? longest : Math.max(longest, reply.length));
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
