package io.rpcstress.rpcx;

import java.time.Duration;

/**
 * Every limit of RPCX and its default, in one place; the same type for both sides, each reads what
 * concerns it. Immutable.
 *
 * <pre>{@code
 * Limits limits = Limits.builder().maxFrameBytes(64 * 1024).build();
 * }</pre>
 *
 * @param maxFrameBytes largest frame body that is accepted, in bytes
 * @param maxConnections connections that a service centre holds at a time; further ones are closed
 *     at once
 * @param maxInFlightPerConnection calls in flight on one connection; beyond, a client fails with
 *     RESOURCE_EXHAUSTED and a server answers OVERLOADED
 * @param maxInFlight calls that wait for blocking or asynchronous handlers in a whole service
 *     centre; beyond, it answers OVERLOADED
 * @param writeBufferBytes bytes that wait for a peer that does not read: beyond, a client fails
 *     with RESOURCE_EXHAUSTED, and a server reads no more from that connection; beyond this and a
 *     quarter of maxUnwrittenBytes it answers calls for handlers off the event loop with OVERLOADED
 * @param maxUnwrittenBytes replies that wait for clients to read them, in a whole service centre,
 *     in bytes; beyond, a reply of more than SHARE_BYTES is replaced by REPLY_DROPPED, and half of
 *     it is the most for one connection
 * @param maxReceivingBytes incomplete frames of more than SMALL_FRAME_BYTES, in a whole service
 *     centre or a whole client, in bytes; beyond, no more of such a frame is read until another one
 *     has ended
 * @param minBytesPerSecond what a frame, and what waits for a peer to read it, must move at, once
 *     the grace of partialFrameTimeout or stalledWriteTimeout is over, in bytes per second
 * @param maxObjects objects that the arguments of one request, or one result, may be decoded into
 * @param connectTimeout longest wait for a TCP connection
 * @param handshakeTimeout longest wait for HELLO after the connection was made (and for TLS before)
 * @param partialFrameTimeout grace of an incomplete frame; after it, it must have come at
 *     minBytesPerSecond on average, or the peer is closed; a frame waits for memory no longer
 * @param idleTimeout a service centre closes a connection that was silent for so long
 * @param stalledWriteTimeout grace of what waits for a client to read it; after it, it must have
 *     gone at minBytesPerSecond on average, or a service centre closes the connection
 * @param stuckHandlerAfter a handler that holds its event loop for so long is reported with its
 *     stack, and the service centre is NOT_SERVING until it ends
 * @param pingInterval a client that has received nothing for so long asks whether the server is
 *     there; it asks at once when a deadline passes and nothing was received since the call began
 * @param pingTimeout a client that pinged and receives nothing for so long gives the connection up
 * @param backoffInitial wait after the first failed attempt to connect; grows by BACKOFF_FACTOR,
 *     varies by BACKOFF_JITTER
 * @param backoffMax longest wait between the beginnings of two attempts to connect, before jitter
 */
