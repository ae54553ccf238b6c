package io.rpcstress.driver.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

/** greet: {@code GREET name}, answered by a string. */
final class GreetCommand implements RedisCommand<String, String> {

  private static final byte[] NAME = "GREET".getBytes(US_ASCII);

  @Override
  public byte[] name() {
    return NAME;
  }

  @Override
  public byte[][] arguments(String name) {
    return new byte[][] {name.getBytes(UTF_8)};
  }

  @Override
  public String reply(byte[] text) {
    return new String(text, UTF_8);
  }
}
