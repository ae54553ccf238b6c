package io.rpcstress.driver.bolt;

import com.alipay.remoting.ExtendedNettyChannelHandler;
import com.alipay.remoting.InvokeCallback;
import com.alipay.remoting.config.BoltClientOption;
import com.alipay.remoting.exception.RemotingException;
import com.alipay.remoting.rpc.RpcClient;
import io.netty.channel.ChannelHandler;
import io.rpcstress.contract.bolt.BoltSettings;
import io.rpcstress.contract.bolt.ClosedSerializer;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.NetworkFailures;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * SOFABolt's client and its connections to one server, which it takes at random, and makes anew by
 * the next call where they were lost. Thread-safe.
 */
record Client(RpcClient client, String address, DriverOptions options) {
  /** Bytes that may wait to be sent before calls fail, and until they fail no longer. */
  private static final int HIGH_WATER = 16 * 1024 * 1024;

  private static final int LOW_WATER = HIGH_WATER / 2;

  /** So often, a millisecond apart, it is looked whether a lost connection is forgotten. */
  private static final int MAX_LOOKS = 100;

  static Client connect(Address server, DriverOptions options) throws CallException {
    BoltSettings.apply();
    ClosedSerializer.use();
    RpcClient client = new RpcClient();
    // Of its own 64 KiB, the calls of a thousand threads are too many.
    client.initWriteBufferWaterMark(LOW_WATER, HIGH_WATER);
    client.option(BoltClientOption.EXTENDED_NETTY_CHANNEL_HANDLER, new Bounds());
    client.startup();
    String address = server.host() + ":" + server.port();
    int connections = options.connections().count();
    if (connections > 1) {
      address += "?_CONNECTIONNUM=" + connections + "&_CONNECTIONWARMUP=true";
    }
    Client all = new Client(client, address, options);
    try {
      client.getConnection(address, DriverOptions.millis(options.connectTimeout()));
      return all;
    } catch (RemotingException e) {
      all.close();
      throw new CallException(FailureKind.CONNECT, NetworkFailures.describe(e), e);
    } catch (InterruptedException e) {
      all.close();
      Thread.currentThread().interrupt();
      throw new CallException(FailureKind.INTERNAL, "interrupted", e);
    }
  }

  Duration deadline() {
    return options.deadline();
  }

  /** One call, as the demo makes it. */
  @Nullable Object call(String request) throws RemotingException, InterruptedException {
    try {
      return client.invokeSync(address, request, DriverOptions.millis(deadline()));
    } catch (RemotingException e) {
      if (!Failures.isUnsent(e)) {
        throw e;
      }
      awaitConnection();
      return client.invokeSync(address, request, DriverOptions.millis(deadline()));
    }
  }

  /** One call whose response is told to a callback, on a thread of SOFABolt's. */
  void start(String request, InvokeCallback callback)
      throws RemotingException, InterruptedException {
    try {
      client.invokeWithCallback(address, request, callback, DriverOptions.millis(deadline()));
    } catch (RemotingException e) {
      if (!Failures.isUnsent(e)) {
        throw e;
      }
      awaitConnection();
      client.invokeWithCallback(address, request, callback, DriverOptions.millis(deadline()));
    }
  }

  /** Of a connection that is just lost SOFABolt knows for a moment, and makes no other. */
  private void awaitConnection() throws RemotingException, InterruptedException {
    for (int i = 0; i < MAX_LOOKS; i++) {
      if (client.getConnection(address, DriverOptions.millis(options.connectTimeout())) != null) {
        return;
      }
      TimeUnit.MILLISECONDS.sleep(1);
    }
  }

  void close() {
    client.shutdown();
  }

  private static final class Bounds implements ExtendedNettyChannelHandler {
    @Override
    public List<ChannelHandler> frontChannelHandlers() {
      return List.of(new ResponseBounds());
    }

    @Override
    public List<ChannelHandler> backChannelHandlers() {
      return List.of();
    }
  }
}
