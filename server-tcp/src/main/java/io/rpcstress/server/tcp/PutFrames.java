package io.rpcstress.server.tcp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.rpcstress.contract.Put;
import io.rpcstress.contract.PutFrame;
import io.rpcstress.contract.Store;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** The put operation: {@link PutFrame}s, each answered by a line. */
final class PutFrames implements Requests {
  private static final int MAX_UINT16 = 0xFFFF;
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
    int key = keyBytes(bytes, from);
    int value = valueBytes(bytes, from);
    if (key == 0 || key > Put.MAX_KEY_BYTES || value < 0 || value > Put.MAX_VALUE_BYTES) {
      return REFUSED;
    }
    int end = from + PutFrame.HEADER_BYTES + key + value;
    return end <= to ? end : INCOMPLETE;
  }

  private static int keyBytes(byte[] bytes, int from) {
    return ByteBuffer.wrap(bytes).getShort(from + 1) & MAX_UINT16;
  }

  /** Below 0 where it is larger than an int. */
  private static int valueBytes(byte[] bytes, int from) {
    return ByteBuffer.wrap(bytes).getInt(from + 1 + Short.BYTES);
  }

  @Override
  public void answer(byte[] bytes, int from, int end, ByteBuffer replies) {
    int key = from + PutFrame.HEADER_BYTES;
    int value = key + keyBytes(bytes, from);
    boolean unused =
        store.put(Arrays.copyOfRange(bytes, key, value), Arrays.copyOfRange(bytes, value, end));
    replies.put(KEPT);
  }
}
