package io.rpcstress.rpcx;

import io.rpcstress.rpcx.client.Client;
import io.rpcstress.rpcx.client.ClientSettings;
import io.rpcstress.rpcx.scan.ClassPathWalk;
import io.rpcstress.rpcx.value.OwnCodecs;
import io.rpcstress.rpcx.wire.FlightRecorderEvents;
import io.rpcstress.rpcx.wire.Metadata;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The calling side: makes objects of {@link RPCXClient} interfaces. Holds event loops and
 * connections, so an application has one and closes it at its end. Thread-safe.
 *
 * <pre>{@code
 * try (RPCX rpcx = RPCX.builder().address("10.0.0.2").port(9001).build()) {
 *   String greeting = rpcx.client(GreeterClient.class).greet("Ada");
 * }
 * }</pre>
 */
public final class RPCX implements AutoCloseable {
  private final Client client;

  private RPCX(Client client) {
    this.client = client;
  }

  /** Starts to describe a client. */
  public static Builder builder() {
    FlightRecorderEvents.offByDefault();
    return new Builder();
  }

  /**
   * The object behind a client interface; always the same one. Its methods throw {@link
   * RPCXException}; those that return a future never throw, the future fails. Without {@link
   * #connect} the first call connects.
   *
   * @param type an interface with {@link RPCXClient}
   * @param <T> the interface
   * @return an object that can be shared by any number of threads
   * @throws IllegalArgumentException if the interface cannot be called, saying which method and why
   */
  public <T> T client(Class<T> type) {
    return type.cast(client.proxy(type));
  }

  /**
   * A client whose calls have options of their own: on the same connections, cheap enough to be
   * made for one call.
   *
   * @param client what {@link #client} or this method gave; it stays as it is
   * @param options instead of those that the client has
   * @param <T> its interface
   * @return an object that can be shared by any number of threads
   * @throws IllegalArgumentException if the object is no client that RPCX made
   */
  @SuppressWarnings("unchecked") // A proxy of the same interface, which T is.
  public static <T> T with(T client, CallOptions options) {
    return (T) Client.with(client, options);
  }

  /**
   * Connects to the server of the builder and to those of all clients made so far, and makes one
   * whole call on every connection, so that the first call of the application pays for nothing.
   * Takes no longer than a call may.
   *
   * @return this
   * @throws RPCXException if none of the addresses of a service can be reached, or a server refuses
   *     the token
   */
  public RPCX connect() {
    client.connect();
    return this;
  }

  /** What calls are made with. */
  Client client() {
    return client;
  }

  /** Calls that wait for their replies, or for a connection. */
  public int inFlight() {
    return client.inFlight();
  }

  /**
   * Incomplete frames of more than {@link Limits#SMALL_FRAME_BYTES}, of all connections, in bytes:
   * each with its whole size from when it begins, whatever has come of it, so at most {@link
   * Limits#maxReceivingBytes}. Those that wait until others have ended are not in it.
   */
  public long receivingBytes() {
    return client.receivingBytes();
  }

  /**
   * Connections that are compressed now: what {@link Builder#compressed} offers, a server may not
   * take.
   */
  public int compressedConnections() {
    return client.compressedConnections();
  }

  /** Closes all connections; calls in flight end with {@link StatusCode#UNAVAILABLE}. */
  @Override
  public void close() {
    client.close();
  }

  /** Describes a client. Not thread-safe. */
  public static final class Builder {
    private static final int MAX_PORT = 65_535;
    private static final int MAX_CONNECTIONS = 1024;
    private static final int MAX_ATTEMPTS = 10;

    /** Event loops that a client has where there are processors for them: one hung is not all. */
    private static final int USUAL_LOOPS = 4;

    private @Nullable String address;
    private int port;
    private final List<InetSocketAddress> addresses = new ArrayList<>();
    private @Nullable String inProcess;
    private Balancing balancing = Balancing.LEAST_IN_FLIGHT;
    private int attempts = Limits.ATTEMPTS;
    private @Nullable NameResolver resolver;
    private int connections = 1;
    private int eventLoops;
    private Duration deadline = Limits.DEADLINE;
    private @Nullable String token;
    private @Nullable Tls tls;
    private Limits limits = Limits.DEFAULTS;
    private final List<ClientInterceptor> interceptors = new ArrayList<>();
    private final List<String> packages = new ArrayList<>();
    private boolean compressed;
    private boolean waitsForRoom;
    private boolean repeatsUnread = true;
    private List<String> forwarded = List.of();
    private final List<TypeCodec<?>> codecs = new ArrayList<>();

