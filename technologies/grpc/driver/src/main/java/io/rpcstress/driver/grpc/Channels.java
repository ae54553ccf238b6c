package io.rpcstress.driver.grpc;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.ConnectionPolicy.Kind;
import io.rpcstress.driver.DriverOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The channels of one process, dealt out to its threads in turn. Each is one connection, which its
 * first call makes. Thread-safe.
 */
final class Channels {

  /** As the tuned server's. Setting one turns the pings off that estimate the path's bandwidth. */
  static final int FLOW_CONTROL_WINDOW = 1024 * 1024;

  private final List<ManagedChannel> all = new ArrayList<>();

  /**
   * As many as the connection policy requires.
   *
   * @param settings what a variant sets on each beyond plain text
   */
  Channels(Address address, DriverOptions options, Consumer<NettyChannelBuilder> settings) {
    ConnectionPolicy policy = options.connections();
    int count = policy.kind() == Kind.PER_THREAD ? options.threads() : policy.count();
    for (int i = 0; i < count; i++) {
      NettyChannelBuilder builder =
          NettyChannelBuilder.forAddress(address.host(), address.port())
              .overrideAuthority(address.authority())
              .usePlaintext();
      settings.accept(builder);
      all.add(builder.build());
    }
  }

  ManagedChannel of(int thread) {
    return all.get(thread % all.size());
  }

  void close() {
    all.forEach(ManagedChannel::shutdownNow);
  }
}
