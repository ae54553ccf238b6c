package io.rpcstress.driver.dubbo;

import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Connections;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;

/** Dubbo's Triple protocol, point to point: gRPC's frames over HTTP/2, with Hessian within. */
public final class TripleDriver extends PointToPointDriver {
  @Override
  public Technology technology() {
    return technology(
        "dubbo-triple",
        17,
        9017,
        "Dubbo's Triple over HTTP/2 with Hessian, point to point",
        "as in its quick start: a Java interface, Triple by the bootstrap, one connection;"
            + " no retries",
        "the server answers on the threads that read, 4 connections");
  }

  /** Triple makes one connection to a server, however many references there are: a client each. */
  @Override
  Connections<Client> connect(Target target, DriverOptions options) throws CallException {
    return Connections.open(
        options.connections().count(),
        () -> Client.connectTriple(target.primary(), options),
        Client::close);
  }
}
