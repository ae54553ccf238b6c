package io.rpcstress.measure;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The course of a fault that came from outside while an open loop went on. Times are from the begin
 * of the counted calls, ms. Immutable.
 *
 * @param dueMs when it was to come
 * @param fromMs when the host of what it breaks was asked to; null until the process that brings it
 *     about says so
 * @param toMs when what was broken was started again or went on; null likewise, and of a fault that
 *     lasts
 * @param failures counted calls that failed, by kind, as {@code connect=5}
 * @param ran different calls that the server ran, by their numbers, beyond the answered ones of the
 *     warm-up; null where they have none, or its process ended
 * @param ranTwice how often the server ran one of them again; at least, where its process ended
 */
public record FaultCourse(
    double dueMs,
    @Nullable Double fromMs,
    @Nullable Double toMs,
    SortedSet<String> failures,
    @Nullable Long ran,
    @Nullable Long ranTwice) {

  /** Which share of the counted time goes before a fault. */
  private static final int SHARE_BEFORE = 4;

  private static final double MILLIS_PER_SECOND = 1_000;

  public FaultCourse {
    failures = Collections.unmodifiableSortedSet(new TreeSet<>(failures));
  }

  /** When a fault comes, from the begin of the counted calls: after a quarter of them. */
  public static double dueMs(OfferedLoad load) {
    return load.seconds() * MILLIS_PER_SECOND / SHARE_BEFORE;
  }

  /** The shortest counted time, s, with so many seconds from when a fault comes. */
  public static int countedSeconds(int fromFault) {
    return -Math.floorDiv(-fromFault * SHARE_BEFORE, SHARE_BEFORE - 1);
  }

  public FaultCourse between(double from, double to) {
    return new FaultCourse(dueMs, from, to, failures, ran, ranTwice);
  }

  /** The same where there was no moment: it was there from the first call on, and lasted. */
  public FaultCourse lasting() {
    return new FaultCourse(0, 0.0, null, failures, ran, ranTwice);
  }
}
