package io.rpcstress.server.tcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.contract.Greeting;

/** The greet operation: a line with a name, answered by a line with the greeting. */
final class GreetLines implements Requests {

  /** Whatever is no other operation's is a name. */
  @Override
  public boolean begin(byte first) {
    return true;
  }

  @Override
  public int end(byte[] bytes, int from, int to) {
    int last = Math.min(to, from + Greeting.MAX_NAME_BYTES + 1);
    for (int i = from; i < last; i++) {
      if (bytes[i] == '\n') {
        return i + 1;
      }
    }
    return to - from > Greeting.MAX_NAME_BYTES ? REFUSED : INCOMPLETE;
  }

  @Override
  public void answer(byte[] bytes, int from, int end, Buffers buffers) {
    String name = new String(bytes, from, end - 1 - from, UTF_8);
    byte[] greeting = Greeting.greet(name).getBytes(UTF_8);
    buffers.out(greeting.length + 1).put(greeting).put((byte) '\n');
  }
}
