package io.rpcstress.driver.dubbo;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.dubbo.Calls;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.CallerTable;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.SharedSession;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import java.util.ArrayList;
import java.util.List;

/** Dubbo's Triple protocol, point to point: gRPC's frames over HTTP/2, with Hessian within. */
public final class TripleDriver implements Driver {
  private static final int TYPE = 17;
  private static final int DEFAULT_PORT = 9017;
  private static final int TUNED_CONNECTIONS = 4;

  /** For the service loader. */
  public TripleDriver() {}

  @Override
  public Technology technology() {
    return new Technology(
        "dubbo-triple",
        TYPE,
        DEFAULT_PORT,
        "Dubbo's Triple over HTTP/2 with Hessian, point to point",
        List.of(
            DubboDriver.multiplexed(
                "example",
                1,
                "as in its quick start: a Java interface, Triple by the bootstrap, one connection;"
                    + " no retries",
                ServerVariant.EXAMPLE),
            DubboDriver.multiplexed(
                "tuned",
                TUNED_CONNECTIONS,
                "the server answers on the threads that read, 4 connections",
                ServerVariant.TUNED),
            DubboDriver.multiplexed(
                "connections", TUNED_CONNECTIONS, "4 connections alone", ServerVariant.EXAMPLE),
            DubboDriver.multiplexed(
                "tuned-server", 1, "the tuned server alone", ServerVariant.TUNED)),
        List.of(Greeting.OPERATION.name(), ListEcho.OPERATION.name()));
  }

  @Override
  public boolean startsCalls(DriverOptions options) {
    return true;
  }

  /** An operation of this technology is a line here. */
  @Override
  public Session open(Target target, DriverOptions options) throws CallException {
    List<Client> clients = new ArrayList<>();
    Runnable close = () -> clients.forEach(Client::close);
    try {
      // Triple itself makes one connection to a server, however many references there are.
      for (int i = 0; i < options.connections().count(); i++) {
        clients.add(Client.connectTriple(target.primary(), options));
      }
    } catch (CallException e) {
      close.run();
      throw e;
    }
    return new SharedSession(
        new CallerTable()
            .on(Greeting.OPERATION, thread -> new DubboCaller<>(of(clients, thread), Calls::greet))
            .on(
                ListEcho.OPERATION,
                // Of another list Hessian would have the class.
                thread ->
                    new DubboCaller<>(
                        of(clients, thread), (calls, items) -> calls.echo(new ArrayList<>(items)))),
        close);
  }

  private static Client of(List<Client> clients, int thread) {
    return clients.get(thread % clients.size());
  }
}
