package io.rpcstress.driver.own;

import io.rpcstress.contract.OwnCall;
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

/** A service of the user's over HTTP. */
public final class OwnHttpDriver implements Driver {
  /** The variant of either technology that encrypts. */
  static final String TLS = "tls";

  @Override
  public Technology technology() {
    return new Technology(
        "own-http",
        21,
        9021, // no server of this project listens there
        "a service of your own over HTTP/1.1",
        List.of(
            Variant.pooled(
                "example",
                "java.net.http: opens what it needs, keeps what it opened",
                ServerVariant.EXAMPLE),
            Variant.pooled(TLS, "the same with TLS", ServerVariant.EXAMPLE)),
        List.of(OwnCall.OPERATION.name()));
  }

  @Override
  public boolean hasServer() {
    return false;
  }

  @Override
  public Session open(Target target, DriverOptions options) {
    HttpCaller shared = new HttpCaller(target.primary(), options);
    return new SharedSession(new CallerTable().on(OwnCall.OPERATION, thread -> shared), () -> {});
  }
}
