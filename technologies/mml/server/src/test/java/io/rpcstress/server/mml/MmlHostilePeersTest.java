package io.rpcstress.server.mml;

import io.rpcstress.contract.mml.Frame;
import io.rpcstress.server.base.HostilePeersContract;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.TimeLimits;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;

/** What every server owes whose connections stay open. */
class MmlHostilePeersTest extends HostilePeersContract {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration LINGER = Duration.ofMillis(200);

  @Override
  protected Server server(Duration stalled, Duration idle) {
    return new MmlServer(new TimeLimits(stalled, idle, LINGER));
  }

  @Override
  protected GoodClient connect(InetSocketAddress server) throws IOException {
    MmlClient client = new MmlClient(server, LONG);
    return new GoodClient() {
      @Override
      public String greet(String name) throws IOException {
        return client.ask(name);
      }

      @Override
      public void close() throws IOException {
        client.close();
      }
    };
  }

  @Override
  protected byte[] request(String name) {
    return MmlClient.frame(7, MmlClient.greet(name));
  }

  @Override
  protected int answerBytes() {
    return MmlClient.frame(
            7, "{\"@type\":\"" + MmlClient.MML + "Greeting\",\"message\":\"hello, Ada\"}")
        .length;
  }

  @Override
  protected List<byte[]> tooMuch() {
    return List.of(
        ByteBuffer.allocate(4).putInt(Frame.MAX_LENGTH + 1).array(),
        ByteBuffer.allocate(4).putInt(-1).array(),
        ByteBuffer.allocate(4).putInt(Integer.MIN_VALUE).array(),
        new byte[7], // a frame of no bytes, and a part of another
        MmlClient.frame(1, "[".repeat(100)));
  }
}
