package io.rpcstress.rpcx;

import io.rpcstress.rpcx.scan.ClassPathWalk;
import io.rpcstress.rpcx.server.Quotas;
import io.rpcstress.rpcx.server.Server;
import io.rpcstress.rpcx.server.ServerSettings;
import io.rpcstress.rpcx.tls.TlsContexts;
import io.rpcstress.rpcx.value.OwnCodecs;
import io.rpcstress.rpcx.wire.FlightRecorderEvents;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
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
    FlightRecorderEvents.offByDefault();
    return new Builder();
  }

  /** The port that it listens on, also if any free one was requested; 0 if it has no socket. */
  public int port() {
    return server.port();
  }

  /** The address that it listens on; its name if it has no socket. */
  public String address() {
    return server.host();
  }

  /**
   * Calls whose handlers have started but not ended, for handlers that block or return futures;
   * those on the event loop end before this could be called.
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
   * Requests of methods that block or return futures, with their arguments as objects, in bytes as
   * they are counted, until their calls end; at most about {@link Limits#maxReceivingBytes}.
   */
  public long requestBytes() {
    return server.requestBytes();
  }

  /**
   * How it is: what its health service answers, also when that cannot be called because a handler
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
   * The first of two steps to stop: announces it, and serves on. {@link #health} is DRAINING, and
   * clients are notified: those that have other addresses make new calls there, those that have not
   * stay. Call {@link #stop} some time later, when {@link #connections} or a load balancer says
   * that the others have gone. A further call does nothing.
   */
  public void drain() {
    server.drain();
  }

  /**
   * Waits until the service centre has stopped, whichever thread stops it.
   *
   * @param patience how long to wait at most
   * @return whether it has stopped
   * @throws InterruptedException if this thread is interrupted first
   */
  public boolean awaitTermination(Duration patience) throws InterruptedException {
    return server.awaitTermination(Math.max(0, TimeUnit.NANOSECONDS.convert(patience)));
  }

  /**
   * Stops: takes no new connections, notifies the clients, lets calls in flight end, closes. A
   * further call waits for the same end, and brings it forward if its grace is shorter.
   *
   * @param grace how long calls in flight have; zero or less to close at once
   * @return whether all calls ended in time
   */
  public boolean stop(Duration grace) {
    return server.stop(Math.max(0, TimeUnit.NANOSECONDS.convert(grace)));
  }

  /** Stops with a grace of {@link #CLOSE_GRACE}. */
  @Override
  public void close() {
    boolean unused = stop(CLOSE_GRACE);
  }

  static String checkInProcess(String name) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("inProcess is blank, expected a name");
    }
    return name;
  }

  /** Describes a service centre. Not thread-safe. */
  public static final class Builder {
    private static final int MAX_PORT = 65_535;
    private static final int MAX_LOOPS = 1024;

    private String address = "127.0.0.1";
    private int port;
    private @Nullable String inProcess;
    private int eventLoops = Runtime.getRuntime().availableProcessors();
    private final List<Object> providers = new ArrayList<>();
    private final List<TypeCodec<?>> codecs = new ArrayList<>();
    private @Nullable Executor blockingCalls;
    private @Nullable Predicate<String> tokens;
    private final List<ServerInterceptor> interceptors = new ArrayList<>();
    private @Nullable Tls tls;
    private Limits limits = Limits.DEFAULTS;
    private @Nullable Authenticator authenticator;
    private Duration maxConnectionAge = Duration.ZERO;
    private int maxInFlightPerPeer;
    private final Map<String, Integer> maxInFlightPerMethod = new HashMap<>();
    private int maxCompressedConnections;
    private boolean describes;

    private Builder() {}

    /**
     * Where to listen.
     *
     * @param value an address of this host; default 127.0.0.1, which accepts no other hosts
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
     * Listens inside of this process instead of on a socket, for clients with {@link
     * RPCX.Builder#inProcess}; for tests. Everything else is as over a socket, the bytes too, but
     * for one thing: no buffer of the operating system slows the other side down, so that what it
     * does not read is not bounded in bytes.
     *
     * @param name a name that no other service centre of this process listens under; upper and
     *     lower case are the same
     * @return this
     */
    public Builder inProcess(String name) {
      inProcess = checkInProcess(name);
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
      eventLoops = RPCX.Builder.within("eventLoops", value, MAX_LOOPS);
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
     * @param accepts decides whether a client's token is good; gets "" from clients without one;
     *     runs on the event loop, so it must not wait; default everyone
     * @return this
     */
    public Builder authenticate(Predicate<String> accepts) {
      tokens = accepts;
      return this;
    }

    /**
     * Who calls, for interceptors, {@link CallContext} and {@link #maxInFlightPerPeer}. Without it,
     * a client that shows a certificate in mutual TLS is its subject, and others are unknown.
     * Called after {@link #authenticate}.
     *
     * @param value decides who a client is by its token, its certificate or its address
     * @return this
     */
    public Builder identify(Authenticator value) {
      authenticator = value;
      return this;
    }

    /**
     * How old a connection gets, so that clients spread over servers that were added later: after
     * it the client is requested to make another, and calls under way end. No call is lost by it. A
     * client that goes on for 10 s gets {@link StatusCode#OVERLOADED} on the old one.
     *
     * @param value more than zero, varied by 10 % for each connection; default for ever
     * @return this
     */
    public Builder maxConnectionAge(Duration value) {
      Durations.check("maxConnectionAge", value, Duration.ofNanos(1), Durations.LONGEST);
      maxConnectionAge = value;
      return this;
    }

    /**
     * Calls in flight of one method; beyond, it answers {@link StatusCode#OVERLOADED}. Instead of
     * what {@link Method#maxInFlight} says.
     *
     * @param service the published name
     * @param method the published name
     * @param value at least 1, or 0 for no limit
     * @return this
     */
    public Builder maxInFlight(String service, String method, int value) {
      if (value < 0) {
        throw new IllegalArgumentException(
            "maxInFlight of %s.%s is %d, expected at least 1, or 0 for no limit"
                .formatted(service, method, value));
      }
      maxInFlightPerMethod.put(service + "." + method, value);
      return this;
    }

    /**
     * Calls off the event loop (for handlers that block or return futures) in flight of one client,
     * on all its connections; beyond, it answers {@link StatusCode#OVERLOADED}. A client is a
     * principal (see {@link #identify}), or an address if it is unknown.
     *
     * @param value at least 1; default no limit but those of {@link Limits}
     * @return this
     */
    public Builder maxInFlightPerPeer(int value) {
      maxInFlightPerPeer = atLeastOne("maxInFlightPerPeer", value);
      return this;
    }

    private static int atLeastOne(String name, int value) {
      if (value < 1) {
        throw new IllegalArgumentException(name + " is " + value + ", expected at least 1");
      }
      return value;
    }

    /**
     * Connections that are compressed where clients offer it ({@link RPCX.Builder#compressed}).
     * Each takes about 300 KiB beside the heap; further ones, and those with TLS, are not.
     *
     * @param value at least 1; default none
     * @return this
     */
    public Builder maxCompressedConnections(int value) {
      maxCompressedConnections = atLeastOne("maxCompressedConnections", value);
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
     * Whether clients may read what is published: names, types and limits, by {@link Description}
     * or {@code rpcx-cli}. Interceptors stand around those calls, too.
     *
     * @param value default false
     * @return this
     */
    public Builder describe(boolean value) {
      describes = value;
      return this;
    }

    /**
     * What would be published, RPCX's own services left out; listens nowhere.
     *
     * @return one line a method, as {@link ServiceCentre#published} has them
     * @throws IllegalArgumentException if something cannot be published or a codec cannot be used,
     *     saying which and why
     */
    public List<String> published() {
      return Server.published(providers, OwnCodecs.of(codecs));
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
      TlsContexts contexts = tls == null ? null : tls.server();
      try {
        return new ServiceCentre(
            new Server(
                new ServerSettings(
                    address,
                    port,
                    inProcess,
                    eventLoops,
                    new ArrayList<>(providers),
                    OwnCodecs.of(codecs),
                    blockingCalls,
                    tokens,
                    List.copyOf(interceptors),
                    contexts,
                    limits,
                    authenticator,
                    new Quotas(
                        maxConnectionAge,
                        maxInFlightPerPeer,
                        maxInFlightPerMethod,
                        maxCompressedConnections,
                        Quotas.LEAVE_WITHIN),
                    describes)));
      } catch (RuntimeException e) {
        if (contexts != null) {
          contexts.close();
        }
        throw e;
      }
    }
  }
}
