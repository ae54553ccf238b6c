package io.rpcstress.engine.load;

import org.jspecify.annotations.Nullable;

/**
 * A thread of a run, whatever the shape of its load: it is ready, waits at the gate, makes its
 * calls, has finished, and is held until it was counted.
 */
abstract class LoadThread implements Runnable {

  final RunControl control;
  final NanoClock clock;

  LoadThread(RunControl control) {
    this.control = control;
    this.clock = control.clock();
  }

  /** What has to be done before any clock runs. */
  void prepare() throws InterruptedException {}

  /** Makes its calls, the gate being open; not called where the run was ended before. */
  abstract void work() throws InterruptedException;

  /** The run was ended amid its work: whatever is open is abandoned. */
  void leave() {}

  /** Something was thrown that is no call's failure; a thread that died unseen would be a lie. */
  abstract void died(Throwable thrown);

  /** Its work is over, in whichever way; it counts as finished behind this. */
  void finished() {}

  /** Why its open call can be given up, for a person; null where none can. */
  @Nullable String stuck(long now) {
    return null;
  }

  @Override
  public final void run() {
    try {
      try {
        prepare();
      } finally {
        control.isReady();
      }
      control.awaitGate();
      if (!control.ended()) {
        work();
      }
    } catch (InterruptedException e) {
      leave();
    } catch (Throwable e) {
      died(e);
    } finally {
      finished();
      control.finish();
    }
  }
}
