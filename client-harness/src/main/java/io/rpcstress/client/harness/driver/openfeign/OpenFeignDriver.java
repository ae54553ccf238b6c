package io.rpcstress.client.harness.driver.openfeign;

import io.rpcstress.client.harness.driver.CallerTable;
import io.rpcstress.client.harness.driver.ConnectionPolicy;
import io.rpcstress.client.harness.driver.ConnectionPolicy.Kind;
import io.rpcstress.client.harness.driver.Driver;
import io.rpcstress.client.harness.driver.DriverOptions;
import io.rpcstress.client.harness.driver.Session;
import io.rpcstress.client.harness.driver.SharedSession;
import io.rpcstress.client.harness.driver.Target;
import io.rpcstress.client.harness.driver.Technology;
import io.rpcstress.client.harness.driver.Technology.OwnPolicy;
import io.rpcstress.client.harness.driver.Technology.Variant;
import io.rpcstress.contract.Greeting;
import io.rpcstress.usage.ServerVariant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** OpenFeign in a Spring application context. */
public final class OpenFeignDriver implements Driver {

  /** What HttpURLConnection keeps where {@code http.maxConnections} says nothing. */
  private static final int KEPT_BY_DEFAULT = 5;

  private static final String TUNED = "tuned";

  @Override
  public Technology technology() {
    return new Technology(
        "openfeign",
        3,
        9003,
        "Spring Cloud OpenFeign over HTTP/1.1",
        List.of(
            new Variant(
                "example",
                "the starter's own client, HttpURLConnection: opens what it needs, keeps 5 idle",
                OwnPolicy.of(ConnectionPolicy.pool(KEPT_BY_DEFAULT)),
                List.of(Kind.POOL)),
            new Variant(
                TUNED,
                "Apache HttpClient 5 with a pool as large as the thread count; Tomcat keeps connections",
                OwnPolicy.poolAsLargeAsThreads(),
                List.of(Kind.POOL),
                ServerVariant.TUNED)),
        List.of(Greeting.OPERATION.name()));
  }

  @Override
  public Session open(Target target, DriverOptions options) {
    boolean tuned = options.variant().equals(TUNED);
    String connections = Integer.toString(options.connections().count());
    String client = "spring.cloud.openfeign.client.config.default.";
    String http = "spring.cloud.openfeign.httpclient.";
    Map<String, Object> properties = new HashMap<>();
    properties.put("greeter.url", "http://" + target.primary());
    properties.put(client + "connect-timeout", options.connectTimeout().toMillis());
    properties.put(client + "read-timeout", options.deadline().toMillis());
    // Apache's client would be taken wherever it is on the class path: the example has none.
    properties.put(http + "hc5.enabled", tuned);
    properties.put(http + "max-connections", connections);
    properties.put(http + "max-connections-per-route", connections);
    properties.put(http + "connection-timeout", options.connectTimeout().toMillis());
    properties.put(http + "hc5.connection-request-timeout", options.deadline().toMillis());
    properties.put(http + "hc5.connection-request-timeout-unit", "milliseconds");
    if (!tuned) {
      System.setProperty("http.maxConnections", connections); // read once, at its first connection
    }
    // The program has set up logging; Boot would start again, and print to stdout.
    System.setProperty("org.springframework.boot.logging.LoggingSystem", "none");
    ConfigurableApplicationContext context =
        new SpringApplicationBuilder(FeignApplication.class)
            .web(WebApplicationType.NONE)
            .bannerMode(Banner.Mode.OFF)
            .logStartupInfo(false)
            .registerShutdownHook(false)
            .properties(properties)
            .run();
    FeignGreeter greeter = new FeignGreeter(context.getBean(GreetClient.class), options.deadline());
    return new SharedSession(
        new CallerTable().on(Greeting.OPERATION, thread -> greeter), context::close);
  }
}
