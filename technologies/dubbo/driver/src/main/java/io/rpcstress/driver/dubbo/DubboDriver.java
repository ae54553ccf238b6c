package io.rpcstress.driver.dubbo;

import io.rpcstress.contract.OneWay;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.CallerTable;
import io.rpcstress.driver.Connections;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.OneWayCaller;
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
        "the server answers on the threads that read (dispatcher direct), 4 connections",
        OneWay.OPERATION.name());
  }

  /** And one-way: every call of Triple has an answer. */
  @Override
  CallerTable callers(Connections<Client> clients) {
    return super.callers(clients)
        .on(
            OneWay.OPERATION,
            thread -> {
              Client client = clients.of(thread);
              DubboCaller<byte[], Boolean> sending =
                  new DubboCaller<>(
                      client,
                      (calls, message) -> {
                        calls.oneWay(message);
                        return true;
                      });
              return new OneWayCaller(sending, client.deadline());
            });
  }

  /** One client, which deals out its connections itself. */
  @Override
  Connections<Client> connect(Target target, DriverOptions options) throws CallException {
    return Connections.open(1, () -> Client.connectDubbo(target.primary(), options), Client::close);
  }
}
