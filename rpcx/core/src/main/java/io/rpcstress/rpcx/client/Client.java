package io.rpcstress.rpcx.client;

import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.rpcstress.rpcx.CallContext;
import io.rpcstress.rpcx.CallOptions;
import io.rpcstress.rpcx.ClientInterceptor;
import io.rpcstress.rpcx.RPCXClient;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.tls.TlsContexts;
import io.rpcstress.rpcx.value.ValueCodec;
import io.rpcstress.rpcx.wire.ByteBudget;
import io.rpcstress.rpcx.wire.EventLoops;
import io.rpcstress.rpcx.wire.OwnThread;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The calling side as a whole: event loops, servers, proxies. Thread-safe. */
public final class Client {
  /** Why a call that waits is refused on a thread that brings replies or ends calls. */
  static final String WOULD_WAIT_FOR_ITSELF =
      "this is a thread of RPCX, which must not wait for a call: use a future, or"
          + " @Method(blocking = true) on the handler that makes this call";

  /** Why a call that waits is refused in a handler on a server's event loop. */
  static final String WOULD_HOLD_UP_THE_SERVER =
      "this handler runs on an event loop of its service centre, which must not wait for a call"
          + " (two services that call each other would wait for ever): mark it"
          + " @Method(blocking = true), or call with a future";

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final ClientSettings settings;
  private final MultiThreadIoEventLoopGroup loops;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Endpoint> endpoints = new HashMap<>();
  private final Map<Class<?>, Object> proxies = new HashMap<>();
  private final DeadlineWatch watch = new DeadlineWatch();
  private final HostNames names;
  private boolean closed;

  /** Incomplete frames of all connections, so that many servers cannot fill the heap together. */
  private final ByteBudget receiving;

  private final long deadlineNanos;

  /**
   * Starts the event loops; connects to nothing yet.
   *
   * @param settings the requested ones
   */
  public Client(ClientSettings settings) {
    this.settings = settings;
    deadlineNanos = TimeUnit.MILLISECONDS.toNanos(settings.deadlineMillis());
    loops =
        EventLoops.start(
            settings.eventLoops(),
            OwnThread.factory("rpcx-client", true),
            settings.inProcess() != null);
    names = new HostNames(settings.resolver());
    receiving = new ByteBudget(settings.limits().maxReceivingBytes());
    Endpoint unused = given();
  }

  /** The server that all clients call, whatever their annotations say; null if there is none. */
  private @Nullable Endpoint given() {
    if (settings.inProcess() != null) {
      return endpoint(settings.inProcess(), 0);
    }
    if (!settings.addresses().isEmpty()) {
      return endpoint(settings.addresses());
    }
    return settings.address() == null || settings.port() == 0
        ? null
        : endpoint(settings.address(), settings.port());
  }

  /**
   * The object behind a client interface, made once.
   *
   * @param type an interface with {@link RPCXClient}
   * @return a proxy that can be shared by any number of threads
   * @throws IllegalArgumentException if the interface is not fit to be called
   */
  public Object proxy(Class<?> type) {
    lock.lock();
    try {
      Object known = proxies.get(type);
      if (known != null) {
        return known;
      }
    } finally {
      lock.unlock();
    }
    // Not under the lock: what the application gave runs here.
    RPCXClient remote = type.getAnnotation(RPCXClient.class);
    if (!type.isInterface() || remote == null) {
      throw new IllegalArgumentException(
          type.getName() + " is no interface with @RPCXClient: there is nothing to call");
    }
    String service = remote.remoteServerName();
    Map<Method, RemoteMethod> methods = ClientProxy.methods(type, service, settings);
    Endpoint endpoint = endpointOf(type, remote);
    Object proxy = ClientProxy.of(type, service, methods, this, endpoint);
    lock.lock();
    try {
      Object first = proxies.putIfAbsent(type, proxy);
      return first == null ? proxy : first;
    } finally {
      lock.unlock();
    }
  }

  /**
   * A client of the same interface whose calls have other options.
   *
   * @param proxy what {@link #proxy} gave, or this method
   * @param options instead of those that it has
   * @throws IllegalArgumentException if it is no such client
   */
  public static Object with(Object proxy, CallOptions options) {
    return ClientProxy.with(proxy, options);
  }

