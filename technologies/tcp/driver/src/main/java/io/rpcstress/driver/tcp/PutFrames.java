package io.rpcstress.driver.tcp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.rpcstress.contract.Entry;
import io.rpcstress.contract.PutFrame;
import java.util.Arrays;

/** put: a {@link PutFrame}, answered by a line. */
final class PutFrames implements LineFormat<Entry, Boolean> {

  private static final byte[] KEPT = PutFrame.KEPT.getBytes(US_ASCII);

  @Override
  public byte[] request(Entry entry) {
    return PutFrame.of(entry);
  }

  @Override
  public Boolean read(byte[] bytes, int from, int end) {
    return Arrays.equals(bytes, from, end - 1, KEPT, 0, KEPT.length);
  }
}
