package io.rpcstress.server.tcp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.rpcstress.contract.Entry;
import io.rpcstress.contract.PutFrame;
import io.rpcstress.contract.Store;
import java.nio.ByteBuffer;

/** The put operation: {@link PutFrame}s, each answered by a line. */
final class PutFrames implements Requests {
  private static final byte[] KEPT = (PutFrame.KEPT + '\n').getBytes(US_ASCII);

  private final Store store = new Store();

  @Override
  public boolean begin(byte first) {
    return first == PutFrame.MARK;
  }

  @Override
  public int end(byte[] bytes, int from, int to) {
    if (to - from < PutFrame.HEADER_BYTES) {
      return INCOMPLETE;
    }
    int end;
    try {
      end = from + PutFrame.length(ByteBuffer.wrap(bytes, from, to - from));
    } catch (IllegalArgumentException tooLong) {
      return REFUSED;
    }
    return end <= to ? end : INCOMPLETE;
  }

  @Override
  public void answer(byte[] bytes, int from, int end, Buffers buffers) {
    Entry entry = PutFrame.read(ByteBuffer.wrap(bytes, from, end - from));
    boolean unused = store.put(entry.key(), entry.value());
    buffers.out(KEPT.length).put(KEPT);
  }
}
