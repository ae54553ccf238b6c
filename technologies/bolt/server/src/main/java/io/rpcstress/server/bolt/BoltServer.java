package io.rpcstress.server.bolt;

import com.alipay.remoting.config.BoltServerOption;
import com.alipay.remoting.rpc.RpcServer;
import io.rpcstress.contract.bolt.BoltSettings;
import io.rpcstress.contract.bolt.ClosedSerializer;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.Offer;
import io.rpcstress.server.base.Offer.Part;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.base.ServerProgram;
import io.rpcstress.server.base.netty.OpenChannels;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Host B's SOFABolt server: requests and their responses on TCP, as in its demo, but for the closed
 * serialiser and the limits. The tuned one answers on the threads that read.
 */
public final class BoltServer implements Server {
  private @Nullable RpcServer server;
  private @Nullable OpenChannels connections;

  public static void main(String[] args) {
    ServerProgram.main("bolt", List.of(new BoltServer()), args);
  }

  @Override
  public Offer offer() {
    return new Offer("sofa-bolt", 9018, Part.TUNED);
  }

  @Override
  public InetSocketAddress start(ServerOptions options, CallCounter calls) {
    BoltSettings.apply();
    ClosedSerializer.use();
    OpenChannels open = new OpenChannels(options.maxConnections(), calls);
    InetSocketAddress address = options.address();
    RpcServer starting = new RpcServer(address.getAddress().getHostAddress(), address.getPort());
    starting.option(BoltServerOption.EXTENDED_NETTY_CHANNEL_HANDLER, new ConnectionLimits(open));
    starting.registerUserProcessor(new Greeter(calls, options.tuned()));
    starting.startup();
    server = starting;
    connections = open;
    return new InetSocketAddress(address.getAddress(), starting.port());
  }

  @Override
  public boolean drain(Duration atMost) throws InterruptedException {
    RpcServer running = server;
    OpenChannels open = connections;
    if (running == null || open == null) {
      return true;
    }
    running.shutdown(); // accepts no more; it leaves alone what is open
    return open.close(atMost);
  }
}
