package io.rpcstress.driver.own;

import io.rpcstress.contract.OwnCall;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.driver.CallerTable;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.ConnectionPolicy.Kind;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.SharedSession;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.OwnPolicy;
import io.rpcstress.driver.Technology.Variant;
import java.util.List;

/** A service of the user's by unary calls of gRPC. */
public final class OwnGrpcDriver implements Driver {
  @Override
  public Technology technology() {
    return new Technology(
        "own-grpc",
        22,
        9022, // no server of this project listens there
        "a service of your own by unary gRPC",
        List.of(
            variant(
                "example",
                "one channel, default executors, retries off; a sample's bytes as they are"),
            variant(OwnHttpDriver.TLS, "the same with TLS")),
        List.of(OwnCall.OPERATION.name()));
  }

  private static Variant variant(String name, String summary) {
    return new Variant(
        name,
        summary,
        OwnPolicy.of(ConnectionPolicy.multiplexed(1)),
        List.of(Kind.MULTIPLEXED, Kind.PER_THREAD),
        ServerVariant.EXAMPLE);
  }

  @Override
  public boolean hasServer() {
    return false;
  }

  @Override
  public boolean startsCalls(DriverOptions options) {
    return true;
  }

  @Override
  public Session open(Target target, DriverOptions options) {
    GrpcChannels channels = new GrpcChannels(target.primary(), options);
    return new SharedSession(
        new CallerTable()
            .on(OwnCall.OPERATION, thread -> new GrpcCaller(channels, thread, options.deadline())),
        channels::close);
  }
}
