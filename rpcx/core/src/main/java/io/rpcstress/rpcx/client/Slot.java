package io.rpcstress.rpcx.client;

import io.netty.channel.EventLoop;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.value.OwnCodecs;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The place of one connection: makes it when the first call needs one, and from then on makes
 * another whenever it was lost, whether calls come or not, but not more often than the back-off
 * allows. The first attempt after a healthy connection is free: most servers are back at once.
 * Thread-safe.
 */
final class Slot {
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Why there is no connection, and until when none is tried. */
  private record Outage(RPCXException because, long notBeforeNanos) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final ClientSettings settings;
  private final Endpoint endpoint;
  private final Address address;
  private final EventLoop loop;
  private final HostNames names;
  private final DeadlineWatch watch;
  private final Backoff backoff;
  private final AtomicLong answered = new AtomicLong();
  private final AtomicInteger ending = new AtomicInteger();
  private volatile @Nullable Connection current;
  private volatile @Nullable Outage outage;
  private volatile boolean closed;
  private long attemptedAtNanos;

  Slot(
      ClientSettings settings,
      Endpoint endpoint,
      Address address,
      EventLoop loop,
      HostNames names,
      DeadlineWatch watch) {
    this.settings = settings;
    this.endpoint = endpoint;
    this.address = address;
    this.loop = loop;
    this.names = names;
    this.watch = watch;
    backoff = new Backoff(settings.limits(), new Jitter());
  }

  Endpoint endpoint() {
    return endpoint;
  }

  Address address() {
    return address;
  }

  /** What the application's classes are carried by. */
  OwnCodecs ownCodecs() {
    return settings.codecs();
  }

  /** The connection there is, in whatever state; null if there is none. */
  @Nullable Connection current() {
    return current;
  }

  /** The connection for a new call; null if there is none and it is too early to try again. */
  @Nullable Connection connection() {
    Connection connection = current;
    return connection != null && connection.usable() ? connection : open();
  }

  private @Nullable Connection open() {
    if (backsOff()) {
      return null;
    }
    Connection connection;
    lock.lock();
    try {
      connection = current;
      if (connection != null && connection.usable()) {
        return connection;
      }
      if (closed || backsOff()) {
        return null;
      }
      connection = new Connection(loop, settings.limits(), this, watch);
      current = connection;
      attemptedAtNanos = System.nanoTime();
    } finally {
      lock.unlock();
    }
    new ConnectAttempt(connection, settings, loop, names).start();
    return connection;
  }

  private boolean backsOff() {
    Outage now = outage;
    return now != null && now.notBeforeNanos - System.nanoTime() > 0;
  }

  /** Why {@link #connection} gave none; null if there is no reason any more. */
  @Nullable RPCXException unavailable() {
    if (closed) {
      return clientClosed();
    }
    Outage now = outage;
    if (now == null) {
      return null;
    }
    RPCXException because = now.because;
    long wait = Math.max(0, now.notBeforeNanos - System.nanoTime());
    return RPCXException.notSent(
        because.status(),
        because.reason() + "; next attempt in " + (wait / NANOS_PER_MILLI + 1) + " ms",
        because);
  }

  /** What ends the calls of a client that is closed. */
  static RPCXException clientClosed() {
    return RPCXException.notSent(StatusCode.UNAVAILABLE, "this client is closed", null);
  }

  /** A connection is gone, or could not be made. */
  void lost(Connection connection, RPCXException because) {
    replace(connection, because);
    connection.close(because);
  }

  /** The server wants no new calls on a connection. */
  void drained(Connection connection, RPCXException because) {
    connection.drain();
    replace(connection, because);
  }

  private void replace(Connection connection, RPCXException because) {
    lock.lock();
    try {
      if (current != connection || closed) {
        return;
      }
      current = null;
      long wait = 0;
      if (connection.signs().healthy()) {
        backoff.reset();
        outage = null;
      } else {
        // Counted from the beginning of the attempt, so that a host that refuses nothing and
        // answers nothing is not tried less often than one that refuses.
        long now = System.nanoTime();
        wait = Math.max(0, backoff.nextNanos() - (now - attemptedAtNanos));
        outage = new Outage(because, now + wait);
      }
      reopenIn(wait);
    } finally {
      lock.unlock();
    }
  }

  private void reopenIn(long nanos) {
    try {
      var unused = loop.schedule(this::reopen, nanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      // The client was closed.
    }
  }

  private void reopen() {
    if (connection() == null && !closed) {
      // The timer came a moment before the clock.
      reopenIn(NANOS_PER_MILLI);
    }
  }

  /** A call was answered well; on the event loop. */
  void answered() {
    answered.lazySet(answered.get() + 1);
    address.succeeded();
  }

  /** Calls whose deadline has passed on a connection here, and whose futures are still to end. */
  AtomicInteger ending() {
    return ending;
  }

  /** Calls that were answered well so far. */
  long answeredCalls() {
    return answered.get();
  }

  /** Calls in flight on the connection there is. */
  int inFlight() {
    Connection connection = current;
    return connection == null ? 0 : connection.size();
  }

  /** Makes no connection any more and closes the one there is. */
  void close() {
    Connection connection;
    lock.lock();
    try {
      closed = true;
      connection = current;
      current = null;
    } finally {
      lock.unlock();
    }
    if (connection != null) {
      connection.close(RPCXException.withoutTrace(StatusCode.UNAVAILABLE, "this client is closed"));
    }
  }

  /** Draws the jitter. A class and not a lambda, which a first call would link. */
  private static final class Jitter implements DoubleSupplier {
    @Override
    public double getAsDouble() {
      return ThreadLocalRandom.current().nextDouble();
    }
  }
}