public record Limits(
    int maxFrameBytes,
    int maxConnections,
    int maxInFlightPerConnection,
    int maxInFlight,
    int writeBufferBytes,
    long maxUnwrittenBytes,
    long maxReceivingBytes,
    int minBytesPerSecond,
    int maxObjects,
    Duration connectTimeout,
    Duration handshakeTimeout,
    Duration partialFrameTimeout,
    Duration idleTimeout,
    Duration stalledWriteTimeout,
    Duration stuckHandlerAfter,
    Duration pingInterval,
    Duration pingTimeout,
    Duration backoffInitial,
    Duration backoffMax) {
  /** Numbers that a client may give to methods on a connection, as docs/wire.md says. */
  public static final int MAX_METHOD_NUMBERS = 256;

  /** Deadline of a call that names none. There is no way to wait for ever. */
  public static final Duration DEADLINE = Duration.ofSeconds(3);

  /** Longest deadline that a call may have, in ms: a week. */
  public static final long MAX_DEADLINE_MILLIS = 7L * 24 * 60 * 60 * 1000;

  /** Most parameters of a method. */
  public static final int MAX_PARAMETERS = 32;

  /** Longest published name or type alias, in bytes. */
  public static final int MAX_NAME_BYTES = 128;

  /** Pings that a server answers without a call in between; beyond, it closes the connection. */
  public static final int PING_STRIKES = 1000;

  /** Factor by which the wait between attempts to connect grows. */
  public static final double BACKOFF_FACTOR = 1.6;

  /** Share by which a wait between attempts to connect varies at random, up and down. */
  public static final double BACKOFF_JITTER = 0.2;

  /** A connection without an answer is healthy once it lived so long; its loss is no failure. */
  public static final Duration HEALTHY_AFTER = Duration.ofSeconds(10);

  /** The kernel of a client asks first after so long without a byte (TCP_KEEPIDLE), in s. */
  public static final int TCP_KEEP_IDLE_SECONDS = 15;

  /** Time between two questions of the kernel (TCP_KEEPINTVL), in s. */
  public static final int TCP_KEEP_INTERVAL_SECONDS = 2;

  /** Unanswered questions of the kernel after which the connection is lost (TCP_KEEPCNT). */
  public static final int TCP_KEEP_COUNT = 3;

  /** Attempts that a call has at most, the first one included. */
  public static final int ATTEMPTS = 3;

  /** Further attempts that answered calls earn: one for so many. */
  public static final int CALLS_PER_RETRY = 10;

  /** Further attempts that a client of one server can save up, and starts with. */
  public static final int MAX_SAVED_RETRIES = 20;

  /** Failures in a row (deadline, overload, lost connection) that eject an address. */
  public static final int EJECT_AFTER_FAILURES = 5;

  /** How long an ejected address gets no calls while others do. */
  public static final Duration EJECTION = Duration.ofSeconds(5);

  /** Addresses of one service at most. */
  public static final int MAX_ADDRESSES = 64;

  /** Shortest time that each address of a name has to take a connection, in ms. */
  public static final long MIN_CONNECT_MILLIS = 200;

  /** Threads of a client that wait for name servers at most. */
  public static final int MAX_RESOLVING_THREADS = 8;

  /**
   * A call that takes longer on the event loop is not short. Several of a method that are not, or
   * one of {@link #LONG_CALL}, and its calls leave the event loop for good.
   */
  public static final Duration SHORT_CALL = Duration.ofNanos(200_000);

  /** A single call that takes so long on the event loop is the last one there. */
  public static final Duration LONG_CALL = Duration.ofMillis(100);

  /** Calls of a method of which only a long one counts: its code is not compiled yet. */
  public static final int WARM_UP_CALLS = 100;

  /** Quiet time after which a draining server closes a connection without calls, in ms. */
  public static final long DRAIN_QUIET_MILLIS = 200;

  /** Threads for blocking handlers where the JDK has no virtual threads. */
  public static final int BLOCKING_THREADS = 64;

  /** Longest token in HELLO, in bytes. */
  public static final int MAX_TOKEN_BYTES = 4096;

  /** Largest frame body before a peer's HELLO, in bytes: one with the longest token fits. */
  public static final int MAX_HELLO_BYTES = 8 * 1024;

  /** Received bytes that every connection may hold outside maxReceivingBytes. */
  public static final int SMALL_FRAME_BYTES = 16 * 1024;

  /** Most bytes that every connection may have, in replies or in requests, whatever others have. */
  public static final int SHARE_BYTES = 64 * 1024;

  /** When memory is short, a client that reads nothing for so long is closed, in ms. */
  public static final long TIGHT_STALL_MILLIS = 1000;

  /** How long a farewell waits for the client to close its side, in ms. */
  public static final long LINGER_MILLIS = 1000;

  /** How often a handler that holds its event loop is reported, in s. */
  public static final long STUCK_REPORT_SECONDS = 60;

  /** Failures that a service centre logs with their stack per second; the rest is counted. */
  public static final int MAX_LOGGED_PER_SECOND = 10;

  /** Least default of maxUnwrittenBytes and maxReceivingBytes, in bytes, of a heap that has it. */
  public static final long MIN_DEFAULT_BUDGET_BYTES = 32L * 1024 * 1024;

  /** Most bytes that one compressed byte may stand for, over all bytes of a connection. */
  public static final int MAX_INFLATION = 100;

  /** Bytes of a compressed connection that may come beyond {@link #MAX_INFLATION}. */
  public static final int FREE_INFLATED_BYTES = 1024 * 1024;

  /** All defaults. */
  public static final Limits DEFAULTS = builder().build();

  /** Checks that every limit is one. */
  public Limits {
    atLeast("maxFrameBytes", maxFrameBytes, 1024);
    atLeast("maxConnections", maxConnections, 1);
    atLeast("maxInFlightPerConnection", maxInFlightPerConnection, 1);
    atLeast("maxInFlight", maxInFlight, 1);
    atLeast("writeBufferBytes", writeBufferBytes, 65536);
    atLeast("maxUnwrittenBytes", maxUnwrittenBytes, 65536);
    atLeast("maxReceivingBytes", maxReceivingBytes, maxFrameBytes + (long) Integer.BYTES);
    atLeast("minBytesPerSecond", minBytesPerSecond, 1);
    atLeast("maxObjects", maxObjects, 1);
    positive("connectTimeout", connectTimeout);
    positive("handshakeTimeout", handshakeTimeout);
    positive("partialFrameTimeout", partialFrameTimeout);
    positive("idleTimeout", idleTimeout);
    positive("stalledWriteTimeout", stalledWriteTimeout);
    positive("stuckHandlerAfter", stuckHandlerAfter);
    positive("pingInterval", pingInterval);
    positive("pingTimeout", pingTimeout);
    positive("backoffInitial", backoffInitial);
    positive("backoffMax", backoffMax);
  }

  /**
   * Checks {@link Method#deadlineMillis}.
   *
   * @param value 0 for none, else 1 ms to {@link #MAX_DEADLINE_MILLIS}
   * @throws IllegalArgumentException if it is anything else
   */
  public static void checkDeadlineMillis(long value) {
    if (value < 0 || value > MAX_DEADLINE_MILLIS) {
      throw new IllegalArgumentException(
          "has deadlineMillis = %d, expected 1 to %d, or 0 for the client's"
              .formatted(value, MAX_DEADLINE_MILLIS));
    }
  }

  /** Starts from the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  private static void atLeast(String name, long value, long min) {
    if (value < min) {
      throw new IllegalArgumentException(name + " is " + value + ", expected at least " + min);
    }
  }

  private static void positive(String name, Duration value) {
    Durations.check(name, value, Duration.ofNanos(1), Durations.LONGEST);
  }

  /** Changes some limits. Not thread-safe. */
  public static final class Builder {
    private int maxFrameBytes = 4 * 1024 * 1024;
    private int maxConnections = 1024;
    private int maxInFlightPerConnection = 4096;
    private int maxInFlight = 16384;
    private int writeBufferBytes = 4 * 1024 * 1024;
    private long maxUnwrittenBytes;
    private long maxReceivingBytes;
    private int minBytesPerSecond = 32 * 1024;
    private int maxObjects = 524_288;
    private Duration connectTimeout = Duration.ofSeconds(3);
    private Duration handshakeTimeout = Duration.ofSeconds(5);
    private Duration partialFrameTimeout = Duration.ofSeconds(10);
    private Duration idleTimeout = Duration.ofSeconds(90);
    private Duration stalledWriteTimeout = Duration.ofSeconds(10);
    private Duration stuckHandlerAfter = Duration.ofSeconds(5);
    private Duration pingInterval = Duration.ofSeconds(15);
    private Duration pingTimeout = Duration.ofSeconds(2);
    private Duration backoffInitial = Duration.ofMillis(100);
    private Duration backoffMax = Duration.ofMillis(1500);

    private Builder() {}

    /**
     * Largest frame body that is accepted, in bytes.
     *
     * @param value at least 1024; default {@code 4 * 1024 * 1024}
     */
    public Builder maxFrameBytes(int value) {
      maxFrameBytes = value;
      return this;
    }

    /**
     * Connections that a service centre holds at a time; further ones are closed at once.
     *
     * @param value at least 1; default {@code 1024}
     */
    public Builder maxConnections(int value) {
      maxConnections = value;
      return this;
    }

    /**
     * Calls in flight on one connection; beyond, a client fails with RESOURCE_EXHAUSTED and a
     * server answers OVERLOADED.
     *
     * @param value at least 1; default {@code 4096}
     */
    public Builder maxInFlightPerConnection(int value) {
      maxInFlightPerConnection = value;
      return this;
    }

    /**
     * Calls that wait for blocking or asynchronous handlers in a whole service centre; beyond, it
     * answers OVERLOADED.
     *
     * @param value at least 1; default {@code 16384}
     */
    public Builder maxInFlight(int value) {
      maxInFlight = value;
      return this;
    }

    /**
     * Bytes that wait for a peer that does not read: beyond, a client fails with
     * RESOURCE_EXHAUSTED, and a server reads no more from that connection.
     *
     * @param value at least 65536; default {@code 4 * 1024 * 1024}
     */
    public Builder writeBufferBytes(int value) {
      writeBufferBytes = value;
      return this;
    }

    /**
     * Replies that wait for clients to read them, in a whole service centre, in bytes; beyond, a
     * reply of more than SHARE_BYTES is replaced by REPLY_DROPPED. Half of it is the most for one
     * connection.
     *
     * @param value at least 65536; default an eighth of the largest heap, at least
     *     MIN_DEFAULT_BUDGET_BYTES or, of a smaller heap, a sixth and two frames
     */
    public Builder maxUnwrittenBytes(long value) {
      atLeast("maxUnwrittenBytes", value, 65536);
      maxUnwrittenBytes = value;
      return this;
    }

    /**
     * Incomplete frames of more than SMALL_FRAME_BYTES of all connections, of a service centre or
     * of a client, in bytes: beyond, they wait. In a service centre as much for requests that block
     * or return futures, until they end: beyond, OVERLOADED.
     *
     * @param value at least maxFrameBytes + 4; default an eighth of the largest heap, at least
     *     MIN_DEFAULT_BUDGET_BYTES or, of a smaller heap, a sixth; and four frames
     */
    public Builder maxReceivingBytes(long value) {
      atLeast("maxReceivingBytes", value, 1);
      maxReceivingBytes = value;
      return this;
    }

    /**
     * What a frame, and what waits for a peer to read it, must move at, once the grace of
     * partialFrameTimeout or stalledWriteTimeout is over, in bytes per second.
     *
     * @param value at least 1; default {@code 32 * 1024}
     */
    public Builder minBytesPerSecond(int value) {
      minBytesPerSecond = value;
      return this;
    }

    /**
     * Objects that the arguments of one request, or one result, may be decoded into: containers,
     * elements, entries, components and fields each count one.
     *
     * @param value at least 1; default {@code 524_288}
     */
    public Builder maxObjects(int value) {
      maxObjects = value;
      return this;
    }

    /**
     * Longest wait for a TCP connection.
     *
     * @param value more than zero; default {@code Duration.ofSeconds(3)}
     */
    public Builder connectTimeout(Duration value) {
      connectTimeout = value;
      return this;
    }

    /**
     * Longest wait for HELLO after the connection was made (and for TLS before).
     *
     * @param value more than zero; default {@code Duration.ofSeconds(5)}
     */
    public Builder handshakeTimeout(Duration value) {
      handshakeTimeout = value;
      return this;
    }

    /**
     * Grace of an incomplete frame; after it, it must have come at minBytesPerSecond on average, or
     * the peer is taken for a slow attacker and closed.
     *
     * @param value more than zero; default {@code Duration.ofSeconds(10)}
     */
    public Builder partialFrameTimeout(Duration value) {
      partialFrameTimeout = value;
      return this;
    }

    /**
     * A service centre closes a connection that was silent for so long.
     *
     * @param value more than zero; default {@code Duration.ofSeconds(90)}
     */
    public Builder idleTimeout(Duration value) {
      idleTimeout = value;
      return this;
    }

    /**
     * Grace of what waits for a client to read it; after it, it must have gone at minBytesPerSecond
     * on average, or a service centre closes the connection.
     *
     * @param value more than zero; default {@code Duration.ofSeconds(10)}
     */
    public Builder stalledWriteTimeout(Duration value) {
      stalledWriteTimeout = value;
      return this;
    }

    /**
     * A handler that holds its event loop for so long is reported with its stack, and the service
     * centre is NOT_SERVING until it ends.
     *
     * @param value more than zero; default {@code Duration.ofSeconds(5)}
     */
    public Builder stuckHandlerAfter(Duration value) {
      stuckHandlerAfter = value;
      return this;
    }

    /**
     * A client that has received nothing for so long asks whether the server is there; it asks at
     * once when a deadline passes and nothing was received since the call began.
     *
     * @param value more than zero; default {@code Duration.ofSeconds(15)}
     */
    public Builder pingInterval(Duration value) {
      pingInterval = value;
      return this;
    }

    /**
     * A client that has sent a ping and receives nothing for so long gives the connection up.
     *
     * @param value more than zero; default {@code Duration.ofSeconds(2)}
     */
    public Builder pingTimeout(Duration value) {
      pingTimeout = value;
      return this;
    }

    /**
     * First wait between attempts to connect; grows by BACKOFF_FACTOR, +-BACKOFF_JITTER.
     *
     * @param value more than zero; default {@code Duration.ofMillis(100)}
     */
    public Builder backoffInitial(Duration value) {
      backoffInitial = value;
      return this;
    }

    /**
     * Longest wait between the beginnings of two attempts to connect, before jitter.
     *
     * @param value more than zero; default {@code Duration.ofMillis(1500)}
     */
    public Builder backoffMax(Duration value) {
      backoffMax = value;
      return this;
    }

    /** The limits. */
    public Limits build() {
      long heap = Runtime.getRuntime().maxMemory();
      return new Limits(
          maxFrameBytes,
          maxConnections,
          maxInFlightPerConnection,
          maxInFlight,
          writeBufferBytes,
          maxUnwrittenBytes == 0
              ? DefaultBudget.bytes(heap, Math.min(MIN_DEFAULT_BUDGET_BYTES, 2L * maxFrameBytes))
              : maxUnwrittenBytes,
          maxReceivingBytes == 0
              ? DefaultBudget.bytes(heap, 4L * maxFrameBytes + 4L * Integer.BYTES)
              : maxReceivingBytes,
          minBytesPerSecond,
          maxObjects,
          connectTimeout,
          handshakeTimeout,
          partialFrameTimeout,
          idleTimeout,
          stalledWriteTimeout,
          stuckHandlerAfter,
          pingInterval,
          pingTimeout,
          backoffInitial,
          backoffMax);
    }
  }
}
