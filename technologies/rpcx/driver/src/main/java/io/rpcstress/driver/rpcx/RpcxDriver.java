package io.rpcstress.driver.rpcx;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.OneWay;
import io.rpcstress.contract.PlaceOrder;
import io.rpcstress.contract.Put;
import io.rpcstress.contract.TlsSide;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.CallerTable;
import io.rpcstress.driver.Compression;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.ConnectionPolicy.Kind;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Messages;
import io.rpcstress.driver.NetworkFailures;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.SharedSession;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.OwnPolicy;
import io.rpcstress.driver.Technology.Variant;
import io.rpcstress.rpcx.RPCX;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.Tls;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** RPCX through its proxy; connects while it opens, inside order 0. */
public final class RpcxDriver implements Driver {
  /** What fits the frame that RPCX takes by default, 4 MiB, beside the names of the call. */
  private static final int MAX_MESSAGE_BYTES = 4 * 1024 * 1024 - 1024;

  @Override
  public Technology technology() {
    OwnPolicy one = OwnPolicy.of(ConnectionPolicy.multiplexed(1));
    List<Kind> kinds = List.of(Kind.MULTIPLEXED);
    return new Technology(
            "rpcx",
            1,
            9001,
            "the paper's framework: Netty and Protobuf behind a proxy",
            List.of(
                new Variant("example", "one connection that all threads share", one, kinds),
                new Variant("tuned", "the same: these are its defaults", one, kinds)),
            List.of(
                Greeting.OPERATION.name(),
                Put.OPERATION.name(),
                ListEcho.OPERATION.name(),
                PlaceOrder.OPERATION.name(),
                Message.OPERATION.name(),
                OneWay.OPERATION.name()))
        .balancing()
        .encrypting()
        .compressing(Compression.DEFLATE)
        .carryingUpTo(MAX_MESSAGE_BYTES);
  }

  @Override
  public boolean startsCalls(DriverOptions options) {
    return true;
  }

  @Override
  public Session open(Target target, DriverOptions options) throws CallException {
    int connections = options.connections().count() * (1 + target.replicas().size());
    RPCX.Builder described =
        at(target, RPCX.builder())
            .connections(options.connections().count()) // to each server
            .deadline(options.deadline())
            .attempts(1); // a failure is counted, not repeated
    TlsSide tls = options.tls();
    if (tls != null) {
      described.tls(new Tls(tls.certificate(), tls.key(), tls.trusted()));
    }
    boolean compressed = options.compression() == Compression.DEFLATE;
    RPCX rpcx = (compressed ? described.compressed() : described).build();
    try {
      rpcx.connect();
    } catch (RPCXException e) {
      rpcx.close();
      throw new CallException(FailureKind.CONNECT, NetworkFailures.describe(e), e);
    }
    if (compressed && rpcx.compressedConnections() < connections) {
      // What would be measured is plain connections under another name.
      int taken = rpcx.compressedConnections();
      rpcx.close();
      throw new CallException(
          FailureKind.CONNECT,
          "the server compresses %d of %d connections".formatted(taken, connections));
    }
    Duration deadline = options.deadline();
    CallerTable callers =
        new CallerTable()
            .on(Greeting.OPERATION, thread -> new ProxyCaller<>(rpcx, Proxies.greet(), deadline))
            .on(Put.OPERATION, thread -> new ProxyCaller<>(rpcx, Proxies.put(), deadline))
            .on(ListEcho.OPERATION, thread -> new ProxyCaller<>(rpcx, Proxies.listEcho(), deadline))
            .on(
                PlaceOrder.OPERATION,
                thread -> new ProxyCaller<>(rpcx, Proxies.placeOrder(), deadline))
            .on(
                Message.OPERATION,
                thread -> Messages.reading(new ProxyCaller<>(rpcx, Proxies.message(), deadline)))
            .on(OneWay.OPERATION, thread -> Proxies.oneWay(rpcx, deadline));
    return new SharedSession(callers, rpcx::close);
  }

  private static RPCX.Builder at(Target target, RPCX.Builder builder) {
    return target.replicas().isEmpty()
        ? builder.address(target.primary().host()).port(target.primary().port())
        : builder.addresses(
            Stream.concat(Stream.of(target.primary()), target.replicas().stream())
                .map(Address::toString)
                .toArray(String[]::new));
  }
}
