package io.rpcstress.driver.inprocess;

import io.rpcstress.contract.PlaceOrder;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.driver.CallerTable;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.SharedSession;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.Variant;
import java.util.List;

/** No communication: what every technology's numbers of place-order are compared with. */
public final class InProcessDriver implements Driver {
  @Override
  public Technology technology() {
    return new Technology(
        "in-process",
        20,
        9020, // no server listens there
        "no communication: orders placed in the client's own process, the floor",
        List.of(
            Variant.multiplexed(
                "example",
                1,
                "four timers of 100 ms, as the services have them; no server, no connection",
                ServerVariant.EXAMPLE)),
        List.of(PlaceOrder.OPERATION.name()));
  }

  @Override
  public boolean startsCalls(DriverOptions options) {
    return true;
  }

  @Override
  public boolean isInProcess() {
    return true;
  }

  @Override
  public Session open(Target target, DriverOptions options) {
    InProcessOrders orders = new InProcessOrders(options.deadline());
    return new SharedSession(
        new CallerTable().on(PlaceOrder.OPERATION, thread -> orders.caller()), orders::end);
  }
}
