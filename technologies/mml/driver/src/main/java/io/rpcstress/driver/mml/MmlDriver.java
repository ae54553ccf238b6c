package io.rpcstress.driver.mml;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.CallerTable;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.SharedSession;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.Variant;
import java.util.List;

/**
 * MML after <i>Benchmarking RPC Protocols</i> (Infobip, 2016): one connection to each server, calls
 * matched by id, typed JSON; servers in turn, and without one that is lost.
 */
public final class MmlDriver implements Driver {
  private static final String COALESCING = "coalescing";

  @Override
  public Technology technology() {
    return new Technology(
            "mml",
            13,
            9013,
            "typed JSON on one connection, matched by id; balancing and failover on the client",
            List.of(
                Variant.multiplexed(
                    "example",
                    1,
                    "one connection that all threads share, a write a call",
                    ServerVariant.EXAMPLE),
                Variant.multiplexed(
                    COALESCING,
                    1,
                    "the example, and calls made at once leave together",
                    ServerVariant.EXAMPLE)),
            List.of(Greeting.OPERATION.name(), ListEcho.OPERATION.name()))
        .balancing();
  }

  @Override
  public boolean startsCalls(DriverOptions options) {
    return true;
  }

  @Override
  public Session open(Target target, DriverOptions options) throws CallException {
    Servers servers = Servers.connected(target, options, options.variant().equals(COALESCING));
    CallerTable callers =
        new CallerTable()
            .on(
                Greeting.OPERATION,
                thread -> new MmlCaller<>(servers, MmlMethod.GREET, options.deadline()))
            .on(
                ListEcho.OPERATION,
                thread -> new MmlCaller<>(servers, MmlMethod.LIST_ECHO, options.deadline()));
    return new SharedSession(callers, servers::close);
  }
}
