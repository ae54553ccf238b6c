package io.rpcstress.server.dubbo;

import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.dubbo.DubboBounds;
import io.rpcstress.server.base.HostilePeersContract;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.TimeLimits;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Whatever one peer does, others are answered. */
class DubboHostilePeersTest extends HostilePeersContract {
  /** A head, what kind of answer it is, a string, and attachments: {@code dubbo} and a version. */
  private static final int ANSWER_BYTES = 16 + 1 + 11 + 14;

  private static final int MAGIC = 0xDABB;

  @Override
  protected List<ServerVariant> variants() {
    return List.of(ServerVariant.values());
  }

  @Override
  protected Server server(Duration stalled, Duration idle) {
    return new DubboServer(new TimeLimits(stalled, idle, Duration.ofSeconds(1)));
  }

  @Override
  protected GoodClient connect(InetSocketAddress server) throws IOException {
    return new RawClient(server);
  }

  /** Always by the same id. */
  @Override
  protected byte[] request(String name) {
    return Message.greet().text(name).attachments().request(1);
  }

  @Override
  protected int answerBytes() {
    return ANSWER_BYTES;
  }

  @Override
  protected List<byte[]> tooMuch() {
    return List.of(
        Message.head(MAGIC, Message.REQUEST, 1, Integer.MAX_VALUE).array(),
        Message.head(MAGIC, Message.REQUEST, 1, Integer.MIN_VALUE).array(),
        Message.head(MAGIC, Message.REQUEST, 1, -1).array(),
        Message.head(MAGIC, Message.REQUEST, 1, DubboBounds.MAX_BODY_BYTES + 1).array(),
        Message.head(0xDABC, Message.REQUEST, 1, 10).array(),
        Message.head(MAGIC, 0x42, 1, 10).array(), // a response
        Message.head(MAGIC, 0x82, 1, 10).array(), // nobody to answer
        Message.head(MAGIC, 0xC3, 1, 10).array(), // Java's serialisation
        Message.head(MAGIC, 0xD7, 1, 10).array(), // Fastjson
        Message.head(MAGIC, Message.EVENT, 1, 9).array(),
        "status -l\r\nhelp\r\n".getBytes(StandardCharsets.US_ASCII), // as if from a terminal
        "GET / HTTP/1.1\r\nHost: b\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
  }
}
