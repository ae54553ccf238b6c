package io.rpcstress.rpcx.client;

import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.RPCXFuture;
import io.rpcstress.rpcx.StatusCode;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One call: future, place in the write queue, and the one thread that may wait for it. One object
 * per call, because every object here is paid for a million times.
 *
 * <p>The thread that takes the call out of its connection's pool (or out of the calls that wait for
 * a connection) owns its end. Whether its request may have left is settled by one step from
 * WAITING: to WRITTEN by the thread that writes, or to ENDED by the owner, never both. Each attempt
 * has steps of its own, so that a thread that still writes an earlier one takes none of them.
 */
final class PendingCall extends RPCXFuture<@Nullable Object> implements Queued {
  private static final AtomicIntegerFieldUpdater<PendingCall> STATE =
      AtomicIntegerFieldUpdater.newUpdater(PendingCall.class, "state");

  /**
   * Longest request that is kept until its reply, in case that the server reports that it did not
   * read it, in bytes; those of idempotent methods are kept whatever their length.
   */
  private static final int KEPT_BYTES = 4 * 1024;

  private static final int WAITING = 0;
  private static final int WRITTEN = 1;
  private static final int ENDED = 2;

  /** What of the state is one of these three; the rest counts attempts. */
  private static final int PHASE = 3;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final RemoteMethod method;
  private final long startedNanos;
  private final long deadlineNanos;
  private long id;
  private @Nullable Endpoint endpoint;
  private volatile @Nullable Connection connection;
  private byte @Nullable [] frame;
  private @Nullable Queued before;
  private int waitingBytes;
  private int attempts;
  private volatile @Nullable Map<String, String> replyMetadata;
  private boolean awaited;

  /** Whether an attempt before this one may have run. */
  private boolean mayHaveRun;

  /** Whether the request did not leave when its frame was made. */
  private boolean waited;

  private volatile int state;

  private volatile @Nullable Thread waiter;

  PendingCall(RemoteMethod method, long startedNanos, long deadlineNanos) {
    this.method = method;
    this.startedNanos = startedNanos;
    this.deadlineNanos = deadlineNanos;
  }

  /**
   * Writes the request's frame. Whatever goes wrong with the arguments is the end of the call.
   *
   * @return whether there is a frame now
   */
  boolean encode(
      Endpoint target,
      @Nullable Object @Nullable [] arguments,
      Map<String, String> metadata,
      long deadlineMs) {
    endpoint = target;
    try {
      frame = method.encode(arguments, metadata, deadlineMs);
      return true;
    } catch (IllegalArgumentException | ClassCastException e) {
      fail(RPCXException.notSent(StatusCode.INVALID_ARGUMENT, String.valueOf(e.getMessage()), e));
    } catch (RuntimeException | Error e) {
      fail(RPCXException.notSent(StatusCode.INTERNAL, "an argument cannot be encoded: " + e, e));
    }
    return false;
  }

  /**
   * Sets where the call is going to be in flight, and under which id; before it is added to the
   * pool there.
   */
  void startOn(Connection where, long given) {
    id = given;
    connection = where;
    attempts++;
  }

  /** Most that the frame takes on any connection, in bytes; 0 if it is gone. */
  int frameBytes() {
    byte[] bytes = frame;
    return bytes == null ? 0 : method.frameBytes(bytes);
  }

  @Override
  public long id() {
    return id;
  }

  RemoteMethod method() {
    return method;
  }

  /** Attempts that were started. */
  int attempts() {
    return attempts;
  }

  /** When the call began, by System.nanoTime. */
  long startedNanos() {
    return startedNanos;
  }

  /** When the call expires, by System.nanoTime. */
  long deadlineNanos() {
    return deadlineNanos;
  }

  /** For the owner of the call's end: whether its request never left and never will. */
  boolean endUnsent() {
    int seen = state;
    return (seen & PHASE) == WAITING && STATE.compareAndSet(this, seen, seen + ENDED);
  }

  /** An attempt of this call may have run: whatever comes of the next one, that stays true. */
  void mayHaveRun() {
    mayHaveRun = true;
  }

  /** The call waits, so that its frame is going to contain too long a deadline. */
  void waits() {
    waited = true;
  }

  /** The call was taken back before anything came of its attempt. */
  void notStarted() {
    attempts--;
  }

  /** What the server sent beside the result; empty as long as it has not. */
  Map<String, String> replyMetadata() {
    Map<String, String> sent = replyMetadata;
    return sent == null ? Map.of() : sent;
  }

  /** Takes what the server sent beside the result, before the call ends. */
  void replyMetadata(Map<String, String> sent) {
    replyMetadata = sent;
  }

  /** Gets ready for another attempt; false if the request is gone. */
  boolean again() {
    byte[] bytes = frame;
    if (bytes == null || isDone()) {
      return false;
    }
    // Another connection writes another head, while the first one may still be sending this.
    frame = bytes.clone();
    waited = true;
    replyMetadata = null;
    // First: a thread that sees the new state must not see the old connection.
    connection = null;
    state = (state | PHASE) + 1;
    return true;
  }

