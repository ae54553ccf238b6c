package io.rpcstress.client.harness.driver.rpcx;

import io.rpcstress.client.harness.driver.CallException;
import io.rpcstress.client.harness.driver.CallerTable;
import io.rpcstress.client.harness.driver.ConnectionPolicy;
import io.rpcstress.client.harness.driver.ConnectionPolicy.Kind;
import io.rpcstress.client.harness.driver.Driver;
import io.rpcstress.client.harness.driver.DriverOptions;
import io.rpcstress.client.harness.driver.FailureKind;
import io.rpcstress.client.harness.driver.NetworkFailures;
import io.rpcstress.client.harness.driver.Session;
import io.rpcstress.client.harness.driver.SharedSession;
import io.rpcstress.client.harness.driver.Target;
import io.rpcstress.client.harness.driver.Technology;
import io.rpcstress.client.harness.driver.Technology.OwnPolicy;
import io.rpcstress.client.harness.driver.Technology.Variant;
import io.rpcstress.contract.Greeting;
import io.rpcstress.rpcx.RPCX;
import io.rpcstress.rpcx.RPCXException;
import java.util.List;

/** RPCX through its proxy; connects while it opens, inside order 0. */
public final class RpcxDriver implements Driver {

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
        List.of(Greeting.OPERATION.name()));
  }

  @Override
  public Session open(Target target, DriverOptions options) throws CallException {
    RPCX rpcx =
        RPCX.builder()
            .address(target.primary().host())
            .port(target.primary().port())
            .connections(options.connections().count())
            .deadline(options.deadline())
            .attempts(1) // a failure is counted, not repeated
            .build();
    try {
      RemoteGreeter greeter = rpcx.client(RemoteGreeter.class);
      rpcx.connect();
      ProxyGreeter caller = new ProxyGreeter(rpcx, greeter, options.deadline());
      return new SharedSession(
          new CallerTable().on(Greeting.OPERATION, thread -> caller), rpcx::close);
    } catch (RPCXException e) {
      rpcx.close();
      throw new CallException(FailureKind.CONNECT, NetworkFailures.describe(e), e);
    }
  }
}
