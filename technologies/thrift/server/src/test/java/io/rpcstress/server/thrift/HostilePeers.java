package io.rpcstress.server.thrift;

import io.rpcstress.contract.ServerVariant;
import io.rpcstress.server.base.HostilePeersContract;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.TimeLimits;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;

/** What both variants share here: all but what announces too much. */
abstract class HostilePeers extends HostilePeersContract {
  private static final Duration LINGER = Duration.ofMillis(200);

  private final ServerVariant variant;
  private final boolean tuned;

  HostilePeers(ServerVariant variant) {
    this.variant = variant;
    this.tuned = variant == ServerVariant.TUNED;
  }

  static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  @Override
  protected List<ServerVariant> variants() {
    return List.of(variant);
  }

  @Override
  protected Server server(Duration stalled, Duration idle) {
    return new ThriftServer(new TimeLimits(stalled, idle, LINGER));
  }

  @Override
  protected GoodClient connect(InetSocketAddress server) throws IOException {
    return new ThriftClient(server, tuned);
  }

  @Override
  protected byte[] request(String name) {
    return ThriftClient.request(name, tuned);
  }

  @Override
  protected int answerBytes() {
    return ThriftClient.answer("hello, Ada", tuned).length;
  }
}
