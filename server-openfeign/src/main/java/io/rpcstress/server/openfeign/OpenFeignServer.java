package io.rpcstress.server.openfeign;

import io.rpcstress.contract.TlsSide;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.Offer;
import io.rpcstress.server.base.Offer.Part;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.base.ServerProgram;
import java.io.File;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
 *   <li>a connection keeps its parser (Tomcat keeps 200 of them otherwise, and makes the rest
 *       anew);
 *   <li>no filter runs that this service has no use for: Boot's three are of forms, of the encoding
 *       of bodies and of request-scoped beans;
 *   <li>replies carry no header that repeats HTTP/1.1's default (Connection and Keep-Alive).
 * </ul>
 *
 * <p>There is no access log in either variant, and no virtual thread: both are Boot's defaults.
 */
@SpringBootApplication(proxyBeanMethods = false)
public class OpenFeignServer implements Server {
  private @Nullable ConfigurableApplicationContext context;

  public static void main(String[] args) {
    ServerProgram.main(new OpenFeignServer(), args);
  }

  @Override
  public Offer offer() {
    return new Offer("openfeign", 9003, Part.TUNED, Part.TLS);
  }

  @Override
  public InetSocketAddress start(ServerOptions options, CallCounter calls) {
    SpringApplication application =
        options.tuned()
            ? new SpringApplication(OpenFeignServer.class, TunedTomcat.class)
            : new SpringApplication(OpenFeignServer.class);
    application.setBannerMode(Banner.Mode.OFF);
    application.setLogStartupInfo(false);
    // ServerProgram drains; two hooks would run at the same time.
    application.setRegisterShutdownHook(false);
    application.addInitializers(
        starting -> starting.getBeanFactory().registerSingleton("callCounter", calls));
    ServletWebServerApplicationContext started =
        (ServletWebServerApplicationContext) application.run(arguments(options));
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

  /** As arguments, since they win over the environment and files: nothing hidden counts. */
  private static String[] arguments(ServerOptions options) {
    List<String> arguments = new ArrayList<>();
    arguments.add("--server.address=" + options.address().getAddress().getHostAddress());
    arguments.add("--server.port=" + options.address().getPort());
    arguments.add("--server.tomcat.max-connections=" + options.maxConnections());
    arguments.add("--server.shutdown=graceful");
    arguments.add(
        "--spring.lifecycle.timeout-per-shutdown-phase=" + options.drain().toMillis() + "ms");
    // A name of 4,096 bytes, percent-encoded, is 12 KB in the request line; 8 KB otherwise.
    arguments.add("--server.max-http-request-header-size=16KB");
    arguments.add("--logging.level.root=warn");
    // Of clients that accept it; other replies of 2 KB and more say that they vary by it.
    arguments.add("--server.compression.enabled=true");
    // Its report of a failed start is a stack trace; ServerProgram prints it in a line.
    arguments.add("--logging.level.org.springframework.boot.SpringApplication=off");
    if (options.tuned()) {
      arguments.add("--server.tomcat.max-keep-alive-requests=-1");
      arguments.add("--server.tomcat.accept-count=" + options.maxConnections());
      arguments.add("--server.tomcat.processor-cache=" + options.maxConnections());
      arguments.add("--spring.servlet.encoding.enabled=false");
      arguments.add("--spring.mvc.formcontent.filter.enabled=false");
    }
    if (options.tls() != null) {
      addEncryption(options.tls(), arguments);
    }
    return arguments.toArray(String[]::new);
  }

  /** As an SSL bundle of PEM files, of which the arguments have the names. */
  private static void addEncryption(TlsSide tls, List<String> arguments) {
    String bundle = "--spring.ssl.bundle.pem.calls.";
    arguments.add(bundle + "keystore.certificate=" + uri(tls.certificate()));
    arguments.add(bundle + "keystore.private-key=" + uri(tls.key()));
    arguments.add("--server.ssl.bundle=calls");
    if (tls.trusted() != null) {
      arguments.add(bundle + "truststore.certificate=" + uri(tls.trusted()));
      arguments.add("--server.ssl.client-auth=need");
    }
  }

  private static String uri(@Nullable File file) {
    return Objects.requireNonNull(file).toURI().toString();
  }

  private static long connections(TomcatWebServer tomcat) {
    ProtocolHandler handler = tomcat.getTomcat().getConnector().getProtocolHandler();
    return handler instanceof AbstractProtocol<?> protocol ? protocol.getConnectionCount() : -1;
  }
}
