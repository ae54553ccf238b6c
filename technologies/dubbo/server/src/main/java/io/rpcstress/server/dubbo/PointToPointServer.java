package io.rpcstress.server.dubbo;

import io.rpcstress.contract.dubbo.Calls;
import io.rpcstress.contract.dubbo.DubboSettings;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.base.netty.LimitedConnection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.ServiceConfig;
import org.apache.dubbo.config.bootstrap.DubboBootstrap;
import org.apache.dubbo.rpc.model.ApplicationModel;
import org.apache.dubbo.rpc.model.FrameworkModel;
import org.jspecify.annotations.Nullable;

/**
 * A service published by Dubbo's bootstrap, as in its samples, point to point, but for the limits.
 * Which protocol it speaks is for subclasses to say.
 */
abstract class PointToPointServer implements Server {
  /** Dubbo's own number of threads that answer. */
  private static final int THREADS = 200;

  private @Nullable FrameworkModel dubbo;
  private @Nullable ConnectionLimits connections;

  /** What limits the connections of a server that starts. */
  abstract ConnectionLimits.Admission admission(ServerOptions options, CallCounter calls);

  /** The protocol, but for what both have. */
  abstract ProtocolConfig protocol(ServerOptions options, int port);

  @Override
  public final boolean hasTuned() {
    return true;
  }

  @Override
  public final InetSocketAddress start(ServerOptions options, CallCounter calls)
      throws IOException {
    DubboSettings.apply();
    InetSocketAddress address = withPort(options.address());
    ConnectionLimits before = new ConnectionLimits(address, admission(options, calls));
    FrameworkModel framework = new FrameworkModel();
    framework.getBeanFactory().registerBean(before);
    ApplicationModel application = framework.newApplication();
    ServiceConfig<Calls> service = new ServiceConfig<>();
    service.setInterface(Calls.class);
    service.setRef(new Operations(calls));
    service.setFilter(Refusals.NAME + ",-generic"); // nobody calls methods by their names alone
    service.setScope("remote");
    ProtocolConfig protocol = protocol(options, address.getPort());
    protocol.setServer(LimitedTransporter.NAME);
    protocol.setSerialization("hessian2");
    protocol.setPreferSerialization("hessian2");
    try {
      DubboBootstrap.getInstance(application)
          .application(DubboSettings.application())
          .protocol(protocol)
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

  /** Threads of its own that answer, as many as Dubbo has, for which calls may wait. */
  static void answerOnThreads(ProtocolConfig protocol, ServerOptions options) {
    protocol.setThreads(THREADS);
    // Of its own, none waits: the call beyond the last thread is refused.
    protocol.setQueues(options.maxConnections() * LimitedConnection.MAX_WAITING);
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
  public final boolean drain(Duration atMost) throws InterruptedException {
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
