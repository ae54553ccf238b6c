package io.rpcstress.server.dubbo;

import io.rpcstress.server.base.CrowdContract;
import io.rpcstress.server.base.ServerJarContract.Greeter;
import java.io.IOException;
import java.net.InetSocketAddress;

/** However many peers take no answers, a server of 64 MiB answers a good client. */
class DubboSmallHeapIT extends CrowdContract {
  /** A head, what kind of answer it is, a string with its head, and attachments. */
  private static final int LONGEST_ANSWER_BYTES = 16 + 1 + 3 + "hello, ".length() + 4096 + 14;

  DubboSmallHeapIT() {
    super("dubbo", "server-dubbo.jar");
  }

  @Override
  protected Greeter connect(InetSocketAddress server) throws IOException {
    return new RawClient(server);
  }

  @Override
  protected byte[] call(String name) {
    return Message.greet().text(name).attachments().request(1);
  }

  @Override
  protected int longestAnswerBytes() {
    return LONGEST_ANSWER_BYTES;
  }
}
