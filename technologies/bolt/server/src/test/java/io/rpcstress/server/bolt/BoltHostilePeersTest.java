package io.rpcstress.server.bolt;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.contract.ServerVariant;
import io.rpcstress.server.base.HostilePeersContract;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.TimeLimits;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/** Whatever one peer does, others are answered. */
class BoltHostilePeersTest extends HostilePeersContract {
  private static final int RESPONSE_HEAD_BYTES = 20;

  @Override
  protected List<ServerVariant> variants() {
    return List.of(ServerVariant.values());
  }

  @Override
  protected Server server(Duration stalled, Duration idle) {
    return new BoltServer(new TimeLimits(stalled, idle, Duration.ofSeconds(1)));
  }

  @Override
  protected GoodClient connect(InetSocketAddress server) throws IOException {
    return new RawClient(server);
  }

  /** Always by the same id. */
  @Override
  protected byte[] request(String name) {
    return RawClient.request(1, RawClient.TEXT, name.getBytes(UTF_8));
  }

  @Override
  protected int answerBytes() {
    return RESPONSE_HEAD_BYTES + RawClient.TEXT.length() + "hello, Ada".length();
  }

  @Override
  protected List<byte[]> tooMuch() {
    return List.of(
        RawClient.head(1, 1, 1, 1, 16, 0, Integer.MAX_VALUE).array(),
        RawClient.head(1, 1, 1, 1, 16, 0, Integer.MIN_VALUE).array(),
        RawClient.head(1, 1, 1, 1, 16, 0, 16_385).array(),
        RawClient.head(1, 1, 1, 1, 16, 0, -1).array(),
        RawClient.head(1, 1, 1, 1, Short.MAX_VALUE, 0, 3).array(),
        RawClient.head(1, 1, 1, 1, -1, 0, 3).array(),
        RawClient.head(1, 1, 1, 1, 0, 0, 3).array(), // no class
        RawClient.head(1, 1, 1, 1, 16, 1, 3).array(), // a header
        RawClient.head(1, 1, 1, 1, 16, -1, 3).array(),
        RawClient.head(2, 1, 1, 1, 16, 0, 3).array(), // version 2
        RawClient.head(3, 1, 1, 1, 16, 0, 3).array(), // none that there is
        RawClient.head(1, 0, 2, 1, 16, 0, 3).array(), // a response
        RawClient.head(1, 2, 1, 1, 16, 0, 3).array(), // nobody to answer
        RawClient.head(1, 3, 1, 1, 16, 0, 3).array(),
        RawClient.head(1, 1, 7, 1, 16, 0, 3).array(), // a command that nobody knows
        RawClient.head(1, 1, 0, 1, 0, 0, 3).array()); // a sign of life with more
  }
}
