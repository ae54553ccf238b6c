package io.rpcstress.driver.tcp;

import io.rpcstress.contract.Carriage;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Put;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.ConnectionPolicy.Kind;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.OwnPolicy;
import io.rpcstress.driver.Technology.Variant;
import java.util.List;

/** Operations framed as barely as can be, on plain sockets. */
public final class TcpDriver implements Driver {

  static final String COALESCING = "coalescing";

  /** Connections of the greet-rate experiment's publication. */
  private static final int PUBLISHED_POOL = 15;

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
                new Variant(
                    "tuned", "the same: it is the floor, not a contender", perThread, kinds),
                new Variant(
                    "multiplexed",
                    "one connection that all threads share, a segment a call",
                    OwnPolicy.of(ConnectionPolicy.multiplexed(1)),
                    kinds),
                new Variant(
                    "pool15",
                    "blocking sockets, a pool of 15 for all threads: as RPC Olympics had it",
                    OwnPolicy.of(ConnectionPolicy.pool(PUBLISHED_POOL)),
                    kinds),
                new Variant(
                    COALESCING,
                    "the same, and calls made at once share a segment: the floor of who multiplexes",
                    OwnPolicy.of(ConnectionPolicy.multiplexed(1)),
                    List.of(Kind.MULTIPLEXED))),
            List.of(Greeting.OPERATION.name(), Put.OPERATION.name()))
        .carriedAs(Carriage.TCP);
  }

  @Override
  public boolean startsCalls(DriverOptions options) {
    return options.connections().kind() == Kind.MULTIPLEXED;
  }

  @Override
  public Session open(Target target, DriverOptions options) throws CallException {
    return TcpSession.open(target.primary(), options);
  }
}
