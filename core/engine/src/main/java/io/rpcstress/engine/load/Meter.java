package io.rpcstress.engine.load;

import java.util.concurrent.TimeUnit;

/**
 * Reads counters around a run, outside its clock. All methods are called by the thread that runs
 * the load, while all calling threads exist: the kernel forgets a thread's counters when it ends.
 */
public interface Meter {

  /**
   * What must be left of a fixed warm-up where a border is rehearsed, ns: beside threads that leave
   * no processor free one reading takes a second and more, and the one that counts must not wait.
   */
  long MIN_LEFT_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);

  Meter NONE = new Meter() {};

  /** All threads wait at the gate; the clock starts when this returns. */
  default void beforeGate() {}

  /**
   * Reads as at a border of two windows, and keeps nothing. Called in a warm-up, while threads
   * call, and takes as long as a reading does. Without it the first windows would hold the loading
   * and compiling of the code that reads, on both hosts, and a process would be judged steady
   * without what its windows bear.
   */
  default void rehearse() {}

  /** One window of time ends and the next begins, while threads keep calling. */
  default void nextWindow() {
    afterLastReply();
    beforeGate();
  }

  /** The last reply has come; no thread has ended yet. */
  default void afterLastReply() {}

  /** Several meters as one: the outermost reads first before the gate, and last behind a run. */
  static Meter nested(Meter outer, Meter inner) {
    return new Meter() {
      @Override
      public void beforeGate() {
        outer.beforeGate();
        inner.beforeGate();
      }

      @Override
      public void rehearse() {
        outer.rehearse();
        inner.rehearse();
      }

      @Override
      public void nextWindow() {
        inner.nextWindow();
        outer.nextWindow();
      }

      @Override
      public void afterLastReply() {
        inner.afterLastReply();
        outer.afterLastReply();
      }
    };
  }
}
