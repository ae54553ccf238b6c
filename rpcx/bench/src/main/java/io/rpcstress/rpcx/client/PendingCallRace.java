package io.rpcstress.rpcx.client;

import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** A call's future ends once, on any thread, and a waiting thread is never left asleep. */
public final class PendingCallRace {
  private PendingCallRace() {}

  /** Counts the ends that a dependent stage sees. */
  abstract static class Counted {
    final PendingCall call = Fixtures.call();
    private final AtomicInteger ends = new AtomicInteger();

    /** A stage depends on the call. */
    Counted() {
      var unused = call.whenComplete((value, problem) -> ends.incrementAndGet());
    }

    int ends() {
      return call.isDone() ? ends.get() : 0;
    }
  }

  /** A result and a cancellation. */
  @JCStressTest
  @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "It ended once.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "It ended twice, or never.")
  @State
  public static class ResultAndCancel extends Counted {
    /** The result. */
    @Actor
    public void succeed() {
      call.succeed("value");
    }

    /** The caller loses interest. */
    @Actor
    public void cancel() {
      boolean unused = call.cancel(true);
    }

    /** How often it ended. */
    @Arbiter
    public void count(I_Result result) {
      result.r1 = ends();
    }
  }

  /** A result and a failure, as of a connection that closes. */
  @JCStressTest
  @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "It ended once.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "It ended twice, or never.")
  @State
  public static class ResultAndFailure extends Counted {
    /** The result. */
    @Actor
    public void succeed() {
      call.succeed("value");
    }

    /** The connection is lost. */
    @Actor
    public void fail() {
      call.fail(RPCXException.withoutTrace(StatusCode.UNAVAILABLE, "closed"));
    }

    /** How often it ended. */
    @Arbiter
    public void count(I_Result result) {
      result.r1 = ends();
    }
  }

  /** Two owners ask whether the request never left. */
  @JCStressTest
  @Outcome(
      id = {"1, 0", "0, 1"},
      expect = Expect.ACCEPTABLE,
      desc = "One of them may report it.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Both may, or neither.")
  @State
  public static class Unsent {
    private final PendingCall call = Fixtures.call();

    /** One. */
    @Actor
    public void one(II_Result result) {
      result.r1 = call.endUnsent() ? 1 : 0;
    }

    /** The other. */
    @Actor
    public void other(II_Result result) {
      result.r2 = call.endUnsent() ? 1 : 0;
    }
  }

  /** A thread waits while the result comes; if it were left asleep the race would never end. */
  @JCStressTest
  @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "It woke with the result.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "It woke without it.")
  @State
  public static class Wake {
    private final PendingCall call = Fixtures.call();

    /** The caller. */
    @Actor
    public void await(I_Result result) {
      result.r1 = "value".equals(call.await()) ? 1 : 0;
    }

    /** The event loop. */
    @Actor
    public void succeed() {
      call.succeed("value");
    }
  }
}
