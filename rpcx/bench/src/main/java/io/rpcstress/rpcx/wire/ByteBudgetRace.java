package io.rpcstress.rpcx.wire;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A byte budget never gives away more than it has, is never negative, and forgets no waiter. */
public final class ByteBudgetRace {
  private static final long MAX = 100;
  private static final long MORE_THAN_HALF = 60;

  private ByteBudgetRace() {}

  /** Two want more than half. */
  @JCStressTest
  @Outcome(
      id = {"1, 0, 60", "0, 1, 60"},
      expect = Expect.ACCEPTABLE,
      desc = "One gets it.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "More was given than there is, or nothing.")
  @State
  public static class Reserve {
    private final ByteBudget budget = new ByteBudget(MAX);

    /** One. */
    @Actor
    public void one(III_Result result) {
      result.r1 = budget.reserve(MORE_THAN_HALF) ? 1 : 0;
    }

    /** The other. */
    @Actor
    public void other(III_Result result) {
      result.r2 = budget.reserve(MORE_THAN_HALF) ? 1 : 0;
    }

    /** What is in use. */
    @Arbiter
    public void used(III_Result result) {
      result.r3 = (int) budget.used();
    }
  }

  /** Two take and give back; each looks at what is in use meanwhile. */
  @JCStressTest
  @Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "Never out of bounds, all back.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Negative, more than there is, or not given back.")
  @State
  public static class TakeAndGiveBack {
    private final ByteBudget budget = new ByteBudget(MAX);

    private int round() {
      boolean taken = budget.reserve(MORE_THAN_HALF);
      long used = budget.used();
      if (taken) {
        budget.release(MORE_THAN_HALF);
      }
      long after = budget.used();
      return used < 0 || used > MAX || after < 0 || after > MAX ? 1 : 0;
    }

    /** One. */
    @Actor
    public void one(III_Result result) {
      result.r1 = round();
    }

    /** The other. */
    @Actor
    public void other(III_Result result) {
      result.r2 = round();
    }

    /** What is still in use. */
    @Arbiter
    public void left(III_Result result) {
      result.r3 = (int) budget.used();
    }
  }

  /** One waits for what another gives back. */
  @JCStressTest
  @Outcome(
      id = {"1, 0, 60", "0, 1, 0"},
      expect = Expect.ACCEPTABLE,
      desc = "It got the bytes, or was notified once to try again.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "It waits for ever, or was notified twice.")
  @State
  public static class ReleaseAndWait {
    private final ByteBudget budget = new ByteBudget(MAX);
    private final AtomicInteger notified = new AtomicInteger();

    /** All is in use. */
    public ReleaseAndWait() {
      budget.add(MAX);
    }

    /** Wants some. */
    @Actor
    public void wait(III_Result result) {
      result.r1 = budget.reserveOrWait(MORE_THAN_HALF, notified::incrementAndGet) ? 1 : 0;
    }

    /** Gives all back. */
    @Actor
    public void release() {
      budget.release(MAX);
    }

    /** How often the waiter was notified, and what is in use. */
    @Arbiter
    public void left(III_Result result) {
      result.r2 = notified.get();
      result.r3 = (int) budget.used();
    }
  }
}
