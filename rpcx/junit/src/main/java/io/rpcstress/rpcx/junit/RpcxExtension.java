package io.rpcstress.rpcx.junit;

import io.rpcstress.rpcx.RPCX;
import io.rpcstress.rpcx.RPCXClient;
import io.rpcstress.rpcx.ServiceCentre;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Services and their clients inside of a test. Calls go the whole way, as bytes, through RPCX's
 * limits, deadlines, event loops and interceptors; only the socket is missing, and with it ports,
 * the kernel's buffers and half-open connections: what depends on those is tested over a socket.
 *
 * <pre>{@code
 * class GreeterTest {
 *   @RegisterExtension
 *   final RpcxExtension rpcx = RpcxExtension.publishing(new GreeterService());
 *
 *   @Test
 *   void greets(GreeterClient greeter) {
 *     assertThat(greeter.greet("Ada")).isEqualTo("hello, Ada");
 *   }
 * }
 * }</pre>
 *
 * <p>As the field of an object it starts anew for each test; as a static field once for all tests
 * of the class. Parameters can be interfaces with {@link RPCXClient}, whatever address they name,
 * the {@link RPCX} and the {@link ServiceCentre}. After its start it can be used by any thread.
 */
public final class RpcxExtension
    implements BeforeAllCallback,
        AfterAllCallback,
        BeforeEachCallback,
        AfterEachCallback,
        ParameterResolver {
  private static final AtomicLong STARTED = new AtomicLong();

  private final List<Object> services;
  private final List<Consumer<ServiceCentre.Builder>> serverChanges = new ArrayList<>();
  private final List<Consumer<RPCX.Builder>> clientChanges = new ArrayList<>();
  private boolean forAllTests;
  private volatile @Nullable Running running;

  private RpcxExtension(List<Object> services) {
    this.services = services;
  }

  /**
   * Makes the extension.
   *
   * @param services objects of classes with {@link io.rpcstress.rpcx.RPCXServer}; none, to test
   *     what clients do without
   * @return the extension; nothing has started yet
   */
  public static RpcxExtension publishing(Object... services) {
    return new RpcxExtension(List.of(services));
  }

  /**
   * Changes the service centre before it starts: interceptors, limits, tokens.
   *
   * @param change what to change
   * @return this
   */
  public RpcxExtension server(Consumer<ServiceCentre.Builder> change) {
    serverChanges.add(change);
    return this;
  }

  /**
   * Changes the client before it is built: interceptors, deadline, token.
   *
   * @param change what to change
   * @return this
   */
  public RpcxExtension client(Consumer<RPCX.Builder> change) {
    clientChanges.add(change);
    return this;
  }

  /**
   * The object behind a client interface.
   *
   * @param type an interface with {@link RPCXClient}
   * @param <T> the interface
   * @return always the same one during a test
   */
  public <T> T client(Class<T> type) {
    return rpcx().client(type);
  }

  /** The client that all interfaces share. */
  public RPCX rpcx() {
    return running().rpcx();
  }

  /** The service centre. */
  public ServiceCentre centre() {
    return running().centre();
  }

  private Running running() {
    Running now = running;
    if (now == null) {
      throw new IllegalStateException(
          "no test runs: expected a call from a test, or from what runs before or after each");
    }
    return now;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    forAllTests = true;
    start();
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    if (!forAllTests) {
      start();
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    if (!forAllTests) {
      stop();
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    forAllTests = false;
    stop();
  }

  private void start() {
    String name = "rpcx-junit-" + STARTED.incrementAndGet();
    ServiceCentre.Builder server = ServiceCentre.builder().eventLoops(1);
    for (Object service : services) {
      server = server.publish(service);
    }
    for (Consumer<ServiceCentre.Builder> change : serverChanges) {
      change.accept(server);
    }
    ServiceCentre centre = server.inProcess(name).start();
    try {
      RPCX.Builder client = RPCX.builder().eventLoops(1);
      for (Consumer<RPCX.Builder> change : clientChanges) {
        change.accept(client);
      }
      running = new Running(centre, client.inProcess(name).build());
    } catch (RuntimeException | Error e) {
      boolean unused = centre.stop(Duration.ZERO);
      throw e;
    }
  }

  private void stop() {
    Running last = running;
    running = null;
    if (last != null) {
      last.rpcx().close();
      boolean unused = last.centre().stop(Duration.ZERO);
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == RPCX.class
        || type == ServiceCentre.class
        || (type.isInterface() && type.isAnnotationPresent(RPCXClient.class));
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    if (type == RPCX.class) {
      return rpcx();
    }
    return type == ServiceCentre.class ? centre() : client(type);
  }

  private record Running(ServiceCentre centre, RPCX rpcx) {}
}