    private Builder() {}

    /**
     * The server's name or address, instead of the one in the annotations.
     *
     * @param value a name or address
     * @return this
     */
    public Builder address(String value) {
      if (value.isBlank()) {
        throw new IllegalArgumentException("address is blank, expected a host's name or address");
      }
      address = value;
      return this;
    }

    /**
     * The server's port, instead of the one in the annotations.
     *
     * @param value 1 to 65535
     * @return this
     */
    public Builder port(int value) {
      port = within("port", value, MAX_PORT);
      return this;
    }

    /**
     * All servers of one service, instead of {@link #address} and {@link #port} and the
     * annotations: calls go to whichever is ready and well (see {@link #balancing}), also while
     * others are lost.
     *
     * @param values 1 to {@link Limits#MAX_ADDRESSES} texts {@code host:port} or {@code
     *     [IPv6]:port}
     * @return this
     */
    public Builder addresses(String... values) {
      if (values.length < 1 || values.length > Limits.MAX_ADDRESSES) {
        throw new IllegalArgumentException(
            "addresses are " + values.length + ", expected 1 to " + Limits.MAX_ADDRESSES);
      }
      addresses.clear();
      for (String value : values) {
        addresses.add(hostAndPort(value));
      }
      return this;
    }

    private static InetSocketAddress hostAndPort(String value) {
      int colon = value.lastIndexOf(':');
      String host = value.substring(0, Math.max(0, colon)).trim();
      if (host.startsWith("[") && host.endsWith("]")) {
        host = host.substring(1, host.length() - 1);
      } else if (host.indexOf(':') >= 0) {
        host = "";
      }
      int port;
      try {
        port = Integer.parseInt(value.substring(colon + 1).trim());
      } catch (NumberFormatException e) {
        port = 0;
      }
      if (host.isBlank() || port < 1 || port > MAX_PORT) {
        throw new IllegalArgumentException(
            "address is \"" + value + "\", expected host:port with a port from 1 to 65535");
      }
      return InetSocketAddress.createUnresolved(host, port);
    }

    /**
     * Calls a service centre of this process instead of any address, without a socket; for tests,
     * since bytes between the two sides are bounded by nothing but the calls in flight.
     *
     * @param name what {@link ServiceCentre.Builder#inProcess} was given
     * @return this
     */
    public Builder inProcess(String name) {
      inProcess = ServiceCentre.checkInProcess(name);
      return this;
    }

    /**
     * How a client chooses among several connections.
     *
     * @param value default {@link Balancing#LEAST_IN_FLIGHT}
     * @return this
     */
    public Builder balancing(Balancing value) {
      balancing = value;
      return this;
    }

    /**
     * Attempts that a call has at most. Another one is made only if the request was never sent
     * because there was no connection, or was not read ({@link #repeatUnread}), or if the method is
     * {@link Method#idempotent} and the connection was lost or an address answered {@link
     * StatusCode#OVERLOADED} and there is another one; within the deadline of the call; and within
     * a budget of one for {@link Limits#CALLS_PER_RETRY} answered calls.
     *
     * @param value 1 to 10; 1 for none; default {@link Limits#ATTEMPTS}
     * @return this
     */
    public Builder attempts(int value) {
      attempts = within("attempts", value, MAX_ATTEMPTS);
      return this;
    }

    /**
     * What finds the addresses of names.
     *
     * @param value called before every attempt to connect; default the JDK
     * @return this
     */
    public Builder resolver(NameResolver value) {
      resolver = value;
      return this;
    }

    /**
     * Connections to each address; one carries any number of threads.
     *
     * @param value 1 to 1024; default 1
     * @return this
     */
    public Builder connections(int value) {
      connections = within("connections", value, MAX_CONNECTIONS);
      return this;
    }

    /**
     * Threads for the network.
     *
     * @param value 1 to 1024; default one per connection and at least 4, but no more than
     *     processors
     * @return this
     */
    public Builder eventLoops(int value) {
      eventLoops = within("eventLoops", value, MAX_CONNECTIONS);
      return this;
    }

