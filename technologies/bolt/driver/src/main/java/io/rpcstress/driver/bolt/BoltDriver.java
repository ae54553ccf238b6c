package io.rpcstress.driver.bolt;

import io.rpcstress.contract.Greeting;
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

/** SOFABolt on TCP: requests with one response each, many at a time on a connection. */
public final class BoltDriver implements Driver {
  @Override
  public Technology technology() {
    return new Technology(
        "sofa-bolt",
        18,
        9018,
        "SOFABolt on TCP, a request and its response",
        List.of(
            Variant.multiplexed(
                "example",
                1,
                "as in its demo: RpcClient.invokeSync, one connection; a closed serialiser in"
                    + " place of Hessian",
                ServerVariant.EXAMPLE),
            Variant.multiplexed(
                "tuned",
                1,
                "the server answers on the threads that read (processInIOThread)",
                ServerVariant.TUNED)),
        List.of(Greeting.OPERATION.name()));
  }

  @Override
  public boolean startsCalls(DriverOptions options) {
    return true;
  }

  @Override
  public Session open(Target target, DriverOptions options) throws CallException {
    Client client = Client.connect(target.primary(), options);
    return new SharedSession(
        new CallerTable().on(Greeting.OPERATION, thread -> new BoltCaller(client)), client::close);
  }
}
