package io.rpcstress.rpcx.spring;

import io.rpcstress.rpcx.ClientInterceptor;
import io.rpcstress.rpcx.RPCX;
import io.rpcstress.rpcx.Tls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The clients of an application: one {@link RPCX} for all services, and one for each service that
 * has settings of its own. Each is made when it is first needed; none connects before its first
 * call. Closed with the application, after the server has drained. Thread-safe.
 */
public final class RpcxClients implements AutoCloseable {
  /** The key of the client of all services without settings of their own. */
  static final String OTHERS = "_other";

  private static final String PREFIX = "rpcx.client";

  private final RpcxProperties.Client properties;
  private final @Nullable String token;
  private final @Nullable Tls tls;
  private final List<ClientInterceptor> interceptors;
  private final List<RpcxClientCustomizer> customizers;
  private final List<RpcxClientListener> listeners;
  private final Map<String, RPCX> ofServices = new HashMap<>();
  private @Nullable RPCX ofAllOthers;
  private boolean closed;

  /** Checks what can be checked without a client. */
  RpcxClients(
      RpcxProperties.Client properties,
      RpcxClientTypes types,
      List<ClientInterceptor> interceptors,
      List<RpcxClientCustomizer> customizers,
      List<RpcxClientListener> listeners) {
    this.properties = properties;
    this.interceptors = interceptors;
    this.customizers = customizers;
    this.listeners = listeners;
    types.check(PREFIX + ".services", properties.services().keySet());
    token = Settings.token(PREFIX, properties.token(), properties.tokenFile());
    tls = Settings.tls(PREFIX, properties.tls());
  }

  /**
   * The object behind a client interface; always the same one.
   *
   * @param type an interface with {@link io.rpcstress.rpcx.RPCXClient}
   * @param <T> the interface
   * @return an object that can be shared by any number of threads
   * @throws RpcxConfigurationException if the interface or a property is not fit to be used
   */
  public synchronized <T> T client(Class<T> type) {
    RPCX rpcx = of(RpcxClientTypes.service(type));
    try {
      return rpcx.client(type);
    } catch (IllegalArgumentException e) {
      throw new RpcxConfigurationException(
          String.valueOf(e.getMessage()), "Correct the interface " + type.getName() + ".", e);
    }
  }

  private RPCX of(String service) {
    if (closed) {
      throw new IllegalStateException("the application has stopped: its clients are closed");
    }
    RpcxProperties.Service own = properties.services().get(service);
    if (own != null) {
      return ofServices.computeIfAbsent(
          service,
          name -> made(name, build(PREFIX + ".services." + name, own.addresses(), own.deadline())));
    }
    RPCX others = ofAllOthers;
    if (others == null) {
      others = made(OTHERS, build(PREFIX, List.of(), null));
      ofAllOthers = others;
    }
    return others;
  }

  private RPCX made(String service, RPCX rpcx) {
    for (RpcxClientListener listener : listeners) {
      listener.made(service, rpcx);
    }
    return rpcx;
  }

  private RPCX build(String where, List<String> addresses, @Nullable Duration deadline) {
    RPCX.Builder builder = RPCX.builder();
    if (!addresses.isEmpty()) {
      addresses(where, builder, addresses);
    } else if (!properties.addresses().isEmpty()) {
      addresses(PREFIX, builder, properties.addresses());
    }
    var unused = builder.balancing(properties.balancing());
    unused =
        deadline == null
            ? Settings.use(PREFIX + ".deadline", () -> builder.deadline(properties.deadline()))
            : Settings.use(where + ".deadline", () -> builder.deadline(deadline));
    unused =
        Settings.use(PREFIX + ".connections", () -> builder.connections(properties.connections()));
    unused = Settings.use(PREFIX + ".attempts", () -> builder.attempts(properties.attempts()));
    if (token != null) {
      unused = builder.token(token);
    }
    if (tls != null) {
      unused = builder.tls(tls);
    }
    for (ClientInterceptor interceptor : interceptors) {
      unused = builder.intercept(interceptor);
    }
    for (RpcxClientCustomizer customizer : customizers) {
      customizer.customize(builder);
    }
    return Settings.use(PREFIX, builder::build);
  }

  private static void addresses(String where, RPCX.Builder builder, List<String> addresses) {
    RPCX.Builder unused =
        Settings.use(
            where + ".addresses", () -> builder.addresses(addresses.toArray(new String[0])));
  }

  /** Calls that wait for their replies, or for a connection. */
  public synchronized int inFlight() {
    int sum = ofAllOthers == null ? 0 : ofAllOthers.inFlight();
    for (RPCX rpcx : ofServices.values()) {
      sum += rpcx.inFlight();
    }
    return sum;
  }

  /** Closes all connections; calls in flight end with UNAVAILABLE. */
  @Override
  public void close() {
    List<RPCX> open;
    synchronized (this) {
      closed = true;
      open = new ArrayList<>(ofServices.values());
      if (ofAllOthers != null) {
        open.add(ofAllOthers);
      }
    }
    // Not under the lock: stages of calls that end here may wait for users of this.
    open.forEach(RPCX::close);
  }
}
