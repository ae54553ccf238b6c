package io.rpcstress.client.harness.driver.tcp;

import io.rpcstress.client.harness.driver.CallException;
import io.rpcstress.client.harness.driver.ConnectionPolicy;
import io.rpcstress.client.harness.driver.ConnectionPolicy.Kind;
import io.rpcstress.client.harness.driver.Driver;
import io.rpcstress.client.harness.driver.DriverOptions;
import io.rpcstress.client.harness.driver.Session;
import io.rpcstress.client.harness.driver.Target;
import io.rpcstress.client.harness.driver.Technology;
import io.rpcstress.client.harness.driver.Technology.OwnPolicy;
import io.rpcstress.client.harness.driver.Technology.Variant;
import io.rpcstress.contract.Greeting;
import java.util.List;

/** Newline-framed greetings on plain sockets. */
public final class TcpDriver implements Driver {

  static final String COALESCING = "coalescing";

  @Override
  public Technology technology() {
    OwnPolicy perThread = OwnPolicy.of(ConnectionPolicy.perThread());
    List<Kind> kinds = List.of(Kind.PER_THREAD, Kind.POOL, Kind.MULTIPLEXED);
    return new Technology(
        "tcp",
        4,
        9004,
        "newline-framed text on plain sockets: the floor",
        List.of(
            new Variant("example", "blocking sockets, one for each thread", perThread, kinds),
            new Variant("tuned", "the same: it is the floor, not a contender", perThread, kinds),
            new Variant(
                "multiplexed",
                "one connection that all threads share, a segment a call",
                OwnPolicy.of(ConnectionPolicy.multiplexed(1)),
                kinds),
            new Variant(
                COALESCING,
                "the same, and calls made at once share a segment: the floor of who multiplexes",
                OwnPolicy.of(ConnectionPolicy.multiplexed(1)),
                List.of(Kind.MULTIPLEXED))),
        List.of(Greeting.OPERATION.name()));
  }

  @Override
  public Session open(Target target, DriverOptions options) throws CallException {
    return TcpSession.open(target.primary(), options);
  }
}
