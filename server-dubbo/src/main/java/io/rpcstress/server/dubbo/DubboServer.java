package io.rpcstress.server.dubbo;

import io.rpcstress.contract.dubbo.Calls;
import io.rpcstress.contract.dubbo.DubboBounds;
import io.rpcstress.contract.dubbo.DubboSettings;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.base.ServerProgram;
import io.rpcstress.server.base.TimeLimits;
import io.rpcstress.server.base.netty.LimitedConnection;
import io.rpcstress.server.base.netty.LimitedConnections;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.ServiceConfig;
import org.apache.dubbo.config.bootstrap.DubboBootstrap;
import org.apache.dubbo.rpc.model.ApplicationModel;
import org.apache.dubbo.rpc.model.FrameworkModel;
import org.jspecify.annotations.Nullable;

/**
 * Host B's Dubbo server of the dubbo protocol: a service published by the bootstrap, as in Dubbo's
 * samples, point to point, but for the limits. The tuned one answers on the threads that read.
 */
public final class DubboServer implements Server {
  private static final String TECHNOLOGY = "dubbo";
  private static final int DEFAULT_PORT = 9016;

  /** Dubbo's own number of threads that answer. */
  private static final int THREADS = 200;

  private final TimeLimits limits;
  private @Nullable FrameworkModel dubbo;
  private @Nullable ConnectionLimits connections;

  /** A server that is not started. */
  public DubboServer() {
    this(TimeLimits.DEFAULTS);
  }

  DubboServer(TimeLimits limits) {
    this.limits = limits;
  }

  /** Runs until the process is told to end. */
  public static void main(String[] args) {
    ServerProgram.main(TECHNOLOGY, List.of(new DubboServer()), args);
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
  public boolean hasTuned() {
    return true;
  }

  @Override
  public InetSocketAddress start(ServerOptions options, CallCounter calls) throws IOException {
    DubboSettings.apply();
    InetSocketAddress address = withPort(options.address());
    ConnectionLimits before =
        new ConnectionLimits(
            address, new LimitedConnections(options.maxConnections(), calls, limits));
    FrameworkModel framework = new FrameworkModel();
    framework.getBeanFactory().registerBean(before);
    ApplicationModel application = framework.newApplication();
    ServiceConfig<Calls> service = new ServiceConfig<>();
    service.setInterface(Calls.class);
    service.setRef(new Operations(calls));
    service.setFilter(Refusals.NAME + ",-generic"); // nobody calls methods by their names alone
    service.setScope("remote");
    try {
      DubboBootstrap.getInstance(application)
          .application(DubboSettings.application())
          .protocol(protocol(options, address.getPort()))
          .service(service)
          .start();
    } catch (RuntimeException e) {
      framework.destroy();
      throw e;
    }
    dubbo = framework;
    connections = before;
    return address;
  }

  private static ProtocolConfig protocol(ServerOptions options, int port) {
    ProtocolConfig protocol = new ProtocolConfig(TECHNOLOGY, port);
    protocol.setServer(LimitedTransporter.NAME);
    protocol.setSerialization("hessian2");
    protocol.setPreferSerialization("hessian2");
    protocol.setPayload(DubboBounds.MAX_BODY_BYTES);
    if (options.tuned()) {
      protocol.setDispatcher("direct");
    } else {
      protocol.setThreads(THREADS);
      // Of its own, none waits: the call beyond the last thread is refused.
      protocol.setQueues(options.maxConnections() * LimitedConnection.MAX_WAITING);
    }
    return protocol;
  }

  /** Dubbo has to know its port before it listens. */
  private static InetSocketAddress withPort(InetSocketAddress address) throws IOException {
    if (address.getPort() != 0) {
      return address;
    }
    try (ServerSocket free = new ServerSocket()) {
      free.bind(address);
      return new InetSocketAddress(address.getAddress(), free.getLocalPort());
    }
  }

  @Override
  public boolean drain(Duration atMost) throws InterruptedException {
    ConnectionLimits before = connections;
    FrameworkModel running = dubbo;
    if (before == null || running == null) {
      return true;
    }
    boolean ended = before.drain(atMost);
    running.destroy();
    return ended;
  }
}
