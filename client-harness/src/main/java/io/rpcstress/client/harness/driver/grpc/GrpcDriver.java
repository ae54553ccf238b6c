package io.rpcstress.client.harness.driver.grpc;

import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.rpcstress.client.harness.driver.Address;
import io.rpcstress.client.harness.driver.CallerTable;
import io.rpcstress.client.harness.driver.ConnectionPolicy;
import io.rpcstress.client.harness.driver.ConnectionPolicy.Kind;
import io.rpcstress.client.harness.driver.Driver;
import io.rpcstress.client.harness.driver.DriverOptions;
import io.rpcstress.client.harness.driver.Session;
import io.rpcstress.client.harness.driver.SharedSession;
import io.rpcstress.client.harness.driver.Target;
import io.rpcstress.client.harness.driver.Technology;
import io.rpcstress.client.harness.driver.Technology.OwnPolicy;
import io.rpcstress.client.harness.driver.Technology.Variant;
import io.rpcstress.contract.Greeting;
import io.rpcstress.usage.ServerVariant;
import java.util.ArrayList;
import java.util.List;

/** Unary gRPC. A channel is one connection, made by its first call, as in the example. */
public final class GrpcDriver implements Driver {

  private static final String TUNED = "tuned";

  @Override
  public Technology technology() {
    OwnPolicy oneChannel = OwnPolicy.of(ConnectionPolicy.multiplexed(1));
    List<Kind> kinds = List.of(Kind.MULTIPLEXED, Kind.PER_THREAD);
    return new Technology(
        "grpc",
        2,
        9002,
        "gRPC, unary calls with a blocking stub",
        List.of(
            new Variant(
                "example",
                "the hello-world example: one channel, plain text, default executors",
                oneChannel,
                kinds),
            new Variant(
                TUNED,
                "directExecutor on both sides: no hop between event loop and handler",
                oneChannel,
                kinds,
                ServerVariant.TUNED)),
        List.of(Greeting.OPERATION.name()));
  }

  @Override
  public Session open(Target target, DriverOptions options) {
    ConnectionPolicy policy = options.connections();
    int count = policy.kind() == Kind.PER_THREAD ? options.threads() : policy.count();
    List<ManagedChannel> channels = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      channels.add(channel(target.primary(), options));
    }
    CallerTable callers =
        new CallerTable()
            .on(
                Greeting.OPERATION,
                thread -> new StubGreeter(channels.get(thread % count), options.deadline()));
    return new SharedSession(callers, () -> channels.forEach(ManagedChannel::shutdownNow));
  }

  private static ManagedChannel channel(Address address, DriverOptions options) {
    ManagedChannelBuilder<?> builder =
        ManagedChannelBuilder.forAddress(address.host(), address.port()).usePlaintext();
    if (options.variant().equals(TUNED)) {
      builder.directExecutor();
    }
    return builder.build();
  }
}
