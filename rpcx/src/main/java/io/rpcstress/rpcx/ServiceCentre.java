package io.rpcstress.rpcx;

import io.rpcstress.rpcx.scan.ClassPathWalk;
import io.rpcstress.rpcx.server.Server;
import io.rpcstress.rpcx.server.ServerSettings;
import io.rpcstress.rpcx.value.OwnCodecs;
import io.rpcstress.rpcx.wire.FlightRecorderEvents;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The serving side, as in the paper: publishes service providers, listens, stops. Thread-safe.
 *
 * <pre>{@code
 * try (ServiceCentre centre = ServiceCentre.builder().port(9001).publish(new GreeterService()).start()) {
 *   System.out.println("listening on " + centre.port());
 *   ...
 * }
 * }</pre>
 */
public final class ServiceCentre implements AutoCloseable {
  /** How long {@link #close} lets calls in flight go on. */
  public static final Duration CLOSE_GRACE = Duration.ofSeconds(5);

  private final Server server;

  private ServiceCentre(Server server) {
    this.server = server;
  }

  /** Starts to describe a service centre. */
  public static Builder builder() {
    FlightRecorderEvents.offUnlessAsked();
    return new Builder();
  }

  /** The port that it listens on, also if any free one was asked for. */
  public int port() {
    return server.address().getPort();
  }

  /** The address that it listens on. */
  public String address() {
    return server.address().getAddress().getHostAddress();
  }

  /**
   * Calls whose handlers have begun but not ended, for handlers that block or return futures; those
   * on the event loop end before anybody could ask.
   */
  public int inFlight() {
    return server.inFlight();
  }

  /** Calls that succeeded here, since the start, without RPCX's own services such as health. */
  public long callsServed() {
    return server.callsServed();
  }

  /** Clients that are connected. */
  public int connections() {
    return server.connections();
  }

  /** Replies that clients have not read yet, in bytes; at most about the limit of that name. */
  public long unwrittenBytes() {
    return server.unwrittenBytes();
  }

  /** Incomplete frames of more than {@link Limits#SMALL_FRAME_BYTES}, in bytes. */
  public long receivingBytes() {
    return server.receivingBytes();
  }

  /**
   * How it is: what its health service answers, also when that cannot be asked because a handler
   * holds the event loop.
   *
   * @return SERVING, DRAINING, or NOT_SERVING while a handler holds an event loop
   */
  public String health() {
    return server.health();
  }

  /**
   * What is published, RPCX's own services included.
   *
   * @return one line a method, in alphabetical order, such as {@code greeter.greet(string): string}
   */
  public List<String> published() {
    return server.published();
  }

  /**
   * Stops: takes no new connections, tells the clients, lets calls in flight end, closes. A further
   * call waits for the same end, and brings it forward if its grace is shorter.
   *
   * @param grace how long calls in flight have; zero or less to close at once
   * @return whether all calls ended in time
   */
  public boolean stop(Duration grace) {
    return server.stop(Math.max(0, grace.toNanos()));
  }

  /** Stops with a grace of {@link #CLOSE_GRACE}. */
  @Override
  public void close() {
    boolean unused = stop(CLOSE_GRACE);
  }

  /** Describes a service centre. Not thread-safe. */
  public static final class Builder {
    private static final int MAX_PORT = 65_535;
    private static final int MAX_LOOPS = 1024;

    private String address = "127.0.0.1";
    private int port;
    private int eventLoops = Runtime.getRuntime().availableProcessors();
    private final List<Object> providers = new ArrayList<>();
    private final List<TypeCodec<?>> codecs = new ArrayList<>();
    private @Nullable Executor blockingCalls;
    private Predicate<String> tokens = new Everyone();
    private final List<ServerInterceptor> interceptors = new ArrayList<>();
    private @Nullable Tls tls;
    private Limits limits = Limits.DEFAULTS;

    private Builder() {}

    /**
     * Where to listen.
     *
     * @param value an address of this host; default 127.0.0.1, so that nobody else can connect
     *     unless told otherwise
     * @return this
     */
    public Builder address(String value) {
      address = value;
      return this;
    }

    /**
     * Where to listen.
     *
     * @param value 0 to 65535; default 0, any free port
     * @return this
     */
    public Builder port(int value) {
      if (value < 0 || value > MAX_PORT) {
        throw new IllegalArgumentException("port is " + value + ", expected 0 to " + MAX_PORT);
      }
      port = value;
      return this;
    }

