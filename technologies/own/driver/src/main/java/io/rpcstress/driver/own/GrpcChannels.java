package io.rpcstress.driver.own;

import io.grpc.Channel;
import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.rpcstress.contract.OwnCall;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.ConnectionPolicy.Kind;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import java.io.File;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The channels of one process, dealt out to its threads in turn. Each is one connection, and made
 * by its first call, which says whom it trusts. Thread-safe.
 */
final class GrpcChannels {
  private final Address server;
  private final boolean encrypts;
  private final @Nullable ManagedChannel[] all;

  // Not synchronized: a caller may be a virtual thread.
  private final ReentrantLock opening = new ReentrantLock();

  GrpcChannels(Address server, DriverOptions options) {
    ConnectionPolicy policy = options.connections();
    this.server = server;
    this.encrypts = options.variant().equals(OwnHttpDriver.TLS);
    this.all =
        new ManagedChannel[policy.kind() == Kind.PER_THREAD ? options.threads() : policy.count()];
  }

  Channel of(int thread, OwnCall.Service service) throws CallException {
    opening.lock();
    try {
      int number = thread % all.length;
      ManagedChannel channel = all[number];
      if (channel == null) {
        channel = made(service);
        all[number] = channel;
      }
      return channel;
    } finally {
      opening.unlock();
    }
  }

  private ManagedChannel made(OwnCall.Service service) throws CallException {
    NettyChannelBuilder builder =
        encrypts
            // the library that verifies a name connects by it
            ? NettyChannelBuilder.forAddress(
                server.name(), server.port(), trusting(service.authority()))
            : NettyChannelBuilder.forAddress(
                    server.host(), server.port(), InsecureChannelCredentials.create())
                .overrideAuthority(server.authority());
    return builder.disableRetry().maxInboundMessageSize(OwnCall.MAX_BYTES).build();
  }

  private static ChannelCredentials trusting(@Nullable String authority) throws CallException {
    if (authority == null) {
      return TlsChannelCredentials.create();
    }
    try {
      return TlsChannelCredentials.newBuilder().trustManager(new File(authority)).build();
    } catch (IOException e) {
      throw new CallException(FailureKind.CONNECT, "no certificates are in " + authority, e);
    }
  }

  void close() {
    opening.lock();
    try {
      for (ManagedChannel each : all) {
        if (each != null) {
          each.shutdownNow();
        }
      }
    } finally {
      opening.unlock();
    }
  }
}
