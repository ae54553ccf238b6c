package io.rpcstress.driver.rsocket;

import io.netty.channel.ChannelOption;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.resolver.DefaultAddressResolverGroup;
import io.rpcstress.contract.TlsSide;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Connections;
import io.rpcstress.driver.DriverOptions;
import java.time.Duration;
import reactor.netty.resources.LoopResources;
import reactor.netty.tcp.SslProvider.GenericSslContextSpec;
import reactor.netty.tcp.TcpClient;
import reactor.netty.tcp.TcpSslContextSpec;

/** A session's connections and their threads. */
record Links(Connections<Link> links, LoopResources loops) {
  private static final Duration END = Duration.ofSeconds(1);

  static Links connect(Address server, boolean zeroCopy, DriverOptions options)
      throws CallException {
    LoopResources loops =
        LoopResources.create("rsocket-client", LoopResources.DEFAULT_IO_WORKER_COUNT, true);
    TcpClient plain =
        TcpClient.newConnection()
            .host(server.host())
            .port(server.port())
            .resolver(DefaultAddressResolverGroup.INSTANCE) // as the JDK does, as all here
            .runOn(loops, false) // NIO, as all technologies here
            .option(
                ChannelOption.CONNECT_TIMEOUT_MILLIS,
                DriverOptions.millis(options.connectTimeout()));
    TlsSide tls = options.tls();
    TcpClient client = // which verifies the server's name by default
        tls == null ? plain : plain.secure(spec -> spec.sslContext(encryption(tls)));
    try {
      return new Links(
          Connections.open(
              options.connections().count(),
              () -> Link.connected(new BoundedTcp(client), zeroCopy, options),
              Link::close),
          loops);
    } catch (CallException e) {
      end(loops);
      throw e;
    }
  }

  private static GenericSslContextSpec<SslContextBuilder> encryption(TlsSide tls) {
    return TcpSslContextSpec.forClient()
        .configure(
            builder ->
                builder.trustManager(tls.trusted()).keyManager(tls.certificate(), tls.key()));
  }

  Link of(int thread) {
    return links.of(thread);
  }

  void close() {
    links.close();
    end(loops);
  }

  private static void end(LoopResources loops) {
    loops.disposeLater(Duration.ZERO, END).block();
  }
}