  /**
   * Calls a method that no interface declares, on the server that this client was given.
   *
   * @return the result, null if there is none
   */
  public @Nullable Object call(
      String service,
      String method,
      ValueCodec[] parameters,
      @Nullable ValueCodec result,
      @Nullable Object @Nullable [] arguments) {
    Endpoint endpoint = given();
    if (endpoint == null) {
      throw new IllegalStateException("there is nothing to call: give an address and a port");
    }
    return ClientProxy.call(
        this,
        endpoint,
        new RemoteMethod(service, method, parameters, result, settings.limits().maxObjects()),
        arguments);
  }

  private Endpoint endpointOf(Class<?> type, RPCXClient remote) {
    Endpoint given = given();
    if (given != null && settings.inProcess() != null) {
      return given;
    }
    AnnotatedAddress annotated = new AnnotatedAddress(type.getName(), remote);
    if (given != null) {
      return given;
    }
    String address = settings.address();
    int port = settings.port();
    return endpoint(
        address == null ? annotated.host() : address, port == 0 ? annotated.port() : port);
  }

  private Endpoint endpoint(String host, int port) {
    return endpoint(List.of(InetSocketAddress.createUnresolved(host, port)));
  }

  private Endpoint endpoint(List<InetSocketAddress> servers) {
    String key = servers.toString();
    lock.lock();
    try {
      Endpoint endpoint = endpoints.get(key);
      if (endpoint == null) {
        List<Address> addresses = new ArrayList<>();
        for (InetSocketAddress server : servers) {
          addresses.add(new Address(server.getHostString(), server.getPort()));
        }
        endpoint = new Endpoint(settings, loops, names, watch, receiving, addresses);
        endpoints.put(key, endpoint);
        if (closed) {
          // It has no calls yet.
          endpoint.close();
        }
      }
      return endpoint;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Connects to all servers that are known so far and makes one whole call on every connection, so
   * that the first call of the application pays for neither. All have the time of one call.
   *
   * @throws RPCXException if no server of a service can be reached, or one refuses who calls
   */
  public void connect() {
    Endpoint[] known;
    lock.lock();
    try {
      known = endpoints.values().toArray(new Endpoint[0]);
    } finally {
      lock.unlock();
    }
    if (known.length == 0) {
      throw new IllegalStateException(
          "there is nothing to connect to: give an address and a port, or make a client first");
    }
    RemoteMethod health = RemoteMethod.health();
    PendingCall[][] calls = new PendingCall[known.length][];
    for (int i = 0; i < known.length; i++) {
      Slot[] slots = known[i].slots();
      calls[i] = new PendingCall[slots.length];
      for (int slot = 0; slot < slots.length; slot++) {
        calls[i][slot] = warmUp(health, known[i], slots[slot]);
      }
    }
    for (PendingCall[] ofOneService : calls) {
      awaitAnswers(ofOneService);
    }
  }

  /** Waits for all; one answer is enough, since further calls go where they are answered. */
  private static void awaitAnswers(PendingCall[] calls) {
    boolean answered = false;
    RPCXException problem = null;
    for (PendingCall call : calls) {
      try {
        Object unused = call.await();
        answered = true;
      } catch (RPCXException e) {
        switch (e.status()) {
          // A server without a health service has answered all the same.
          case UNKNOWN_SERVICE, UNKNOWN_METHOD -> answered = true;
          case UNAUTHENTICATED, PERMISSION_DENIED, CANCELLED -> throw e;
          default -> problem = e;
        }
      }
    }
    if (!answered && problem != null) {
      throw problem;
    }
  }

  private PendingCall warmUp(RemoteMethod health, Endpoint endpoint, Slot slot) {
    PendingCall call = prepare(health, endpoint, null, Map.of(), true, waitNanos(health, null));
    Connection connection = slot.connection();
    if (connection != null) {
      connection.submit(call);
    } else {
      RPCXException why = slot.unavailable();
      call.fail(why == null ? Slot.clientClosed() : why);
    }
    return call;
  }

  /**
   * Starts a call; never throws for anything that the call can end with.
   *
   * @param waits whether the calling thread is going to wait for the result
   * @param waitNanos how long it may take, in ns
   */
  PendingCall start(
      RemoteMethod method,
      Endpoint endpoint,
      @Nullable Object @Nullable [] arguments,
      Map<String, String> metadata,
      boolean waits,
      long waitNanos) {
    PendingCall call = prepare(method, endpoint, arguments, metadata, waits, waitNanos);
    if (!call.isDone()) {
      endpoint.begin(call);
    }
    return call;
  }

  /** How long a call of this method may take from now on, in ns. */
  long waitNanos(RemoteMethod method, @Nullable CallOptions options) {
    long wait = method.deadlineNanos() == 0 ? deadlineNanos : method.deadlineNanos();
    if (options != null && options.deadline() != null) {
      wait = options.deadline().toNanos();
    }
    return Math.min(wait, CallContext.remainingNanos());
  }

  /** The metadata of a call: what it inherits from the one that this thread serves, and its own. */
  Map<String, String> metadata(@Nullable CallOptions options) {
    Map<String, String> inherited = inherited();
    if (options == null || options.metadata().isEmpty()) {
      return inherited;
    }
    Map<String, String> all = new LinkedHashMap<>(inherited);
    all.putAll(options.metadata());
    return all;
  }

  private Map<String, String> inherited() {
    List<String> keys = settings.forwarded();
    if (keys.isEmpty()) {
      return Map.of();
    }
    CallContext served = CallContext.current();
    if (served == null) {
      return Map.of();
    }
    Map<String, String> inherited = new LinkedHashMap<>();
    for (String key : keys) {
      String value = served.metadata().get(key);
      if (value != null) {
        inherited.put(key, value);
      }
    }
    return inherited;
  }

  /** A call with its frame, or one that has failed. */
  private PendingCall prepare(
      RemoteMethod method,
      Endpoint endpoint,
      @Nullable Object @Nullable [] arguments,
      Map<String, String> metadata,
      boolean waits,
      long wait) {
    long now = System.nanoTime();
    PendingCall call = new PendingCall(method, now, now + wait);
    if (waits) {
      call.willBeAwaited();
    }
    if (wait < NANOS_PER_MILLI) {
      call.fail(
          RPCXException.notSent(
              StatusCode.DEADLINE_EXCEEDED,
              "less than a millisecond was left to make the call",
              null));
    } else if (waits && CallContext.onEventLoop()) {
      call.fail(
          RPCXException.notSent(StatusCode.FAILED_PRECONDITION, WOULD_HOLD_UP_THE_SERVER, null));
    } else if (waits && OwnThread.isCurrent()) {
      call.fail(RPCXException.notSent(StatusCode.FAILED_PRECONDITION, WOULD_WAIT_FOR_ITSELF, null));
    } else {
      boolean unused =
          call.encode(
              endpoint, arguments, metadata, wait == deadlineNanos ? 0 : wait / NANOS_PER_MILLI);
    }
    return call;
  }

  /** Watches deadlines. */
  DeadlineWatch watch() {
    return watch;
  }

  /** What stands around every call. */
  List<ClientInterceptor> interceptors() {
    return settings.interceptors();
  }

  /** Calls that wait for replies or for a connection. */
  public int inFlight() {
    int count = 0;
    for (Expiring calls : watch.watched()) {
      count += calls.size();
    }
    return count;
  }

  /** Bytes that incomplete large frames of all connections have been promised. */
  public long receivingBytes() {
    return receiving.used();
  }

  /** Connections on which both sides compress what they write. */
  public int compressedConnections() {
    int count = 0;
    lock.lock();
    try {
      for (Endpoint endpoint : endpoints.values()) {
        for (Slot slot : endpoint.slots()) {
          Connection connection = slot.current();
          count += connection != null && connection.compressed() ? 1 : 0;
        }
      }
    } finally {
      lock.unlock();
    }
    return count;
  }

  /** Closes all connections; calls in flight end with UNAVAILABLE. */
  public void close() {
    Endpoint[] known;
    lock.lock();
    try {
      closed = true;
      known = endpoints.values().toArray(new Endpoint[0]);
    } finally {
      lock.unlock();
    }
    // Not under the lock: stages of calls that end here may wait for who makes a client.
    for (Endpoint endpoint : known) {
      endpoint.close();
    }
    RPCXException because =
        RPCXException.withoutTrace(StatusCode.UNAVAILABLE, "this client is closed");
    for (Expiring calls : watch.watched()) {
      calls.close(because);
    }
    names.close();
    EventLoops.end(loops, settings.inProcess() != null);
    watch.stop();
    TlsContexts tls = settings.tls();
    if (tls != null) {
      tls.close();
    }
  }
}
