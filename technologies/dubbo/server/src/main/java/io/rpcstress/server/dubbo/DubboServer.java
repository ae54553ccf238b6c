package io.rpcstress.server.dubbo;

import io.netty.channel.socket.SocketChannel;
import io.rpcstress.contract.dubbo.DubboBounds;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.base.TimeLimits;
import io.rpcstress.server.base.netty.LimitedConnections;
import java.time.Duration;
import org.apache.dubbo.config.ProtocolConfig;

/** Host B's Dubbo server of the dubbo protocol. The tuned one answers on the threads that read. */
public final class DubboServer extends PointToPointServer {
  private static final String TECHNOLOGY = "dubbo";
  private static final int DEFAULT_PORT = 9016;

  private final TimeLimits limits;

  /** A server that is not started. */
  public DubboServer() {
    this(TimeLimits.DEFAULTS);
  }

  DubboServer(TimeLimits limits) {
    this.limits = limits;
  }

  @Override
  public String technology() {
    return TECHNOLOGY;
  }

  @Override
  public int defaultPort() {
    return DEFAULT_PORT;
  }

  @Override
  ConnectionLimits.Admission admission(ServerOptions options, CallCounter calls) {
    LimitedConnections connections =
        new LimitedConnections(options.maxConnections(), calls, limits);
    return new ConnectionLimits.Admission() {
      @Override
      public boolean admit(SocketChannel accepted) {
        return connections.admit(accepted, Connection::new);
      }

      @Override
      public boolean drain(Duration atMost) throws InterruptedException {
        return connections.drain(atMost);
      }
    };
  }

  @Override
  ProtocolConfig protocol(ServerOptions options, int port) {
    ProtocolConfig protocol = new ProtocolConfig(TECHNOLOGY, port);
    protocol.setPayload(DubboBounds.MAX_BODY_BYTES);
    if (options.tuned()) {
      protocol.setDispatcher("direct");
    } else {
      answerOnThreads(protocol, options);
    }
    return protocol;
  }
}