    /**
     * How long a call may take, for calls whose {@link Method} sets nothing.
     *
     * @param value 1 ms to a week; default {@link Limits#DEADLINE}
     * @return this
     */
    public Builder deadline(Duration value) {
      Durations.check(
          "deadline", value, Duration.ofMillis(1), Duration.ofMillis(Limits.MAX_DEADLINE_MILLIS));
      deadline = value;
      return this;
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
     * What the client shows to the server in HELLO; see {@link ServiceCentre.Builder#authenticate}.
     * Travels in clear text unless the connection is encrypted.
     *
     * @param value the token
     * @return this
     */
    public Builder token(String value) {
      token = value;
      return this;
    }

    /**
     * What stands around every call.
     *
     * @param value the next inner one
     * @return this
     */
    public Builder intercept(ClientInterceptor value) {
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
     * Offers servers to compress everything on a connection, in both directions, for lines that are
     * slower than the processors; see {@link ServiceCentre.Builder#maxCompressedConnections}. A
     * server that does not take the offer is called without. Not together with {@link #tls}: the
     * length of what is compressed says something of what was encrypted.
     *
     * @return this
     */
    public Builder compressed() {
      compressed = true;
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
     * Lets calls beyond the limit of calls in flight ({@link Limits#maxInFlightPerConnection}, or
     * what the server says) wait for their turn within their deadline, instead of failing at once
     * with {@link StatusCode#RESOURCE_EXHAUSTED}. As many may wait as may be in flight on one
     * connection, with {@link Limits#writeBufferBytes} at most. Not for one-way methods.
     *
     * @return this
     */
    public Builder waitForRoom() {
      waitsForRoom = true;
      return this;
    }

    /**
     * Whether a call is made again, at most {@link #attempts} times, of which a server reports as
     * it leaves that it did not read it, on another server if there is one. So no call is lost
     * while servers are replaced one by one; but a server that lies about it makes a call run
     * twice, on another server too, whether its method is {@link Method#idempotent} or not.
     *
     * @param value default true; false for servers that are not trusted with that: such a call then
     *     ends with {@link StatusCode#UNAVAILABLE} as one that may have run, if its method is not
     *     idempotent
     * @return this
     */
    public Builder repeatUnread(boolean value) {
      repeatsUnread = value;
      return this;
    }

    /**
     * Metadata that a call inherits which a handler makes while it serves another one, from its own
     * thread or by {@link CallContext#wrap(Runnable)}: a trace, a tenant. Interceptors can change
     * it.
     *
     * @param keys at most 32; default none, since what a caller sent is not for every service
     * @return this
     */
    public Builder forwardMetadata(String... keys) {
      if (keys.length > Metadata.MAX_ENTRIES) {
        throw new IllegalArgumentException(
            keys.length + " keys of metadata are forwarded, at most " + Metadata.MAX_ENTRIES);
      }
      forwarded = List.of(keys);
      return this;
    }

    /**
     * Prepares all {@link RPCXClient} interfaces of a package and the packages below it while the
     * client is built, instead of when each is first requested.
     *
     * @param packageName such as {@code io.my.app}
     * @return this
     */
    public Builder scan(String packageName) {
      packages.add(packageName);
      return this;
    }

    /**
     * Starts the event loops; connects to nothing yet.
     *
     * @return the client
     * @throws IllegalArgumentException if a codec or a scanned interface cannot be used, saying
     *     which and why, or if both {@link #tls} and {@link #compressed} are set
     */
    public RPCX build() {
      if (compressed && tls != null) {
        throw new IllegalArgumentException(
            "compressed() and tls(...) are both set, expected one of them: the length of what"
                + " is compressed says something of what is encrypted");
      }
      int loops = eventLoops;
      if (loops == 0) {
        loops =
            Math.min(
                Math.max(USUAL_LOOPS, connections * Math.max(1, addresses.size())),
                Runtime.getRuntime().availableProcessors());
      }
      Client client =
          new Client(
              new ClientSettings(
                  address,
                  port,
                  List.copyOf(addresses),
                  inProcess,
                  balancing,
                  attempts,
                  resolver,
                  connections,
                  loops,
                  deadline.toMillis(),
                  OwnCodecs.of(codecs),
                  token,
                  List.copyOf(interceptors),
                  tls == null ? null : tls.client(),
                  limits,
                  compressed,
                  waitsForRoom,
                  repeatsUnread,
                  forwarded));
      try {
        ClassLoader loader = loader();
        for (String name : packages) {
          for (Class<?> type : ClassPathWalk.find(name, RPCXClient.class, loader)) {
            Object unused = client.proxy(type);
          }
        }
      } catch (RuntimeException e) {
        client.close();
        throw e;
      }
      return new RPCX(client);
    }

    static int within(String name, int value, int max) {
      if (value < 1 || value > max) {
        throw new IllegalArgumentException(name + " is " + value + ", expected 1 to " + max);
      }
      return value;
    }
  }

  /** The loader whose class path is walked for annotated classes. */
  static ClassLoader loader() {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    return context == null ? ClassLoader.getSystemClassLoader() : context;
  }
}
