package io.rpcstress.driver.rsocket;

import io.rpcstress.contract.Entry;
import io.rpcstress.contract.PutFrame;

/** put: a {@link PutFrame}, answered by a word. */
final class PutData implements PayloadFormat<Entry, Boolean> {

  @Override
  public byte[] data(Entry entry) {
    return PutFrame.of(entry);
  }

  @Override
  public Boolean reply(String text) {
    return text.equals(PutFrame.KEPT);
  }
}
