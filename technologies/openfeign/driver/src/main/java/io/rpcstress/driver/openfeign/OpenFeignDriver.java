package io.rpcstress.driver.openfeign;

import feign.RequestInterceptor;
import io.rpcstress.contract.Carriage;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallerTable;
import io.rpcstress.driver.Compression;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.ConnectionPolicy.Kind;
import io.rpcstress.driver.Deadlines;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.SharedSession;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.OwnPolicy;
import io.rpcstress.driver.Technology.Variant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cloud.openfeign.EnableFeignClients;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * OpenFeign in a Spring application context. The variants differ in the HTTP client below Feign,
 * which decides most of what it does; all but the example call the tuned server.
 */
public final class OpenFeignDriver implements Driver {

  /** The application of the official example, with nothing to scan for. */
  @SpringBootConfiguration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @EnableFeignClients(clients = GreetClient.class)
  static class Application {}

  /** What HttpURLConnection keeps where {@code http.maxConnections} is not set. */
  private static final int KEPT_BY_DEFAULT = 5;

  /** The variants that are named by their HTTP client. */
  private enum Named {
    URLCONNECTION("urlconnection", "the starter's own, HttpURLConnection"),
    HC5("hc5", "Apache HttpClient 5"),
    OKHTTP("okhttp", "OkHttp 4"),
    JDK("jdk", "the JDK's java.net.http client, HTTP/1.1");

    private final String label;
    private final String what;

    Named(String label, String what) {
      this.label = label;
      this.what = what;
    }

    String summary() {
      return what
          + ": kept connections as many as threads"
          + (this == URLCONNECTION ? "" : ", least headers, no retries");
    }

    HttpClients.Opened open(Address server, DriverOptions options) {
      return switch (this) {
        case URLCONNECTION -> HttpClients.urlConnection(options);
        case HC5 -> HttpClients.hc5(options);
        case OKHTTP -> HttpClients.okhttp(options);
        case JDK -> HttpClients.jdk(server, options);
      };
    }
  }

  /** What tuned is: the fastest when warm. docs/technologies.md has the command that decides. */
  private static final Named FASTEST = Named.HC5;

  private static final String TUNED = "tuned";

  @Override
  public Technology technology() {
    List<Variant> variants = new ArrayList<>();
    variants.add(
        new Variant(
            "example",
            "the starter's own client, HttpURLConnection: opens what it needs, keeps 5 idle",
            OwnPolicy.of(ConnectionPolicy.pool(KEPT_BY_DEFAULT)),
            List.of(Kind.POOL)));
    variants.add(
        Variant.pooled(
            TUNED,
            "the same as %s, %s; on the tuned server".formatted(FASTEST.label, FASTEST.what),
            ServerVariant.TUNED));
    for (Named named : Named.values()) {
      variants.add(Variant.pooled(named.label, named.summary(), ServerVariant.TUNED));
    }
    return new Technology(
            "openfeign",
            3,
            9003,
            "Spring Cloud OpenFeign over HTTP/1.1",
            variants,
            List.of(Greeting.OPERATION.name()))
        .carriedAs(Carriage.HTTP)
        .encrypting(/* takes no context of the JDK's */ Named.OKHTTP.label)
        .compressing(Compression.GZIP, /* set up without */ Named.OKHTTP.label, Named.JDK.label);
  }

  private static @Nullable Named named(String variant) {
    for (Named named : Named.values()) {
      if (named.label.equals(variant)) {
        return named;
      }
    }
    return variant.equals(TUNED) ? FASTEST : null;
  }

  @Override
  public Session open(Target target, DriverOptions options) {
    Map<String, Object> properties = new HashMap<>();
    String client = "spring.cloud.openfeign.client.config.default.";
    properties.put(
        "greeter.url", (options.tls() == null ? "http://" : "https://") + target.primary());
    properties.put(client + "connect-timeout", options.connectTimeout().toMillis());
    properties.put(client + "read-timeout", options.deadline().toMillis());
    // The starter would take a client wherever it is on the class path. The example has its own,
    // and the variants set up theirs.
    properties.put("spring.cloud.openfeign.httpclient.hc5.enabled", false);
    properties.put("spring.cloud.openfeign.http2client.enabled", false);
    if (options.compression() == Compression.GZIP) {
      properties.put("spring.cloud.openfeign.compression.response.enabled", true);
    }
    SpringApplicationBuilder application = new SpringApplicationBuilder(Application.class);
    Named named = named(options.variant());
    if (named != null) {
      properties.put(client + "follow-redirects", false);
    }
    // The example is handed the client that it would take by itself: so its calls can be ended.
    HttpClients.Opened http =
        (named == null ? Named.URLCONNECTION : named).open(target.primary(), options);
    application.initializers(
        starting ->
            starting.getBeanFactory().registerSingleton("httpClientOfFeign", http.client()));
    if (target.primary().isNamed()) {
      System.setProperty("sun.net.http.allowRestrictedHeaders", "true"); // read once a process
      RequestInterceptor host = each -> each.header("Host", target.primary().authority());
      application.initializers(
          starting -> starting.getBeanFactory().registerSingleton("hostHeader", host));
    }
    ConfigurableApplicationContext context = start(application, properties, http.end());
    FeignGreeter greeter =
        new FeignGreeter(context.getBean(GreetClient.class), new Deadlines(options.deadline()));
    return new SharedSession(
        new CallerTable().on(Greeting.OPERATION, thread -> greeter),
        () -> {
          context.close();
          http.end().run();
        });
  }

  private static ConfigurableApplicationContext start(
      SpringApplicationBuilder application, Map<String, Object> properties, Runnable otherwise) {
    // The program has set up logging; Boot would start again, and print to stdout.
    System.setProperty("org.springframework.boot.logging.LoggingSystem", "none");
    try {
      return application
          .web(WebApplicationType.NONE)
          .bannerMode(Banner.Mode.OFF)
          .logStartupInfo(false)
          .registerShutdownHook(false)
          .properties(properties)
          .run();
    } catch (RuntimeException e) {
      otherwise.run();
      throw e;
    }
  }
}
