package io.rpcstress.server.base;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Where a connection is with its calls, for a server whose reads and writes have no end of their
 * own: whether the peer keeps it waiting, and whether it is at rest. The connection's thread says
 * when a call begins and when it is over; one other thread may ask {@link #isLate}, and one {@link
 * #isQuiet}.
 */
public final class CallProgress {

  /** Odd while a call is begun, or its answer not taken; each change is a step. */
  private final AtomicLong steps = new AtomicLong();

  // Only of the thread that looks for late peers.
  private long seenSteps = -1;
  private long seenAt;

  // Only of the thread that drains.
  private long drainSteps = -1;

  /** At rest: nothing was asked yet. */
  public CallProgress() {}

  /** A call's first byte is here; nothing, if one is begun already. */
  public void begin() {
    if (!isBegun()) {
      step();
    }
  }

  /** The call that was begun is over, and its answer taken; nothing, if none was. */
  public void end() {
    if (isBegun()) {
      step();
    }
  }

  /** Only the connection's thread writes it, and whoever reads it may do so a little late. */
  private void step() {
    steps.lazySet(steps.getPlain() + 1);
  }

  /** Whether a call is begun, or its answer not taken. */
  public boolean isBegun() {
    return (steps.get() & 1) == 1;
  }

  /**
   * Whether the peer has kept the connection waiting for too long. Asked now and then, by one
   * thread: time passes from the first asking that finds a step.
   *
   * @param now as {@link System#nanoTime} tells it
   * @param stalled how long a call may be begun, or its answer not taken
   * @param idle how long nothing may be asked
   */
  public boolean isLate(long now, Duration stalled, Duration idle) {
    long step = steps.get();
    if (step != seenSteps) {
      seenSteps = step;
      seenAt = now;
      return false;
    }
    Duration allowed = (step & 1) == 1 ? stalled : idle;
    return now - seenAt > allowed.toNanos();
  }

  /** Whether no call is begun, and none was since this was last asked. Asked by one thread. */
  public boolean isQuiet() {
    long step = steps.get();
    boolean quiet = (step & 1) == 0 && step == drainSteps;
    drainSteps = step;
    return quiet;
  }
}
