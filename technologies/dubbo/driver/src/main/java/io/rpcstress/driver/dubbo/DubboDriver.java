package io.rpcstress.driver.dubbo;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.dubbo.Calls;
import io.rpcstress.driver.CallException;
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
import java.util.ArrayList;
import java.util.List;

/** Dubbo's dubbo protocol, point to point: Hessian, many calls at a time on a connection. */
public final class DubboDriver implements Driver {
  private static final int TYPE = 16;
  private static final int DEFAULT_PORT = 9016;
  private static final int TUNED_CONNECTIONS = 4;

  /** For the service loader. */
  public DubboDriver() {}

  @Override
  public Technology technology() {
    return new Technology(
        "dubbo",
        TYPE,
        DEFAULT_PORT,
        "Dubbo's own protocol with Hessian, point to point",
        List.of(
            multiplexed(
                "example",
                1,
                "as in its samples: a reference made by the bootstrap, one connection; no retries",
                ServerVariant.EXAMPLE),
            multiplexed(
                "tuned",
                TUNED_CONNECTIONS,
                "the server answers on the threads that read (dispatcher direct), 4 connections",
                ServerVariant.TUNED),
            multiplexed(
                "connections", TUNED_CONNECTIONS, "4 connections alone", ServerVariant.EXAMPLE),
            multiplexed("tuned-server", 1, "the tuned server alone", ServerVariant.TUNED)),
        List.of(Greeting.OPERATION.name(), ListEcho.OPERATION.name()));
  }

  /** A variant whose threads share so many connections. */
  static Variant multiplexed(String name, int connections, String what, ServerVariant server) {
    return new Variant(
        name,
        what,
        OwnPolicy.of(ConnectionPolicy.multiplexed(connections)),
        List.of(Kind.MULTIPLEXED),
        server);
  }

  @Override
  public boolean startsCalls(DriverOptions options) {
    return true;
  }

  /** An operation of this technology is a line here. */
  @Override
  public Session open(Target target, DriverOptions options) throws CallException {
    Client client = Client.connectDubbo(target.primary(), options);
    return new SharedSession(
        new CallerTable()
            .on(Greeting.OPERATION, thread -> new DubboCaller<>(client, Calls::greet))
            .on(
                ListEcho.OPERATION,
                // Of another list Dubbo would send the class.
                thread ->
                    new DubboCaller<>(
                        client, (calls, items) -> calls.echo(new ArrayList<>(items)))),
        client::close);
  }
}
