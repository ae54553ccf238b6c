package io.rpcstress.driver.amqp;

import static java.nio.charset.StandardCharsets.UTF_8;

/** greet: a name, answered by the greeting. */
final class GreetMessage implements MessageFormat<String, String> {

  @Override
  public byte[] body(String name) {
    return name.getBytes(UTF_8);
  }

  @Override
  public String reply(byte[] body) {
    return new String(body, UTF_8);
  }
}
