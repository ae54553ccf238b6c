package io.rpcstress.server.bolt;

import io.rpcstress.server.base.ServerJarContract;
import java.io.IOException;
import java.net.InetSocketAddress;

/** The jar as every server's jar is held to. */
class BoltServerJarIT extends ServerJarContract {
  BoltServerJarIT() {
    super("sofa-bolt", 9018, 9118);
  }

  @Override
  protected Greeter connect(InetSocketAddress server) throws IOException {
    return new RawClient(server);
  }
}
