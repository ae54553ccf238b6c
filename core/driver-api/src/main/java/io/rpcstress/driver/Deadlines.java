package io.rpcstress.driver;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Ends exchanges that are still under way at their deadline, for libraries whose own time-outs do
 * not span a whole exchange: some end with a reply's head, others begin anew with each read. One
 * task at a time waits, due at the earliest deadline, on the JDK's own thread for delays: an
 * exchange that is in time costs an entry in a set, and wakes no thread. Thread-safe.
 */
public final class Deadlines {
  private final Duration deadline;
  private final Set<Watch> open = ConcurrentHashMap.newKeySet();

  /** A task waits. */
  private final AtomicBoolean armed = new AtomicBoolean();

  /**
   * No exchanges yet.
   *
   * @param deadline how long each may take, more than 0
   */
  public Deadlines(Duration deadline) {
    this.deadline = deadline;
  }

  /** How long an exchange may take. */
  public Duration deadline() {
    return deadline;
  }

  /** Watches an exchange that begins now, until it is closed. */
  public Watch watch() {
    Watch watch = new Watch(System.nanoTime() + deadline.toNanos());
    open.add(watch);
    arm();
    return watch;
  }

  /**
   * Sends a request and waits for its reply in this thread, which is interrupted at the deadline.
   * That ends the connection, or the stream of HTTP/2; the client's own time-out is that of a
   * reply's head. A subscriber that gives its body up would cost each call one more change of
   * threads, as sendAsync does.
   *
   * @param failure what the call failed by, given its cause and its watch
   * @throws CallException the failure, or that the deadline came first
   */
  public <T> HttpResponse<T> send(
      HttpClient client,
      HttpRequest request,
      BodyHandler<T> bodies,
      BiFunction<IOException, Watch, CallException> failure)
      throws CallException, InterruptedException {
    Watch watch = watch();
    watch.endBy(Thread.currentThread()::interrupt);
    try (watch) {
      return client.send(request, bodies);
    } catch (IOException e) {
      throw failure.apply(e, watch);
    } catch (InterruptedException e) {
      if (watch.isExceeded()) {
        throw new DeadlineExceededException(deadline);
      }
      throw e;
    } finally {
      watch.endBy(null);
      if (watch.isExceeded()) {
        boolean unused = Thread.interrupted(); // it may have come as the call ended
      }
    }
  }

  private void arm() {
    if (!armed.get() && armed.compareAndSet(false, true)) {
      scheduleNext();
    }
  }

  /** Waits for the earliest deadline; where no exchange is open, for one that begins now. */
  private void scheduleNext() {
    Watch next = earliest();
    long nanos = next == null ? deadline.toNanos() : next.endNanos - System.nanoTime();
    CompletableFuture.delayedExecutor(Math.max(0, nanos), TimeUnit.NANOSECONDS, Runnable::run)
        .execute(this::endWhatIsDue);
  }

  private void endWhatIsDue() {
    long now = System.nanoTime();
    open.removeIf(each -> each.exceededBy(now));
    if (!open.isEmpty()) {
      scheduleNext();
      return;
    }
    armed.set(false);
    if (!open.isEmpty()) { // started meanwhile, and found this task still armed
      arm();
    }
  }

  private @Nullable Watch earliest() {
    Watch earliest = null;
    for (Watch each : open) {
      if (earliest == null || each.endNanos - earliest.endNanos < 0) {
        earliest = each;
      }
    }
    return earliest;
  }

  /** An exchange under way. Thread-safe. */
  public final class Watch implements AutoCloseable {
    private final long endNanos;
    private @Nullable Runnable end;
    private boolean exceeded;

    private Watch(long endNanos) {
      this.endNanos = endNanos;
    }

    /** How long the exchange may take. */
    public Duration deadline() {
      return deadline;
    }

    /**
     * Sets what ends the exchange at its deadline, in place of what was set before; if the deadline
     * is past, ends it now. When this returns, what was set before has been done, or never is.
     *
     * @param by ends the exchange, from whichever thread; waits for nothing, since the ends of
     *     other exchanges wait for it; does no harm when the exchange has just ended by itself.
     *     Null: what is left of the exchange cannot be ended by another thread
     */
    public synchronized void endBy(@Nullable Runnable by) {
      end = by;
      if (exceeded) {
        end();
      }
    }

    /** Ends the exchange if its deadline has come, and returns whether it has. */
    private synchronized boolean exceededBy(long nanos) {
      if (endNanos - nanos > 0) {
        return false;
      }
      exceeded = true;
      end();
      return true;
    }

    private void end() {
      try {
        if (end != null) {
          end.run();
        }
      } catch (RuntimeException e) {
        // A library that was ended amid something: its callers see the same. Nothing may
        // keep the other exchanges from their ends.
      }
    }

    /** Whether the deadline has come. */
    public boolean isExceeded() {
      return endNanos - System.nanoTime() <= 0;
    }

    /**
     * Sees that the deadline has not come: a reply that came by then may have been cut off.
     *
     * @throws DeadlineExceededException if it has
     */
    public void requireInTime() throws DeadlineExceededException {
      if (isExceeded()) {
        throw new DeadlineExceededException(deadline);
      }
    }

    /**
     * Reads as another stream does, for as long as the deadline has not come.
     *
     * @return each read of it that is done after the deadline fails with a {@link
     *     SocketTimeoutException}
     */
    public InputStream reading(InputStream in) {
      return new TimedStream(in, this);
    }

    /** The exchange has ended. */
    @Override
    public void close() {
      open.remove(this);
    }
  }

  private static final class TimedStream extends FilterInputStream {
    private final Watch watch;

    TimedStream(InputStream in, Watch watch) {
      super(in);
      this.watch = watch;
    }

    @Override
    public int read() throws IOException {
      return inTime(super.read());
    }

    @Override
    public int read(byte[] into, int from, int most) throws IOException {
      return inTime(super.read(into, from, most));
    }

    private int inTime(int read) throws SocketTimeoutException {
      if (watch.isExceeded()) {
        throw new SocketTimeoutException("the reply was not whole in time");
      }
      return read;
    }
  }
}
