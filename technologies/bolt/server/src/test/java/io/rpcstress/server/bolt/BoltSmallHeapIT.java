package io.rpcstress.server.bolt;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.server.base.CrowdContract;
import io.rpcstress.server.base.ServerJarContract.Greeter;
import java.io.IOException;
import java.net.InetSocketAddress;

/** However many peers take no answers, a server of 64 MiB answers a good client. */
class BoltSmallHeapIT extends CrowdContract {
  private static final int RESPONSE_HEAD_BYTES = 20;

  BoltSmallHeapIT() {
    super("sofa-bolt", "server-bolt.jar");
  }

  @Override
  protected Greeter connect(InetSocketAddress server) throws IOException {
    return new RawClient(server);
  }

  @Override
  protected byte[] call(String name) {
    return RawClient.request(1, RawClient.TEXT, name.getBytes(UTF_8));
  }

  @Override
  protected int longestAnswerBytes() {
    return RESPONSE_HEAD_BYTES + RawClient.TEXT.length() + "hello, ".length() + 4096;
  }
}
