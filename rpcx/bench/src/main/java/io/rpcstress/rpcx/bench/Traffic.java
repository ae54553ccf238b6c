package io.rpcstress.rpcx.bench;

import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Mixed calls, a seeded choice each: synchronous, asynchronous, one-way, cancelled, too late, on a
 * thread of the server's own, with large values. Counts what was started and how it ended. One
 * thread makes calls; the counts can be read by any.
 */
final class Traffic implements AutoCloseable {
  private static final int CALLERS = 32;
  private static final int HUNDRED = 100;
  private static final int LARGE = 128 * 1024;
  private static final int HOLD_MILLIS = 2;
  private static final int TOO_LONG_MILLIS = 8;
  private static final String NAME = "0123456789abcdef";

  // Where each kind begins in a hundred; the rest are asynchronous.
  private static final int SYNCHRONOUS = 50;
  private static final int ONE_WAY = 68;
  private static final int CANCELLED = 80;
  private static final int TOO_LATE = 86;
  private static final int BLOCKING = 88;
  private static final int BLOB = 95;
  private static final int LENGTH = 98;

  private final Workload.Client client;
  private final Random random;
  private final Semaphore free;
  private final ThreadPoolExecutor callers =
      new ThreadPoolExecutor(
          CALLERS, CALLERS, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(CALLERS));
  private final LongAdder started = new LongAdder();
  private final LongAdder ended = new LongAdder();
  private final Map<String, LongAdder> ends = new ConcurrentHashMap<>();

  /**
   * Makes no call yet.
   *
   * @param inFlight most calls at a time
   */
  Traffic(Workload.Client client, long seed, int inFlight) {
    this.client = client;
    random = new Random(seed);
    free = new Semaphore(inFlight);
    int unused = callers.prestartAllCoreThreads();
  }

  /**
   * Makes a call, now.
   *
   * @param wait whether to wait for a place; else false if there is none
   */
  boolean next(boolean wait) throws InterruptedException {
    if (wait) {
      free.acquire();
    } else if (!free.tryAcquire()) {
      return false;
    }
    started.increment();
    int kind = random.nextInt(HUNDRED);
    if (kind < SYNCHRONOUS) {
      count(() -> client.greetAsync(NAME));
    } else if (kind < ONE_WAY) {
      synchronous();
    } else if (kind < CANCELLED) {
      count(
          () -> {
            client.note(NAME);
            return CompletableFuture.completedFuture("");
          });
    } else if (kind < TOO_LATE) {
      CompletableFuture<String> call = counted(() -> client.hold(HOLD_MILLIS));
      boolean unused = call != null && call.cancel(true);
    } else if (kind < BLOCKING) {
      count(() -> client.tooLate(TOO_LONG_MILLIS));
    } else if (kind < BLOB) {
      count(() -> client.hold(0));
    } else if (kind < LENGTH) {
      count(() -> client.blob(LARGE));
    } else {
      count(() -> client.length(new byte[LARGE]));
    }
    return true;
  }

  /** Something that gives a future, or throws at once. */
  private interface Call<T> {
    CompletableFuture<T> make();
  }

  private <T> void count(Call<T> call) {
    var unused = counted(call);
  }

  private <T> @Nullable CompletableFuture<T> counted(Call<T> call) {
    try {
      CompletableFuture<T> future = call.make();
      var unused = future.whenComplete((value, problem) -> end(problem));
      return future;
    } catch (RPCXException e) {
      end(e);
      return null;
    }
  }

  private void synchronous() {
    try {
      callers.execute(
          () -> {
            try {
              String unused = client.greet(NAME);
              end(null);
            } catch (RuntimeException e) {
              end(e);
            }
          });
    } catch (RejectedExecutionException e) {
      // All callers wait. This one does not, and its call is asynchronous.
      count(() -> client.greetAsync(NAME));
    }
  }

  private void end(@Nullable Throwable problem) {
    ends.computeIfAbsent(name(problem), unused -> new LongAdder()).increment();
    ended.increment();
    free.release();
  }

  private static String name(@Nullable Throwable problem) {
    if (problem == null) {
      return StatusCode.OK.name();
    }
    Throwable cause =
        problem instanceof CompletionException wrapped && wrapped.getCause() != null
            ? wrapped.getCause()
            : problem;
    if (cause instanceof RPCXException known) {
      return known.status().name();
    }
    return cause instanceof CancellationException
        ? StatusCode.CANCELLED.name()
        : cause.getClass().getSimpleName();
  }

  long started() {
    return started.sum();
  }

  long ended() {
    return ended.sum();
  }

  /** How many ended in which way, by name. */
  Map<String, Long> ends() {
    Map<String, Long> counts = new TreeMap<>();
    ends.forEach((name, count) -> counts.put(name, count.sum()));
    return counts;
  }

  /** Waits until all calls have ended; whether they have. */
  boolean quiet(long millis) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (started() != ended() && System.nanoTime() - end < 0) {
      Thread.sleep(1);
    }
    return started() == ended();
  }

  /** Ends the threads that make synchronous calls. */
  @Override
  public void close() {
    callers.shutdownNow();
  }
}