  /** Ends the call with its result. */
  void succeed(@Nullable Object value) {
    if (!method.oneWay()) {
      // A one-way call succeeds before it is written.
      frame = null;
    }
    if (end(value)) {
      wake();
    }
  }

  /** Ends the call without a result. */
  void fail(RPCXException problem) {
    frame = null;
    RPCXException end =
        mayHaveRun && !problem.mayHaveRun() ? problem.ofCallThatMayHaveRun() : problem;
    if (endExceptionally(method.end(end.asEndOfCall()))) {
      wake();
    }
  }

  /** Ends the call by its own deadline, too, whichever thread finds first that it has passed. */
  void expire(RPCXException problem) {
    Connection where = connection;
    if (where != null) {
      where.expire(this);
    }
    Endpoint target = endpoint;
    if (target != null) {
      target.forget(this);
    }
    fail(problem);
  }

  private void wake() {
    Thread thread = waiter;
    if (thread != null) {
      LockSupport.unpark(thread);
    }
  }

  /** Marks that the thread that makes the call is going to wait for it; before it starts. */
  void willBeAwaited() {
    awaited = true;
  }

  /** Whether a thread waits for the result, so that no code of the application hangs on it. */
  boolean isAwaited() {
    return awaited;
  }

  /**
   * Waits until the call ends; the {@link DeadlineWatch} sees to it that it does. One park without
   * a timer, no spinning: at hundreds of waiting threads every further wake-up costs more than the
   * call itself, and a timer in the kernel 0.3 us.
   *
   * @return the result
   * @throws RPCXException if the call failed, with the stack trace of this thread
   * @throws CompletionException if it ended with an exception that the method declares
   */
  @Nullable Object await() {
    waiter = Thread.currentThread();
    while (!isDone()) {
      LockSupport.park(this);
      if (!isDone() && Thread.interrupted()) {
        boolean unused = cancel(true);
        Thread.currentThread().interrupt();
        throw RPCXException.ofCall(
            StatusCode.CANCELLED, "the calling thread was interrupted", null);
      }
    }
    return outcome(this);
  }

  /** The result of a future that is done, or the exception of this thread. */
  static @Nullable Object outcome(CompletableFuture<@Nullable Object> result) {
    try {
      return result.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RPCXException problem) {
        throw problem.inThisThread();
      }
      throw e;
    } catch (CancellationException e) {
      throw RPCXException.ofCall(StatusCode.CANCELLED, "the call was cancelled", e);
    }
  }

  /** Notifies the server, and forgets the reply. */
  @Override
  protected void givenUp() {
    wake();
    Connection where = connection;
    Endpoint target = endpoint;
    if (where != null) {
      where.cancel(this);
    }
    if (target != null) {
      target.forget(this);
    }
  }

  @Override
  public @Nullable Queued before() {
    return before;
  }

  @Override
  public void link(@Nullable Queued previous, int waiting) {
    before = previous;
    waitingBytes = waiting;
  }

  @Override
  public int waitingBytes() {
    return waitingBytes;
  }

  @Override
  public byte @Nullable [] take(RequestHeads heads) {
    int seen = state;
    byte[] bytes = frame;
    Connection where = connection;
    if ((seen & PHASE) != WAITING
        || bytes == null
        || where == null
        || !where.writesWith(heads)
        || !where.fits(this, method.frameBytes(bytes))) {
      // Not to be written, or no more here: the call may have gone to another connection.
      return null;
    }
    if (!STATE.compareAndSet(this, seen, seen + WRITTEN)) {
      // No caller waits any more for a call that ended before it left.
      return null;
    }
    if (!method.idempotent() && (bytes.length > KEPT_BYTES || method.oneWay())) {
      frame = null;
    }
    byte[] written = waited ? withWhatIsLeft(bytes, where) : bytes;
    return method.writeHead(written, heads, id);
  }

  @Override
  public void unwritten(RequestHeads heads, OutOfMemoryError problem) {
    Connection where = connection;
    if (where != null && where.writesWith(heads)) {
      where.unwritten(this, problem);
    }
  }

  /**
   * The frame with the deadline as it is now, if that is another one: what the server does for a
   * caller that has gone is wasted. A copy, as a further attempt takes the frame as it was.
   */
  private byte[] withWhatIsLeft(byte[] bytes, Connection where) {
    long now = System.nanoTime();
    if (now - startedNanos < NANOS_PER_MILLI) {
      return bytes;
    }
    long left = Math.max(1, (deadlineNanos - now) / NANOS_PER_MILLI);
    byte[] longer = method.withDeadline(bytes, left);
    return where.accepts(method.frameBytes(longer)) ? longer : bytes;
  }
}
