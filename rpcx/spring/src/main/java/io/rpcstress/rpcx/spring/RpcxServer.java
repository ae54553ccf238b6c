package io.rpcstress.rpcx.spring;

import io.rpcstress.rpcx.RPCXServer;
import io.rpcstress.rpcx.ServerInterceptor;
import io.rpcstress.rpcx.ServiceCentre;
import io.rpcstress.rpcx.Tls;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.SmartLifecycle;

/**
 * The service centre of an application: publishes all beans with {@link RPCXServer} once the
 * context is refreshed, and drains before any other bean stops. Without such a bean, or with {@code
 * rpcx.server.enabled=false}, nothing listens. Thread-safe.
 */
public final class RpcxServer implements SmartLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(RpcxServer.class);
  private static final String PREFIX = "rpcx.server";

  private final RpcxProperties.Server properties;
  private final ApplicationContext context;
  private final List<ServerInterceptor> interceptors;
  private final List<RpcxServerCustomizer> customizers;
  private final @Nullable String token;
  private final @Nullable Tls tls;
  private volatile @Nullable ServiceCentre centre;

  /** Checks what can be checked without listening. */
  RpcxServer(
      RpcxProperties.Server properties,
      ApplicationContext context,
      List<ServerInterceptor> interceptors,
      List<RpcxServerCustomizer> customizers) {
    this.properties = properties;
    this.context = context;
    this.interceptors = interceptors;
    this.customizers = customizers;
    token = Settings.token(PREFIX, properties.token(), properties.tokenFile());
    tls = Settings.tls(PREFIX, properties.tls());
  }

  /**
   * Publishes and listens.
   *
   * @throws RpcxConfigurationException if a bean cannot be published, a property is not fit to be
   *     used, or the address cannot be listened on
   */
  @Override
  public synchronized void start() {
    if (centre != null || !properties.enabled()) {
      return;
    }
    List<String> services = services();
    if (services.isEmpty()) {
      return;
    }
    ServiceCentre.Builder builder = builder();
    for (String name : services) {
      ServiceCentre.Builder unused = builder.publish(context.getBean(name));
    }
    ServiceCentre started = start(builder);
    centre = started;
    LOG.info("RPCX listens on {}:{}", started.address(), started.port());
    context.publishEvent(new RpcxServerStartedEvent(this, started));
  }

  /** Beans with an own or inherited annotation; of an interface that clients share, no client. */
  private List<String> services() {
    return Arrays.stream(context.getBeanNamesForAnnotation(RPCXServer.class))
        .filter(name -> !RpcxClientRegistrar.isClient(name))
        .toList();
  }

  private ServiceCentre.Builder builder() {
    ServiceCentre.Builder builder = ServiceCentre.builder().address(properties.address());
    var unused = Settings.use(PREFIX + ".port", () -> builder.port(properties.port()));
    String expected = token;
    if (expected != null) {
      byte[] bytes = expected.getBytes(StandardCharsets.UTF_8);
      // Takes the same time wherever a wrong token differs.
      unused =
          builder.authenticate(
              shown -> MessageDigest.isEqual(bytes, shown.getBytes(StandardCharsets.UTF_8)));
    }
    if (tls != null) {
      unused = builder.tls(tls);
    }
    for (ServerInterceptor interceptor : interceptors) {
      unused = builder.intercept(interceptor);
    }
    for (RpcxServerCustomizer customizer : customizers) {
      customizer.customize(builder);
    }
    return builder;
  }

  private static ServiceCentre start(ServiceCentre.Builder builder) {
    try {
      return builder.start();
    } catch (IllegalArgumentException e) {
      throw new RpcxConfigurationException(
          "RPCX cannot start: " + e.getMessage(),
          "Correct the class or the " + PREFIX + " property that the message names.",
          e);
    } catch (UncheckedIOException e) {
      throw new RpcxConfigurationException(
          PREFIX
              + ".address and "
              + PREFIX
              + ".port: "
              + Objects.requireNonNullElse(e.getCause(), e).getMessage(),
          "Free the port, set another " + PREFIX + ".port, or give an address of this host.",
          e);
    }
  }

  /** Lets calls in flight go on for {@code rpcx.server.drain}, then closes. */
  @Override
  public synchronized void stop() {
    ServiceCentre running = centre;
    if (running != null) {
      if (!running.stop(properties.drain())) {
        LOG.warn("RPCX: calls were in flight after {}.drain = {}", PREFIX, properties.drain());
      }
      centre = null;
    }
  }

  @Override
  public boolean isRunning() {
    return centre != null;
  }

  /**
   * The running service centre.
   *
   * @return null while nothing listens
   */
  public @Nullable ServiceCentre centre() {
    return centre;
  }

  /**
   * The port that it listens on, also if any free one was requested.
   *
   * @throws IllegalStateException while nothing listens
   */
  public int port() {
    ServiceCentre running = centre;
    if (running == null) {
      throw new IllegalStateException(
          "RPCX does not listen: the context is not refreshed, has no bean with @RPCXServer, or "
              + PREFIX
              + ".enabled is false");
    }
    return running.port();
  }
}
