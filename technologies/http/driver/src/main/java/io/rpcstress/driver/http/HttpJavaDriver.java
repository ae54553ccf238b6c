package io.rpcstress.driver.http;

import io.rpcstress.contract.Carriage;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.CallerTable;
import io.rpcstress.driver.Compression;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.SharedSession;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.Variant;
import java.util.List;

/** Java-serialised objects in the body of a POST, by the same clients as JSON. */
public final class HttpJavaDriver implements Driver {
  private static final String TUNED = "tuned";

  @Override
  public Technology technology() {
    return new Technology(
            "http-java",
            12,
            9012,
            "Java-serialised objects over plain HTTP, POST",
            List.of(
                Variant.pooled(
                    "example",
                    "java.net.http over HTTP/1.1: opens what it needs, keeps what it opened",
                    ServerVariant.EXAMPLE),
                Variant.pooled(
                    TUNED,
                    "Apache HttpClient 5 and server as http-json@tuned has them",
                    ServerVariant.TUNED)),
            List.of(Greeting.OPERATION.name(), ListEcho.OPERATION.name()))
        .carriedAs(Carriage.HTTP)
        .encrypting()
        .compressing(Compression.GZIP, /* the JDK's client has none */ "example");
  }

  @Override
  public Session open(Target target, DriverOptions options) throws CallException {
    if (options.variant().equals(TUNED)) {
      ApacheExchange tuned = new ApacheExchange(target.primary(), options);
      return new SharedSession(callers(tuned), tuned::disconnect);
    }
    return new SharedSession(
        callers(JdkExchange.http1(target.primary(), options, /* reuse= */ true)), () -> {});
  }

  private static CallerTable callers(Exchange exchange) {
    return new CallerTable()
        .on(Greeting.OPERATION, thread -> exchange.caller(SerialMethods.greet()))
        .on(ListEcho.OPERATION, thread -> exchange.caller(SerialMethods.listEcho()));
  }
}
