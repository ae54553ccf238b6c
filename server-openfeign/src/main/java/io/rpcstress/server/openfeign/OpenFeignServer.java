package io.rpcstress.server.openfeign;

import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.base.ServerProgram;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.coyote.AbstractProtocol;
import org.apache.coyote.ProtocolHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The REST server that an OpenFeign client calls, as in the official examples: Spring Boot with its
 * web starter, which is Spring MVC on Tomcat, with Boot's own settings.
 *
 * <p>The variant {@code tuned} changes what an expert would for many short calls:
 *
 * <ul>
 *   <li>connections are kept: Tomcat closes one after 100 requests otherwise;
 *   <li>as many connections may wait to be accepted as may be open (100 otherwise: of 990 that
 *       connect at once, some wait a second for a SYN to be sent again);
 *   <li>few threads, since the handler never blocks (200 otherwise).
 * </ul>
 */
@SpringBootApplication(proxyBeanMethods = false)
public class OpenFeignServer implements Server {
  /** Threads of the tuned variant for each processor. */
  private static final int TUNED_THREADS_PER_CPU = 8;

  private @Nullable ConfigurableApplicationContext context;

  /** A server that is not started. */
  public OpenFeignServer() {}

  /** Runs the server until the process is told to end. */
  public static void main(String[] args) {
    ServerProgram.main(new OpenFeignServer(), args);
  }

  @Override
  public String technology() {
    return "openfeign";
  }

  @Override
  public int defaultPort() {
    return 9003;
  }

  @Override
  public InetSocketAddress start(ServerOptions options, CallCounter calls) {
    SpringApplication application = new SpringApplication(OpenFeignServer.class);
    application.setBannerMode(Banner.Mode.OFF);
    application.setLogStartupInfo(false);
    // ServerProgram drains; two hooks would run at the same time.
    application.setRegisterShutdownHook(false);
    application.setDefaultProperties(properties(options));
    application.addInitializers(
        starting -> starting.getBeanFactory().registerSingleton("callCounter", calls));
    ServletWebServerApplicationContext started =
        (ServletWebServerApplicationContext) application.run();
    context = started;
    TomcatWebServer tomcat = (TomcatWebServer) started.getWebServer();
    if (tomcat == null) {
      throw new IllegalStateException("Spring Boot started without its web server");
    }
    calls.connectionsFrom(() -> connections(tomcat));
    return new InetSocketAddress(options.address().getAddress(), tomcat.getPort());
  }

  @Override
  public boolean drain(Duration atMost) {
    long start = System.nanoTime();
    if (context != null) {
      context.close();
    }
    return System.nanoTime() - start < atMost.toNanos();
  }

  private static Map<String, Object> properties(ServerOptions options) {
    Map<String, Object> properties = new HashMap<>();
    properties.put("server.address", options.address().getAddress().getHostAddress());
    properties.put("server.port", options.address().getPort());
    properties.put("server.tomcat.max-connections", options.maxConnections());
    properties.put("server.shutdown", "graceful");
    properties.put(
        "spring.lifecycle.timeout-per-shutdown-phase", options.drain().toMillis() + "ms");
    // A name of 4,096 bytes, percent-encoded, is 12 KB in the request line; 8 KB otherwise.
    properties.put("server.max-http-request-header-size", "16KB");
    properties.put("logging.level.root", "warn");
    // Its report of a failed start is a stack trace; ServerProgram says it in a line.
    properties.put("logging.level.org.springframework.boot.SpringApplication", "off");
    if (options.tuned()) {
      properties.put("server.tomcat.max-keep-alive-requests", -1);
      properties.put("server.tomcat.accept-count", options.maxConnections());
      properties.put(
          "server.tomcat.threads.max",
          TUNED_THREADS_PER_CPU * Runtime.getRuntime().availableProcessors());
    }
    return properties;
  }

  private static long connections(TomcatWebServer tomcat) {
    ProtocolHandler handler = tomcat.getTomcat().getConnector().getProtocolHandler();
    return handler instanceof AbstractProtocol<?> protocol ? protocol.getConnectionCount() : -1;
  }
}
