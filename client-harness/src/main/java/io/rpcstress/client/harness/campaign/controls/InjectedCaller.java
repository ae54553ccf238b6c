package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.contract.Operation;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.FailureKind;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One thread's calls with a fault among them. The rig's clock runs around {@link #call}, so what is
 * added here is inside it.
 *
 * @param <Q> what is asked
 * @param <R> what is answered
 */
final class InjectedCaller<Q, R> implements Caller<Q, R> {

  /** The end of a delay is awaited in a loop: a timer wakes a thread some 60 us late. */
  private static final long SPUN_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

  private static final int PERCENT = 100;

  private final Caller<Q, R> real;
  private final Operation<Q, R> operation;
  private final Fault fault;
  private final SplittableRandom random;
  private long before;
  private long chosen;

  InjectedCaller(Caller<Q, R> real, Operation<Q, R> operation, Fault fault, int thread) {
    this.real = real;
    this.operation = operation;
    this.fault = fault;
    this.random = new SplittableRandom(fault.seed() + thread);
  }

  @Override
  public R call(Q request) throws CallException, InterruptedException {
    return switch (fault.kind()) {
      case NONE -> real.call(request);
      case DELAY -> {
        delay(fault.size());
        yield real.call(request);
      }
      case SLOWDOWN -> {
        long start = System.nanoTime();
        R reply = real.call(request);
        delay((System.nanoTime() - start) * fault.size() / PERCENT);
        yield reply;
      }
      case ERRORS -> {
        if (isChosen()) {
          throw new CallException(FailureKind.REFUSED, "an injected failure");
        }
        yield real.call(request);
      }
      case WRONG -> {
        R reply = real.call(request);
        yield isChosen() ? operation.falsified(reply) : reply;
      }
    };
  }

  /** Whether it is this call's turn: exactly one of each {@code size} in a row, at random. */
  private boolean isChosen() {
    long inBlock = before % fault.size();
    if (inBlock == 0) {
      chosen = random.nextLong(fault.size());
    }
    before++;
    return inBlock == chosen;
  }

  private static void delay(long nanos) throws InterruptedException {
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > SPUN_NANOS; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left - SPUN_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  @Override
  public void close() {
    real.close();
  }
}
