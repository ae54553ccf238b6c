package io.rpcstress.rpcx.client;

import io.rpcstress.rpcx.wire.WireChannel;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Callers and the event loop meet at the write queue. No frame is left without a thread that is
 * going to write it, frames are written by one thread at a time, and a method's names get their
 * number once.
 */
public final class RequestQueueRace {
  /** Not connected, so that nothing waits in it; frames here never ask it to send anything. */
  private static final WireChannel CHANNEL = new WireChannel();

  private static final int MAX_BYTES = 1024;
  private static final int FRAME_BYTES = 10;
  private static final int NAMES_BYTES = Fixtures.SIGNATURE.names().length;

  private RequestQueueRace() {}

  /** A queue and what has left it. */
  abstract static class Queue {
    final Fixtures.ManualLoop loop = new Fixtures.ManualLoop();
    final RequestHeads heads = new RequestHeads(0);
    final RequestQueue queue = new RequestQueue(loop.loop(), MAX_BYTES, heads);

    // Plain on purpose: who has the right to write changes them alone, or the count is wrong.
    private int taken;
    private int named;

    /** A queue of an open connection. */
    Queue() {
      queue.openWith(CHANNEL);
    }

    /** Queues a frame of a caller that is alone, or thinks so. */
    boolean push(long id) {
      return queue.push(new Frame(id), FRAME_BYTES, true) == RequestQueue.Outcome.QUEUED;
    }

    int taken() {
      return taken;
    }

    int named() {
      return named;
    }

    /** A frame that counts instead of being sent. */
    private final class Frame implements Queued {
      private final long id;
      private final byte[] bytes = RequestHeads.room(NAMES_BYTES, 0);
      private @Nullable Queued before;
      private int waiting;

      Frame(long id) {
        this.id = id;
      }

      @Override
      public @Nullable Queued before() {
        return before;
      }

      @Override
      public void link(@Nullable Queued previous, int waitingBytes) {
        before = previous;
        waiting = waitingBytes;
      }

      @Override
      public int waitingBytes() {
        return waiting;
      }

      @Override
      public byte @Nullable [] take(RequestHeads writer) {
        byte[] written = writer.write(bytes, Fixtures.SIGNATURE, id);
        taken++;
        named += written.length - writer.begin() > NAMES_BYTES ? 1 : 0;
        return null;
      }
    }
  }

  /** Two callers, then the event loop. */
  @JCStressTest
  @Outcome(id = "2, 1", expect = Expect.ACCEPTABLE, desc = "Both left, the names once.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "A frame was forgotten, or the names left twice.")
  @State
  public static class TwoCallers extends Queue {
    /** One. */
    @Actor
    public void one() {
      boolean unused = push(2);
    }

    /** The other. */
    @Actor
    public void other() {
      boolean unused = push(3);
    }

    /** What the callers have not written. */
    @Arbiter
    public void drain(II_Result result) {
      loop.run();
      result.r1 = taken();
      result.r2 = named();
    }
  }

  /** A caller against the event loop, which has been woken by an earlier frame. */
  @JCStressTest
  @Outcome(id = "4, 1", expect = Expect.ACCEPTABLE, desc = "All left, the names once.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "A frame was forgotten, or the names left twice.")
  @State
  public static class CallerAndLoop extends Queue {
    /** A caller with two calls. */
    @Actor
    public void caller() {
      boolean unused = push(2);
      boolean unusedSecond = push(3);
    }

    /** Another caller, and the event loop behind it. */
    @Actor
    public void loop() {
      boolean unused = push(4);
      loop.run();
      boolean unusedSecond = push(5);
      loop.run();
    }

    /** What came after the loop had looked. */
    @Arbiter
    public void drain(II_Result result) {
      loop.run();
      result.r1 = taken();
      result.r2 = named();
    }
  }

  /** A call is made while its connection closes, as in {@link Connection#submit}. */
  @JCStressTest
  @Outcome(
      id = {"1, 0, 0", "0, 1, 0"},
      expect = Expect.ACCEPTABLE,
      desc = "One of them ends the call.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "It ends twice, or is left in the pool.")
  @State
  public static class SubmitAndClose extends Queue {
    private final FuturePool pool = new FuturePool(0);
    private final PendingCall call = Fixtures.call();

    /** The caller. */
    @Actor
    public void submit(III_Result result) {
      pool.add(call);
      if (!push(2)) {
        result.r1 = pool.take(call) ? 1 : 0;
      }
    }

    /** The connection's end. */
    @Actor
    public void close(III_Result result) {
      queue.close();
      for (PendingCall open : pool.calls()) {
        result.r2 += pool.take(open) ? 1 : 0;
      }
    }

    /** A call that left before the close and was not seen by it stays, and must not. */
    @Arbiter
    public void left(III_Result result) {
      result.r3 = pool.size();
    }
  }
}
