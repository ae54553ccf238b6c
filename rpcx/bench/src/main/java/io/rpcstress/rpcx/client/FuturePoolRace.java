package io.rpcstress.rpcx.client;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Reply, deadline and cancellation meet at the pool: one of them takes the call, and only one. Two
 * at a time, so that the races run on two processors.
 */
public final class FuturePoolRace {
  private FuturePoolRace() {}

  /** A reply and a deadline. */
  @JCStressTest
  @Outcome(
      id = {"1, 0", "0, 1"},
      expect = Expect.ACCEPTABLE,
      desc = "One owns the call's end.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Two ends, or none.")
  @State
  public static class ReplyAndDeadline {
    private final FuturePool pool = new FuturePool(0);
    private final PendingCall call = Fixtures.call();

    /** A call is in flight. */
    public ReplyAndDeadline() {
      pool.add(call);
    }

    /** Its reply has come, which looks before it takes, as a result is decoded in between. */
    @Actor
    public void reply(II_Result ends) {
      PendingCall found = pool.get(call.id());
      ends.r1 = found != null && pool.take(found) ? 1 : 0;
    }

    /** Its deadline has passed. */
    @Actor
    public void deadline(II_Result ends) {
      for (PendingCall late : pool.calls()) {
        ends.r2 += pool.take(late) ? 1 : 0;
      }
    }
  }

  /** Two callers draw their ids. */
  @JCStressTest
  @Outcome(
      id = {"1, 2", "2, 1"},
      expect = Expect.ACCEPTABLE,
      desc = "Each has its own.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "One meets the other's reply.")
  @State
  public static class Ids {
    private final FuturePool pool = new FuturePool(0);

    /** One. */
    @Actor
    public void one(II_Result ids) {
      ids.r1 = (int) pool.nextId();
    }

    /** The other. */
    @Actor
    public void other(II_Result ids) {
      ids.r2 = (int) pool.nextId();
    }
  }
}
