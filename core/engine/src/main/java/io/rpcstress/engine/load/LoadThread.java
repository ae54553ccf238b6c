package io.rpcstress.engine.load;

/**
 * A thread of a run, whatever the shape of its load: it is ready, waits at the gate, makes its
 * calls, has finished, and is held until it was counted. What it does before the gate and behind it
 * is its subclass's.
 */
abstract class LoadThread implements Runnable {

  final RunControl control;
  final NanoClock clock;

  LoadThread(RunControl control, NanoClock clock) {
    this.control = control;
    this.clock = clock;
  }

  /** What has to be done before any clock runs. */
  void prepare() throws InterruptedException {}

  /** Makes its calls, the gate being open; not asked where the run was ended before. */
  abstract void work() throws InterruptedException;

  /** The run was ended amid its work: whatever is open is abandoned. */
  void leave() {}

  /** Something was thrown that is no call's failure; a thread that died unseen would be a lie. */
  abstract void died(Throwable thrown);

  /** Its work is over, in whichever way; it counts as finished behind this. */
  void finished() {}

  @Override
  public final void run() {
    try {
      try {
        prepare();
      } finally {
        control.ready.countDown();
      }
      control.gate.await();
      if (!control.ended()) {
        work();
      }
    } catch (InterruptedException e) {
      leave();
    } catch (Throwable e) {
      died(e);
    } finally {
      finished();
      control.finished.countDown();
    }
    control.awaitRelease();
  }
}
