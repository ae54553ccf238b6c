package io.rpcstress.engine.load;

import io.rpcstress.contract.Operation;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.NetworkFailures;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The callers of a point, one per thread, made in order 0 and kept through the later orders: so the
 * connections stay. Thread-safe.
 */
public final class Callers<Q, R> implements AutoCloseable {

  /** More than a client process has; a prime, as seeds that share low bits draw alike. */
  private static final long THREADS_OF_A_CLIENT = 1_000_003;

  private final Driver driver;
  private final Target target;
  private final DriverOptions options;
  private final Operation<Q, R> operation;
  private final int inFlight;
  private final @Nullable Duration lateAfter;
  private final AtomicReferenceArray<@Nullable Caller<Q, R>> callers;
  private final AtomicLong requests = new AtomicLong();
  // Not synchronized: it would pin a virtual thread for as long as connecting takes.
  private final ReentrantLock opening = new ReentrantLock();
  private volatile @Nullable Session session;
  private @Nullable CallException openFailure;
  private @Nullable Mix<Q> mix;
  private long seed;
  private long threadsOfClientsBefore;

  /**
   * Nothing is opened yet.
   *
   * @param inFlight calls that each thread keeps open, 1 or more; more than 1 where the driver
   *     {@linkplain Driver#startsCalls starts calls}
   * @param lateAfter how long a right answer may take to be accepted, less than the deadline; null
   *     for no limit
   */
  public Callers(
      Driver driver,
      Target target,
      DriverOptions options,
      Operation<Q, R> operation,
      int inFlight,
      @Nullable Duration lateAfter) {
    this.driver = driver;
    this.target = target;
    this.options = options;
    this.operation = operation;
    this.inFlight = inFlight;
    this.lateAfter = lateAfter;
    this.callers = new AtomicReferenceArray<>(options.threads());
  }

  /**
   * The same, whose calls are a mix; before the first is made.
   *
   * @param parts null where all ask the same
   * @param drawnFrom which part each call is
   * @param client which of its point's client processes this is: each draws its own
   */
  public Callers<Q, R> mixing(@Nullable Mix<Q> parts, long drawnFrom, int client) {
    mix = parts;
    seed = drawnFrom;
    threadsOfClientsBefore = client * THREADS_OF_A_CLIENT;
    return this;
  }

  @Nullable Mix<Q> mix() {
    return mix;
  }

  /**
   * What the calls of a thread, or of one run of it, ask: each its own where the operation
   * distinguishes calls apart. For one thread.
   */
  Requests<Q> requests(Q request) {
    long thread = requests.getAndIncrement();
    Mix<Q> parts = mix;
    Mix.Draws draws = parts == null ? null : parts.draws(seed, threadsOfClientsBefore + thread);
    return new Requests<>(operation, request, parts, draws, thread);
  }

  Operation<Q, R> operation() {
    return operation;
  }

  int inFlight() {
    return inFlight;
  }

  /**
   * What a right answer may take to be accepted, ns; the largest number where there is no limit.
   */
  long lateAfterNanos() {
    Duration limit = lateAfter;
    return limit == null ? Long.MAX_VALUE : limit.toNanos();
  }

  DriverOptions options() {
    return options;
  }

  /** A thread's caller; the first thread to ask opens the session, the others wait for it. */
  Caller<Q, R> of(int thread) throws CallException {
    Caller<Q, R> known = callers.get(thread);
    if (known != null) {
      return known;
    }
    Caller<Q, R> made = session().caller(operation, thread);
    callers.set(thread, made);
    return made;
  }

  private Session session() throws CallException {
    Session open = session;
    if (open != null) {
      return open;
    }
    opening.lock();
    try {
      open = session;
      if (open != null) {
        return open;
      }
      CallException failure = openFailure;
      if (failure != null) { // once is enough: 990 threads must not each wait for a dead host
        throw failure;
      }
      open = driver.open(target, options);
      session = open;
      return open;
    } catch (CallException e) {
      openFailure = e;
      throw e;
    } catch (RuntimeException e) {
      CallException failure =
          new CallException(FailureKind.INTERNAL, NetworkFailures.describe(e), e);
      openFailure = failure;
      throw failure;
    } finally {
      opening.unlock();
    }
  }

  @Override
  public void close() {
    for (int i = 0; i < callers.length(); i++) {
      Caller<Q, R> caller = callers.getAndSet(i, null);
      if (caller != null) {
        caller.close();
      }
    }
    Session open = session;
    if (open != null) {
      session = null;
      open.close();
    }
  }
}
