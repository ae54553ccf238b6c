package io.rpcstress.engine.load;

import io.rpcstress.driver.FailureKind;
import io.rpcstress.engine.load.PartResult.PartCounts;
import io.rpcstress.engine.load.ReplyJudge.CallFailure;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.SeriesRow;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Where the calls of an open loop end. Called by the thread that a reply comes on; what comes after
 * the run was closed is not counted, and so abandoned. Thread-safe; what is read once it is closed
 * needs no lock.
 */
final class OpenTally<Q, R> implements AutoCloseable {

  private final ReplyJudge<Q, R> judge;
  private final RunControl control;
  private final long lateAfterNanos;
  private final OpenSeries series;
  private final @Nullable PartCounts<Q> parts;

  // Not synchronized: a caller may be a virtual thread.
  private final ReentrantLock lock = new ReentrantLock();
  private final Histogram response = new Histogram(Latencies.DIGITS);
  private final Histogram service = new Histogram(Latencies.DIGITS);
  private final Map<FailureKind, Long> failures = new EnumMap<>(FailureKind.class);
  private final Map<FailureKind, Long> warmupFailures = new EnumMap<>(FailureKind.class);
  private long ok;
  private long late;
  private long warmupOk;
  private long achieved;
  private long opened;
  private long windowStart;
  private long windowEnd;
  private long lastEnd;
  private boolean closed;

  OpenTally(Callers<Q, R> callers, RunControl control, OpenSeries series) {
    this.judge = new ReplyJudge<>(callers);
    this.control = control;
    this.lateAfterNanos = callers.lateAfterNanos();
    this.series = series;
    this.parts = PartCounts.of(callers);
  }

  /**
   * The clock starts; those calls are counted that are due from one time to another.
   *
   * @param gate when the gate opens, at the window's start or before
   */
  void window(long gate, long start, long end) {
    lock.lock();
    try {
      opened = gate;
      windowStart = start;
      windowEnd = end;
      lastEnd = start;
    } finally {
      lock.unlock();
    }
  }

  void replied(Q request, long due, long started, long ended, R reply) {
    CallFailure failure = judge.failure(request, reply, ended - started);
    if (failure == null) {
      good(request, due, started, ended);
    } else {
      failed(request, due, ended, failure);
    }
  }

  private void good(Q request, long due, long started, long ended) {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      series.good(ended - opened, ended - due);
      if (ended - windowStart >= 0 && ended - windowEnd < 0) {
        achieved++;
      }
      if (due - windowStart < 0) {
        warmupOk++;
        return;
      }
      ok++;
      if (ended - due > lateAfterNanos) { // its user has waited since it was due
        late++;
      }
      response.recordValue(Math.max(0, ended - due));
      service.recordValue(Math.max(0, ended - started));
      if (parts != null) {
        parts.good(parts.part(request), ended - due);
      }
      lastEnd = Math.max(lastEnd, ended);
    } finally {
      lock.unlock();
    }
  }

  /**
   * A call failed. One that exceeded its deadline is a result of an open loop, and does not end it;
   * nor does one that was refused in the warm-up, when a process that has compiled nothing yet
   * falls behind a high rate and meets a limit that it never sees again.
   */
  void failed(Q request, long due, long ended, CallFailure failure) {
    FailureKind kind = failure.kind();
    boolean counted;
    lock.lock();
    try {
      if (closed) {
        return;
      }
      series.failed(due - opened, kind);
      counted = due - windowStart >= 0;
      (counted ? failures : warmupFailures).merge(kind, 1L, Long::sum);
      if (counted) {
        lastEnd = Math.max(lastEnd, ended);
        if (parts != null) {
          parts.notOk(parts.part(request));
        }
      }
    } finally {
      lock.unlock();
    }
    if (kind == FailureKind.DEADLINE || (kind == FailureKind.REFUSED && !counted)) {
      control.note(kind, failure.message());
    } else {
      control.failed(failure, 1);
    }
  }

  /** A thread had no connection before the first call was due: the run cannot be. */
  void unopened(CallFailure failure) {
    lock.lock();
    try {
      failures.merge(failure.kind(), 1L, Long::sum);
    } finally {
      lock.unlock();
    }
    control.end(failure.kind(), failure.message());
  }

  @Override
  public void close() {
    end();
  }

  void end() {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
  }

  /** When the last counted call ended. */
  long lastEnd() {
    return lastEnd;
  }

  /** Counted calls that ended, in whichever way. */
  long ended() {
    return ok + LoadResult.sum(failures);
  }

  long achieved() {
    return achieved;
  }

  List<SeriesRow> series(IntervalCpu cpu) {
    return series.rows(cpu);
  }

  Histogram service() {
    return service;
  }

  List<PartResult> parts() {
    return PartCounts.results(parts);
  }

  LoadResult result(Instant startedAt, long nanos, long issued) {
    return new LoadResult(
        startedAt,
        Math.max(1, nanos),
        LoadResult.counts(issued, ok, failures),
        late,
        failures,
        response,
        null,
        control.firstFailure());
  }

  CallCounts warmup(long issued) {
    return LoadResult.counts(issued, warmupOk, warmupFailures);
  }
}
