package io.rpcstress.driver.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.rpcstress.contract.Entry;
import java.util.Arrays;

/** put: {@code PUT key value}, answered by {@code OK}. */
final class PutCommand implements RedisCommand<Entry, Boolean> {

  private static final byte[] NAME = "PUT".getBytes(US_ASCII);
  private static final byte[] KEPT = "OK".getBytes(US_ASCII);

  @Override
  public byte[] name() {
    return NAME;
  }

  @Override
  public byte[][] arguments(Entry entry) {
    return new byte[][] {entry.key(), entry.value()};
  }

  @Override
  public Boolean reply(byte[] text) {
    return Arrays.equals(text, KEPT);
  }
}
