package io.rpcstress.driver;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Messages without a reply, by a library that takes each at once, or refuses it while too many wait
 * for its connection: such a message is offered again until it is taken or its deadline comes, so
 * that a fast sender waits and does not fail. Thread-safe, if the library is.
 */
public final class OneWayCaller implements AsyncCaller<byte[], Boolean> {

  /** Between two offers: much less than it takes to send what a full connection holds. */
  private static final int PAUSE_MILLIS = 1;

  private final Caller<byte[], Boolean> library;
  private final Duration deadline;

  /**
   * Messages to a library.
   *
   * @param library offers a message once; false where it was not taken, so that nothing was sent,
   *     and may be offered again
   * @param deadline how long each may wait until it is taken
   */
  public OneWayCaller(Caller<byte[], Boolean> library, Duration deadline) {
    this.library = library;
    this.deadline = deadline;
  }

  @Override
  public Boolean call(byte[] message) throws CallException, InterruptedException {
    long until = System.nanoTime() + deadline.toNanos();
    while (!library.call(message)) {
      if (System.nanoTime() - until >= 0) {
        throw new DeadlineExceededException(deadline);
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
    return true;
  }

  @Override
  public CompletableFuture<Boolean> start(byte[] message) {
    CompletableFuture<Boolean> sent = new CompletableFuture<>();
    offer(message, sent, System.nanoTime() + deadline.toNanos());
    return sent;
  }

  /** Only an offer ends a message: one that ended by its deadline has not been taken. */
  private void offer(byte[] message, CompletableFuture<Boolean> sent, long until) {
    try {
      if (library.call(message)) {
        sent.complete(true);
      } else if (System.nanoTime() - until >= 0) {
        sent.completeExceptionally(new DeadlineExceededException(deadline));
      } else {
        // On the JDK's own thread for delays: an offer waits for nothing.
        CompletableFuture.delayedExecutor(PAUSE_MILLIS, TimeUnit.MILLISECONDS, Runnable::run)
            .execute(() -> offer(message, sent, until));
      }
    } catch (CallException e) {
      sent.completeExceptionally(e);
    } catch (RuntimeException | Error e) { // on the JDK's thread none would see it
      sent.completeExceptionally(new CallException(FailureKind.INTERNAL, e.toString(), e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the wait for the end sees it
      sent.completeExceptionally(new CallException(FailureKind.INTERNAL, "interrupted", e));
    }
  }
}
