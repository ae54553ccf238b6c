package org.example.other;

import io.rpcstress.contract.Greeting;
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

/** A further technology, which nobody measures. */
public final class OtherDriver implements Driver {

  @Override
  public Technology technology() {
    return new Technology(
        "other",
        78,
        9078,
        "never called",
        List.of(
            new Variant(
                "example",
                "none",
                OwnPolicy.of(ConnectionPolicy.perThread()),
                List.of(Kind.PER_THREAD))),
        List.of(Greeting.OPERATION.name()));
  }

  @Override
  public void requireUsable() {
    throw new IllegalArgumentException("its licence is not there: buy one");
  }

  @Override
  public Session open(Target target, DriverOptions options) {
    throw new UnsupportedOperationException("nobody measures it");
  }
}
