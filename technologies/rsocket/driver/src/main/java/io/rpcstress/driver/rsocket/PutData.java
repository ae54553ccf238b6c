package io.rpcstress.driver.rsocket;

import io.rpcstress.contract.Entry;
import io.rpcstress.contract.PutFrame;
import io.rsocket.Payload;

/** put: a {@link PutFrame}, answered by a word. */
final class PutData implements PayloadFormat<Entry, Boolean> {

  @Override
  public byte[] data(Entry entry) {
    return PutFrame.of(entry);
  }

  @Override
  public Boolean reply(Payload answer) {
    return answer.getDataUtf8().equals(PutFrame.KEPT);
  }
}
