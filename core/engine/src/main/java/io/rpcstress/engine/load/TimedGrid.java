package io.rpcstress.engine.load;

import io.rpcstress.measure.TimedLoad;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Where the windows of a timed loop lie, and the intervals of its time series. Time from the
 * warm-up's end on is cut into slots as long as a window; with a fixed warm-up the first slot is
 * the first window, else windows begin behind the slots of the warm-up that goes on until it is
 * steady. The intervals are parts of slots, and of the warm-up before them: a second each, or a
 * whole slot where that is shorter. Thread-safe: only where the windows begin is decided while
 * threads call.
 *
 * <p>What every good call asks has no branch that is first taken where the windows begin: the
 * compiler leaves out what it has never seen taken, so the loop's compiled code would be thrown
 * away there, and the first window would hold its compilation.
 */
final class TimedGrid {

  /** In no slot: before the first. */
  static final int BEFORE = -1;

  /** Intervals of the fixed warm-up at most; of a longer one the last has the rest. */
  private static final int MAX_EARLY = 10_000;

  /**
   * Intervals of all windows together, at most: each keeps a histogram of some 200 KB. Where
   * windows take longer than so many seconds, the intervals do, too.
   */
  private static final int MAX_OF_WINDOWS = TimedLoad.MAX_WINDOWS;

  /**
   * Slots by which the windows may begin behind the cap: a thousand busy threads hold the one up,
   * by seconds, that says where they begin.
   */
  static final int MAX_LATE_SLOTS = 20;

  /** Between the slot that decides and the first window: all threads know by then. */
  private static final int AHEAD = 2;

  private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  private static final int UNDECIDED = Integer.MAX_VALUE / 2;

  private final long slotNanos;
  private final long intervalNanos;
  private final long warmupNanos;
  private final int slotsBefore;
  private final int early;
  private final int parts;
  private final int windows;
  private final int slots;
  private final int judged;
  private volatile long base;
  private volatile int first = UNDECIDED;

  TimedGrid(TimedLoad load) {
    slotNanos = load.window().toNanos();
    windows = load.windows();
    intervalNanos = interval(slotNanos, windows);
    parts = Math.toIntExact(pieces(slotNanos, intervalNanos));
    warmupNanos = load.warmup().toNanos();
    slotsBefore = Math.toIntExact(pieces(warmupNanos, slotNanos)) + 1;
    early = (int) Math.min(MAX_EARLY, pieces(warmupNanos, intervalNanos));
    Duration cap = load.warmupCap();
    long warming = cap == null ? 0 : cap.minus(load.warmup()).toNanos();
    judged = cap == null ? 0 : Math.toIntExact(pieces(warming, slotNanos));
    slots = (cap == null ? 0 : judged + AHEAD - 1 + MAX_LATE_SLOTS) + windows;
    if (cap == null) {
      first = 0;
    }
  }

  private static long interval(long windowNanos, int windows) {
    long interval = NANOS_PER_SECOND;
    while (windows * pieces(windowNanos, interval) > MAX_OF_WINDOWS) {
      interval += NANOS_PER_SECOND;
    }
    return Math.min(windowNanos, interval);
  }

  /** How many pieces of a length something is cut into, the last one shorter. */
  private static long pieces(long nanos, long length) {
    return (nanos + length - 1) / length;
  }

  /** Sets when the warm-up that every process has ends, ns on the run's clock. Before the gate. */
  void base(long nanos) {
    base = nanos;
  }

  /** Intervals of the time series: of the warm-up that every process has, then of all slots. */
  int intervals() {
    return early + slots * parts;
  }

  /** When an interval begins, and the one before it ends, ns on the run's clock. */
  long border(int interval) {
    int behind = interval - early;
    return behind < 0
        ? base - warmupNanos + interval * intervalNanos
        : start(behind / parts) + behind % parts * intervalNanos;
  }

  int slotOf(int interval) {
    return interval < early ? BEFORE : (interval - early) / parts;
  }

  int placeOf(int interval) {
    return interval < early
        ? windows * parts + interval
        : place(slotOf(interval), (interval - early) % parts);
  }

  /** Those of the warm-up that every process has. */
  int early() {
    return early;
  }

  /** Slots of a warm-up until steady that are judged, the first ones. */
  int judged() {
    return judged;
  }

  /**
   * Lets the windows begin. Calls of a window that had started before would be kept as the
   * warm-up's.
   *
   * @param last the slot that was judged last
   * @param now on the run's clock; where it is late, the windows begin later
   */
  void beginBehind(int last, long now) {
    first(Math.max(last, slot(now) - 1) + AHEAD);
  }

  void first(int slot) {
    first = Math.min(slot, slots - windows);
  }

  /** Whether it is decided where the windows begin. */
  boolean isDecided() {
    return first != UNDECIDED;
  }

  /** The slot of a time after the gate; {@link #BEFORE} or the number of slots outside of all. */
  int slot(long nanos) {
    int since = (int) ((nanos - base + slotsBefore * slotNanos) / slotNanos); // rounds down
    return Math.max(BEFORE, Math.min(slots, since - slotsBefore));
  }

  /** The window that a slot is, from 0; negative or beyond the windows where it is none. */
  int window(int slot) {
    return slot - first;
  }

  /** Intervals of each slot, the last one cut. */
  int parts() {
    return parts;
  }

  /**
   * Where the calls of a time's interval are kept; beyond all {@link #places} where they are not.
   *
   * @param nanos after the gate opened, on the run's clock
   */
  int placeAt(int slot, long nanos) {
    long since = Math.max(0, nanos - base + warmupNanos);
    int interval = (int) Math.min(early - 1L, since / intervalNanos);
    int part = parts == 1 ? 0 : (int) ((nanos - start(slot)) / intervalNanos);
    return either(
        slot,
        windows * parts + interval,
        either(windows - 1 - window(slot), places(), place(slot, part)));
  }

  /**
   * Where the calls of an interval are kept: those of a window by its number, those of one before
   * behind all windows, in the order of the series.
   *
   * @param slot no later one than the last window
   * @param part which interval of the slot
   */
  int place(int slot, int part) {
    int window = window(slot);
    return either(window, (windows + slot) * parts + early, window * parts) + part;
  }

  /** One number where another is negative, a third where it is not; no branch. */
  private static int either(int sign, int negative, int otherwise) {
    int all = sign >> (Integer.SIZE - 1);
    return (all & negative) | (~all & otherwise);
  }

  int places() {
    return slots * parts + early;
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
