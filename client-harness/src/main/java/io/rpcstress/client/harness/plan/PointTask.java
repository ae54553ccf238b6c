package io.rpcstress.client.harness.plan;

import io.rpcstress.driver.Driver;
import io.rpcstress.engine.load.BlockingDriver;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Point;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One point, as a process of its own is asked to measure it. Immutable.
 *
 * @param point which one; of a faulty technology that of the sound one
 * @param calls how calls are made; operation, payload and path of the point are theirs
 * @param runs orders, 1 or more; of a timed loop its windows, of an open one 1
 * @param start how an open loop starts its calls: {@link OpenRun#ASYNC} where each is started when
 *     it is due and the technology can do that, else {@link OpenRun#THREADS}
 * @param fault what is injected; null for the technology as it is
 */
public record PointTask(Point point, Calls calls, int runs, String start, @Nullable Fault fault) {

  public PointTask {
    if (runs < 1) {
      throw new IllegalArgumentException("runs is " + runs + ": 1 or more expected");
    }
    if (!OpenRun.ASYNC.equals(start) && !OpenRun.THREADS.equals(start)) {
      throw new IllegalArgumentException(
          "start is '%s': %s or %s expected".formatted(start, OpenRun.ASYNC, OpenRun.THREADS));
    }
  }

  /** The task of a plan without a fault, whose calls are started when they are due. */
  public static PointTask of(PointPlan plan, Calls calls) {
    return new PointTask(plan.point(), calls, plan.runs(), OpenRun.ASYNC, null);
  }

  public PointTask starting(String way) {
    return new PointTask(point, calls, runs, way, fault);
  }

  public PointTask injected(Fault injected) {
    return new PointTask(point, calls, runs, start, injected);
  }

  /** The same, cut into the shares of its client hosts, each for a process of that host alone. */
  public List<PointTask> shares() {
    return Shares.of(point).stream()
        .map(share -> new PointTask(share, calls.fromHere(), runs, start, fault))
        .toList();
  }

  /** What this process has to do; a fault is not in it yet. */
  public PointPlan plan() {
    PointPlan plan =
        new PointPlans(calls)
            .of(List.of(point.contender()), point.threadNum(), runs, (technology, variant) -> point)
            .get(0);
    if (!plan.point().equals(point)) {
      throw new Misuse(
          "a task for %s would measure %s: was it written by another version?"
              .formatted(point, plan.point()));
    }
    ArrivalTrace arrivals = calls.arrivals();
    if (arrivals != null && !arrivals.name().equals(point.dimensions().text(Dimension.TRACE))) {
      throw new Misuse(
          "%s %s: the file has changed since".formatted(ArrivalTrace.OPTION, arrivals.file()));
    }
    return plan.with(driver(plan));
  }

  private Driver driver(PointPlan plan) {
    boolean waits = point.offered() != null && start.equals(OpenRun.THREADS);
    return waits ? new BlockingDriver(plan.driver()) : plan.driver();
  }

  /**
   * What is wrong with a faulty technology. Immutable.
   *
   * @param kind what is done to its calls
   * @param size of a delay its length, ns; of a slowdown its percentage; of the others one call of
   *     how many, 1 or more
   * @param seed which one of them; no matter for a delay
   */
  public record Fault(Kind kind, long size, long seed) {

    public static final Fault NONE = new Fault(Kind.NONE, 0, 0);

    /** What is done to a call. */
    public enum Kind {
      NONE,
      /** It takes longer, inside the clock. */
      DELAY,
      /** It takes a share of its own time longer, inside the clock. */
      SLOWDOWN,
      /** It fails. */
      ERRORS,
      /** Its reply is altered. */
      WRONG
    }

    public static Fault delay(Duration added) {
      return new Fault(Kind.DELAY, added.toNanos(), 0);
    }

    public static Fault slowdown(int percent) {
      return new Fault(Kind.SLOWDOWN, percent, 0);
    }

    /** Of so many calls that a thread makes one after the other, one fails. */
    public static Fault errors(int every, long seed) {
      return new Fault(Kind.ERRORS, every, seed);
    }

    /** Of so many calls that a thread makes one after the other, one is answered wrongly. */
    public static Fault wrong(int every, long seed) {
      return new Fault(Kind.WRONG, every, seed);
    }
  }
}
