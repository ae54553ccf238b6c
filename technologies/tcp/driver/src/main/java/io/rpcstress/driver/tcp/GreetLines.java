package io.rpcstress.driver.tcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** greet: a line with a name, answered by a line with the greeting. */
final class GreetLines implements LineFormat<String, String> {

  @Override
  public byte[] request(String name) {
    byte[] text = name.getBytes(UTF_8);
    byte[] line = Arrays.copyOf(text, text.length + 1);
    line[text.length] = '\n';
    return line;
  }

  @Override
  public String read(byte[] bytes, int from, int end) {
    return new String(bytes, from, end - 1 - from, UTF_8);
  }
}
