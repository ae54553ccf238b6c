package io.rpcstress.driver.grpc;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ChannelCredentials;
import io.grpc.ClientCall;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.rpcstress.contract.TlsSide;
import io.rpcstress.driver.Compression;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.ConnectionPolicy.Kind;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The channels of one process, dealt out to its threads in turn. Each is one connection, which its
 * first call makes. Thread-safe.
 */
final class Channels {

  /** As the tuned server's. Setting one turns the pings off that estimate the path's bandwidth. */
  static final int FLOW_CONTROL_WINDOW = 1024 * 1024;

  private final List<ManagedChannel> all = new ArrayList<>();

  /**
   * As many as the connection policy requires. With several servers each has a connection to each
   * of them, and calls them in turn.
   *
   * @param settings what a variant sets on each
   */
  Channels(Target target, DriverOptions options, Consumer<NettyChannelBuilder> settings) {
    ChannelCredentials credentials = credentials(options.tls());
    ConnectionPolicy policy = options.connections();
    int count = policy.kind() == Kind.PER_THREAD ? options.threads() : policy.count();
    for (int i = 0; i < count; i++) {
      NettyChannelBuilder builder =
          target.replicas().isEmpty()
              ? NettyChannelBuilder.forAddress(
                  target.primary().host(), target.primary().port(), credentials)
              : NettyChannelBuilder.forTarget(ServerList.name(target), credentials)
                  .defaultLoadBalancingPolicy("round_robin");
      builder.overrideAuthority(target.primary().authority());
      if (options.compression() == Compression.GZIP) {
        builder.intercept(Channels::compressed);
      }
      settings.accept(builder);
      all.add(builder.build());
    }
  }

  /** A call as a stub makes it that has this compression. */
  private static <M, A> ClientCall<M, A> compressed(
      MethodDescriptor<M, A> method, CallOptions call, Channel channel) {
    return channel.newCall(method, call.withCompression(Compression.GZIP.label()));
  }

  private static ChannelCredentials credentials(@Nullable TlsSide tls) {
    if (tls == null) {
      return InsecureChannelCredentials.create();
    }
    try {
      TlsChannelCredentials.Builder builder =
          TlsChannelCredentials.newBuilder().trustManager(tls.trusted());
      return tls.key() == null
          ? builder.build()
          : builder.keyManager(tls.certificate(), tls.key()).build();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  ManagedChannel of(int thread) {
    return all.get(thread % all.size());
  }

  void close() {
    all.forEach(ManagedChannel::shutdownNow);
  }
}
