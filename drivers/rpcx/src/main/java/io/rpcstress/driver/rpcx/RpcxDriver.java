package io.rpcstress.driver.rpcx;

import io.rpcstress.driver.CallException;
import io.rpcstress.driver.CallerTable;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.ConnectionPolicy.Kind;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.NetworkFailures;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.SharedSession;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.OwnPolicy;
import io.rpcstress.driver.Technology.Variant;
import io.rpcstress.rpcx.RPCX;
import io.rpcstress.rpcx.RPCXException;
import java.util.List;

/** RPCX through its proxy; connects while it opens, inside order 0. */
public final class RpcxDriver implements Driver {

  /** An operation of this technology is an element here. */
  private static final List<Proxies<?, ?>> PROXIES = List.of(new GreetProxies(), new PutProxies());

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
        PROXIES.stream().map(proxies -> proxies.operation().name()).toList());
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
      rpcx.connect();
    } catch (RPCXException e) {
      rpcx.close();
      throw new CallException(FailureKind.CONNECT, NetworkFailures.describe(e), e);
    }
    CallerTable callers = new CallerTable();
    for (Proxies<?, ?> each : PROXIES) {
      offer(callers, each, rpcx, options);
    }
    return new SharedSession(callers, rpcx::close);
  }

  private static <Q, R> void offer(
      CallerTable callers, Proxies<Q, R> proxies, RPCX rpcx, DriverOptions options) {
    callers.on(proxies.operation(), thread -> new ProxyCaller<>(rpcx, proxies, options.deadline()));
  }
}
