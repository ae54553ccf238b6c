package io.rpcstress.driver.http;

import io.rpcstress.contract.Carriage;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.ServerVariant;
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
import java.util.List;

/**
 * A form in the body of a POST, as in <i>RPC Olympics</i> (2020), whose client kept two idle
 * connections and opened as many more as it needed.
 */
public final class HttpFormDriver implements Driver {
  /** Idle connections that the published client kept. */
  private static final int KEPT_AS_PUBLISHED = 2;

  @Override
  public Technology technology() {
    return new Technology(
            "http-form",
            6,
            9006,
            "a form over plain HTTP/1.1, POST",
            List.of(
                new Variant(
                    "example",
                    "HttpURLConnection as published: opens what it needs, keeps 2 idle",
                    OwnPolicy.of(ConnectionPolicy.pool(KEPT_AS_PUBLISHED)),
                    List.of(Kind.POOL)),
                Variant.pooled(
                    "tuned",
                    "HttpURLConnection that keeps as many idle as there are threads; on the tuned server",
                    ServerVariant.TUNED)),
            List.of(Greeting.OPERATION.name()))
        .carriedAs(Carriage.HTTP)
        .encrypting();
  }

  @Override
  public Session open(Target target, DriverOptions options) throws CallException {
    UrlConnectionGreeter greeter = new UrlConnectionGreeter(target.primary(), options);
    return new SharedSession(new CallerTable().on(Greeting.OPERATION, thread -> greeter), () -> {});
  }
}