    /**
     * Publishes a service.
     *
     * @param provider an object of a class with {@link RPCXServer}, its own or inherited from a
     *     class or an interface, or a Spring proxy of one; its methods are called by several
     *     threads at a time
     * @return this
     */
    public Builder publish(Object provider) {
      providers.add(provider);
      return this;
    }

    /**
     * Publishes all {@link RPCXServer} classes of a package and the packages below it, each made
     * with its constructor without parameters. Interfaces and abstract classes are passed over:
     * what inherits the annotation from them is published with {@link #publish}.
     *
     * @param packageName such as {@code io.my.app}
     * @return this
     * @throws IllegalArgumentException if there is none, or one cannot be made
     */
    public Builder scan(String packageName) {
      List<Class<?>> found = new ArrayList<>();
      for (Class<?> type : ClassPathWalk.find(packageName, RPCXServer.class, RPCX.loader())) {
        if (!Modifier.isAbstract(type.getModifiers())) {
          found.add(type);
        }
      }
      if (found.isEmpty()) {
        throw new IllegalArgumentException("no class with @RPCXServer below " + packageName);
      }
      for (Class<?> type : found) {
        providers.add(make(type));
      }
      return this;
    }

    private static Object make(Class<?> type) {
      try {
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance();
      } catch (InvocationTargetException e) {
        throw new IllegalArgumentException(
            type.getName() + " cannot be made: " + e.getCause(), e.getCause());
      } catch (ReflectiveOperationException e) {
        throw new IllegalArgumentException(
            type.getName() + " cannot be made: expected a constructor without parameters", e);
      }
    }

    /**
     * Carries a class of the application; the other side needs a codec of the same alias.
     *
     * @param value one for each class
     * @return this
     * @see TypeCodec
     */
    public Builder codec(TypeCodec<?> value) {
      codecs.add(value);
      return this;
    }

    /**
     * Threads for the network and for handlers that do not block.
     *
     * @param value 1 to 1024; default one per processor
     * @return this
     */
    public Builder eventLoops(int value) {
      if (value < 1 || value > MAX_LOOPS) {
        throw new IllegalArgumentException(
            "eventLoops is " + value + ", expected 1 to " + MAX_LOOPS);
      }
      eventLoops = value;
      return this;
    }

    /**
     * Where handlers with {@code @Method(blocking = true)} run.
     *
     * @param value runs them; default a virtual thread each where the JDK has them, else up to
     *     {@link Limits#BLOCKING_THREADS} threads
     * @return this
     */
    public Builder blockingCalls(Executor value) {
      blockingCalls = value;
      return this;
    }

    /**
     * Who may call.
     *
     * @param accepts says whether a client's token is good; gets "" from clients without one; runs
     *     on the event loop, so it must not wait; default everyone
     * @return this
     */
    public Builder authenticate(Predicate<String> accepts) {
      tokens = accepts;
      return this;
    }

    /**
     * What stands around every call.
     *
     * @param value the next inner one
     * @return this
     */
    public Builder intercept(ServerInterceptor value) {
      interceptors.add(value);
      return this;
    }

    /**
     * Encrypts the connections.
     *
     * @param value certificates and keys; default clear text
     * @return this
     */
    public Builder tls(Tls value) {
      tls = value;
      return this;
    }

    /**
     * Other limits than the defaults.
     *
     * @param value the limits
     * @return this
     */
    public Builder limits(Limits value) {
      limits = value;
      return this;
    }

    /**
     * Builds the table of published methods and listens.
     *
     * @return the running service centre
     * @throws IllegalArgumentException if something cannot be published or a codec cannot be used,
     *     saying which and why
     * @throws java.io.UncheckedIOException if the address cannot be listened on
     */
    public ServiceCentre start() {
      return new ServiceCentre(
          new Server(
              new ServerSettings(
                  address,
                  port,
                  eventLoops,
                  new ArrayList<>(providers),
                  OwnCodecs.of(codecs),
                  blockingCalls,
                  tokens,
                  List.copyOf(interceptors),
                  tls == null ? null : Tls.serverContext(tls),
                  limits)));
    }
  }

  private static final class Everyone implements Predicate<String> {
    @Override
    public boolean test(String token) {
      return true;
    }
  }
}
