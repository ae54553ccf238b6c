package io.rpcstress.server.dubbo;

import io.rpcstress.contract.dubbo.Calls;
import io.rpcstress.contract.dubbo.DubboSettings;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.base.program.FreePort;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collection;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.ServiceConfig;
import org.apache.dubbo.config.bootstrap.DubboBootstrap;
import org.apache.dubbo.remoting.RemotingServer;
import org.apache.dubbo.rpc.model.ApplicationModel;
import org.apache.dubbo.rpc.model.FrameworkModel;
import org.jspecify.annotations.Nullable;

/** A service published by Dubbo's bootstrap, as in its samples, point to point. */
abstract class PointToPointServer implements Server {
  /** Calls that wait for a thread. Dubbo's own number is 0: the call beyond its 200 fails. */
  private static final int MAX_WAITING = 100_000;

  private @Nullable FrameworkModel dubbo;

  /** The protocol, but for what both have. */
  abstract ProtocolConfig protocol(boolean tuned);

  /** What listens. */
  abstract Collection<? extends RemotingServer> listeners(FrameworkModel framework);

  @Override
  public final InetSocketAddress start(ServerOptions options, CallCounter calls)
      throws IOException {
    DubboSettings.apply();
    InetSocketAddress address = FreePort.chosen(options.address()); // which Dubbo has to know
    FrameworkModel framework = new FrameworkModel();
    ApplicationModel application = framework.newApplication();
    ServiceConfig<Calls> service = new ServiceConfig<>();
    service.setInterface(Calls.class);
    service.setRef(new Operations(calls, options.messages()));
    service.setFilter(Refusals.NAME + ",-generic"); // a generic call names classes
    service.setScope("remote");
    ProtocolConfig protocol = protocol(options.tuned());
    protocol.setHost(exactly(address.getAddress()));
    protocol.setPort(address.getPort());
    protocol.setAccepts(options.maxConnections());
    protocol.setQueues(MAX_WAITING);
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
    calls.connectionsFrom(
        () -> listeners(framework).stream().mapToLong(each -> each.getChannels().size()).sum());
    return address;
  }

  /**
   * An address that Dubbo takes for what it is: of its own it listens at every address where a
   * loopback address is written with dots. As one number it is the same address.
   */
  private static String exactly(InetAddress address) {
    return address instanceof Inet4Address && address.isLoopbackAddress()
        ? Integer.toUnsignedString(ByteBuffer.wrap(address.getAddress()).getInt())
        : address.getHostAddress();
  }

  @Override
  public final boolean drain(Duration atMost) {
    FrameworkModel running = dubbo;
    if (running != null) {
      running.destroy();
    }
    return true;
  }
}
