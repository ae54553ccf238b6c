package io.rpcstress.server.proxy;

import io.rpcstress.server.base.ServerProgram;
import java.util.List;

/** Host B's proxies; {@code --technology} says which one this process looks after. */
public final class ProxyPrograms {
  private ProxyPrograms() {}

  public static void main(String[] args) {
    ServerProgram.main(
        "proxy",
        List.of(
            new ProxyServer(new Haproxy()),
            new ProxyServer(new Nginx()),
            new ProxyServer(new Envoy())),
        args);
  }
}
