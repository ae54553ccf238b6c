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
  public Boolean read(byte[] bytes, int from, int to) {
    return Arrays.equals(bytes, from, to, KEPT, 0, KEPT.length);
  }
}
