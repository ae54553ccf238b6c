package io.rpcstress.driver.rsocket;

import io.netty.channel.ChannelOption;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.resolver.DefaultAddressResolverGroup;
import io.rpcstress.contract.TlsSide;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DriverOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import reactor.netty.resources.LoopResources;
import reactor.netty.tcp.SslProvider.GenericSslContextSpec;
import reactor.netty.tcp.TcpClient;
import reactor.netty.tcp.TcpSslContextSpec;

/** A session's connections, over which threads are spread in turn, and their threads. */
final class Links {
  private static final Duration END = Duration.ofSeconds(1);

  private final List<Link> links = new ArrayList<>();
  private final LoopResources loops =
      LoopResources.create("rsocket-client", LoopResources.DEFAULT_IO_WORKER_COUNT, true);

  private Links() {}

  /**
   * Makes all connections.
   *
   * @throws CallException of kind {@link io.rpcstress.driver.FailureKind#CONNECT}
   */
  static Links connect(Address server, boolean zeroCopy, DriverOptions options)
      throws CallException {
    Links all = new Links();
    TcpClient client =
        TcpClient.newConnection()
            .host(server.host())
            .port(server.port())
            .resolver(DefaultAddressResolverGroup.INSTANCE) // as the JDK does, as all here
            .runOn(all.loops, false) // NIO, as all technologies here
            .option(
                ChannelOption.CONNECT_TIMEOUT_MILLIS,
                (int)
                    Math.max(1, Math.min(options.connectTimeout().toMillis(), Integer.MAX_VALUE)));
    TlsSide tls = options.tls();
    if (tls != null) { // which verifies the server's name by default
      client = client.secure(spec -> spec.sslContext(encryption(tls)));
    }
    try {
      for (int i = 0; i < options.connections().count(); i++) {
        Link link = new Link(new BoundedTcp(client), zeroCopy, options);
        all.links.add(link);
        link.begin();
      }
      return all;
    } catch (CallException e) {
      all.close();
      throw e;
    }
  }

  private static GenericSslContextSpec<SslContextBuilder> encryption(TlsSide tls) {
    return TcpSslContextSpec.forClient()
        .configure(
            builder ->
                builder.trustManager(tls.trusted()).keyManager(tls.certificate(), tls.key()));
  }

  /** The connection of a thread. */
  Link of(int thread) {
    return links.get(thread % links.size());
  }

  /** Ends all connections and their threads. */
  void close() {
    links.forEach(Link::close);
    loops.disposeLater(Duration.ZERO, END).block();
  }
}
