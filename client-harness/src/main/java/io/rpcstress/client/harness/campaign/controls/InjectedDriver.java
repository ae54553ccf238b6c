package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.client.harness.plan.PointTask.Fault;
import io.rpcstress.contract.Operation;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Technology;
import io.rpcstress.engine.load.DecoratedDriver;
import io.rpcstress.engine.load.NanoClock;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.Point;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** A real technology with a fault in it. The rows that it gives have no real one's name. */
public final class InjectedDriver extends DecoratedDriver {

  /** What the name of a faulty technology's points ends in. */
  public static final String MARK = "-injected";

  private static final int NO_TYPE = 0;

  private final Fault fault;

  public InjectedDriver(Driver real, Fault fault) {
    super(real);
    this.fault = fault;
  }

  /** The same plan with a fault in its technology, which is named accordingly. */
  public static PointPlan in(PointPlan plan, Fault fault) {
    InjectedDriver driver = new InjectedDriver(plan.driver(), fault);
    Point real = plan.point();
    Point faulty = real.of(real.technology() + MARK, real.variant());
    return plan.with(faulty, driver);
  }

  @Override
  public Technology technology() {
    Technology own = super.technology();
    return new Technology(
        own.name(), // that of the server it calls; what is measured has the point's name
        NO_TYPE,
        own.defaultPort(),
        own.summary() + ", with a fault: " + fault,
        own.variants(),
        own.operations());
  }

  @Override
  protected <Q, R> Caller<Q, R> decorated(
      Caller<Q, R> caller, Operation<Q, R> operation, int thread) {
    return new InjectedCaller<>(caller, operation, fault, thread);
  }

  /**
   * One thread's calls with a fault among them. The rig's clock runs around {@link #call}, so what
   * is added here is inside it.
   */
  private static final class InjectedCaller<Q, R> implements Caller<Q, R> {

    private static final int PERCENT = 100;

    /** The end of a delay is awaited in a loop: a timer wakes a thread some 60 us late. */
    private static final long SPUN_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

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
          awaitNanos(System.nanoTime() + fault.size());
          yield real.call(request);
        }
        case SLOWDOWN -> {
          long start = System.nanoTime();
          R reply = real.call(request);
          long now = System.nanoTime();
          awaitNanos(now + (now - start) * fault.size() / PERCENT);
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

    /** Waits until then, by {@link System#nanoTime}. */
    private static void awaitNanos(long due) throws InterruptedException {
      NanoClock.SYSTEM.await(due - SPUN_NANOS);
      while (System.nanoTime() - due < 0) {
        Thread.onSpinWait();
      }
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

    @Override
    public void close() {
      real.close();
    }
  }
}
