package io.rpcstress.driver.rsocket;

import io.netty.channel.ChannelOption;
import io.netty.resolver.DefaultAddressResolverGroup;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Put;
import io.rpcstress.contract.PutFrame;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.CallerTable;
import io.rpcstress.driver.Connections;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.SharedSession;
import io.rsocket.transport.ClientTransport;
import io.rsocket.transport.netty.client.TcpClientTransport;
import java.time.Duration;
import reactor.netty.resources.LoopResources;
import reactor.netty.tcp.TcpClient;

/** A session's connections and their threads. */
final class Links {
  /** The longest frame with its length, bytes: an entry, or any answer. */
  private static final int MAX_FRAME_BYTES = PutFrame.MAX_BYTES + 1024;

  private static final Duration END = Duration.ofSeconds(1);

  private Links() {}

  /**
   * A session over as many connections as the policy says.
   *
   * @throws CallException of kind {@link io.rpcstress.driver.FailureKind#CONNECT}
   */
  static Session open(Address server, boolean zeroCopy, DriverOptions options)
      throws CallException {
    LoopResources loops =
        LoopResources.create("rsocket-client", LoopResources.DEFAULT_IO_WORKER_COUNT, true);
    Runnable endLoops = () -> loops.disposeLater(Duration.ZERO, END).block();
    ClientTransport transport =
        TcpClientTransport.create(
            TcpClient.newConnection()
                .host(server.host())
                .port(server.port())
                .resolver(DefaultAddressResolverGroup.INSTANCE) // as the JDK does, as all here
                .runOn(loops, false) // NIO, as all technologies here
                .option(
                    ChannelOption.CONNECT_TIMEOUT_MILLIS,
                    (int)
                        Math.max(
                            1, Math.min(options.connectTimeout().toMillis(), Integer.MAX_VALUE))),
            MAX_FRAME_BYTES);
    Connections<Link> links;
    try {
      links =
          Connections.open(
              options.connections().count(),
              () -> new Link(transport, zeroCopy, options).connected(),
              Link::close);
    } catch (CallException e) {
      endLoops.run();
      throw e;
    }
    // An operation of this technology is a line here.
    return new SharedSession(
        new CallerTable()
            .on(Greeting.OPERATION, thread -> links.of(thread).caller(PayloadFormat.greet()))
            .on(Put.OPERATION, thread -> links.of(thread).caller(PayloadFormat.put())),
        () -> {
          links.close();
          endLoops.run();
        });
  }
}
