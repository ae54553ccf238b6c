package io.rpcstress.driver.dubbo;

import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Connections;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;

/** Dubbo's dubbo protocol, point to point: Hessian, many calls at a time on a connection. */
public final class DubboDriver extends PointToPointDriver {
  @Override
  public Technology technology() {
    return technology(
        "dubbo",
        16,
        9016,
        "Dubbo's own protocol with Hessian, point to point",
        "as in its samples: a reference made by the bootstrap, one connection; no retries",
        "the server answers on the threads that read (dispatcher direct), 4 connections");
  }

  /** One client, which deals out its connections itself. */
  @Override
  Connections<Client> connect(Target target, DriverOptions options) throws CallException {
    return Connections.open(1, () -> Client.connectDubbo(target.primary(), options), Client::close);
  }
}
