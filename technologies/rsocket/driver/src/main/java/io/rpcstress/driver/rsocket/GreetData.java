package io.rpcstress.driver.rsocket;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rsocket.Payload;

/** greet: a name, answered by the greeting. */
final class GreetData implements PayloadFormat<String, String> {

  @Override
  public byte[] data(String name) {
    return name.getBytes(UTF_8);
  }

  @Override
  public String reply(Payload answer) {
    return answer.getDataUtf8();
  }
}
