package io.rpcstress.engine.load;

import io.rpcstress.measure.TimedLoad;
import java.time.Duration;

/**
 * Where the windows of a timed loop lie. Time from the warm-up's end on is cut into slots as long
 * as a window; with a fixed warm-up the first slot is the first window, else windows begin behind
 * the slots of the warm-up that goes on until it is steady. Slots before are those of the warm-up,
 * too, and told apart from none. Thread-safe: only where the windows begin is decided while threads
 * call.
 */
final class TimedGrid {

  /** In no slot: before the first. */
  static final int BEFORE = -1;

  /** Intervals of the fixed warm-up that are counted for the time series, at most. */
  private static final int MAX_EARLY = 10_000;

  private static final int UNDECIDED = Integer.MAX_VALUE / 2;

  private final long slotNanos;
  private final long warmupNanos;
  private final int early;
  private final int windows;
  private final int slots;
  private volatile long base;
  private volatile int first = UNDECIDED;

  TimedGrid(TimedLoad load) {
    slotNanos = load.window().toNanos();
    warmupNanos = load.warmup().toNanos();
    early = (int) Math.min(MAX_EARLY, (warmupNanos + slotNanos - 1) / slotNanos);
    windows = load.windows();
    Duration cap = load.warmupCap();
    long warming = cap == null ? 0 : cap.minus(load.warmup()).toNanos();
    // One slot lies between the one that decides and the first window: all threads know by then.
    long further = cap == null ? 0 : (warming + slotNanos - 1) / slotNanos + 1;
    slots = Math.toIntExact(further) + windows;
    if (cap == null) {
      first = 0;
    }
  }

  /** Says when the warm-up that every process has ends, ns on the run's clock. Before the gate. */
  void base(long nanos) {
    base = nanos;
  }

  /** How long the warm-up is that every process has, ns. */
  long warmupNanos() {
    return warmupNanos;
  }

  /** Intervals of the warm-up that every process has, each as long as a slot, the last cut. */
  int early() {
    return early;
  }

  /** The interval of that warm-up that a time lies in; beyond the last one in none that counts. */
  int early(long nanos) {
    return (int) Math.min(early, Math.max(0, nanos - base + warmupNanos) / slotNanos);
  }

  /** When an interval of that warm-up begins, ns after the gate opened; of a later one its end. */
  long earlyStart(int interval) {
    return Math.min(warmupNanos, interval * slotNanos);
  }

  /** Says which slot is the first window. */
  void first(int slot) {
    first = Math.min(slot, slots - windows);
  }

  /** The slot of a time; {@link #BEFORE} or the number of slots where it lies outside. */
  int slot(long nanos) {
    long since = nanos - base;
    return since < 0 ? BEFORE : (int) Math.min(slots, since / slotNanos);
  }

  /** The window that a slot is, from 0; negative or beyond the windows where it is none. */
  int window(int slot) {
    return slot - first;
  }

  /**
   * Where latencies of an interval are kept: those of a window by its number, those of one before
   * behind all windows, in the order of the series.
   *
   * @param slot no later one than the last window
   */
  int place(int slot) {
    int window = window(slot);
    return window >= 0 ? window : windows + early + slot;
  }

  /** The same of an interval of the warm-up that every process has. */
  int earlyPlace(int interval) {
    return windows + interval;
  }

  int windows() {
    return windows;
  }

  int slots() {
    return slots;
  }

  /** When a slot begins, ns on the run's clock. */
  long start(int slot) {
    return base + slot * slotNanos;
  }

  /** Where the first window lies, once that is decided. */
  int first() {
    return first;
  }
}
