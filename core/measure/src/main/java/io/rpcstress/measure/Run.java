package io.rpcstress.measure;

import io.rpcstress.measure.RecordCells.Cell;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One run of a point: one row of a raw file. Immutable.
 *
 * @param type the technology's number: 1 rpcx, 2 grpc, 3 openfeign as in the paper, then as listed
 * @param order 0 for the first run in a fresh process, then 1, 2, ... (the paper's 0..9)
 * @param timeTotalMicros from the opening of the gate to the last reply, us, more than 0; a file
 *     keeps just this precision, so that what is read back is what was written
 * @param callsServed what the server counted meanwhile; null where it was not asked
 * @param watch what the client's host saw of itself meanwhile
 * @param startedAt wall clock at the opening of the gate
 * @param lateness which of the good calls were not accepted; null where no limit was set
 */
public record Run(
    Point point,
    int type,
    int order,
    @Cell("timeTotalUs") long timeTotalMicros,
    @Cell("calls") CallCounts calls,
    @Nullable Long callsServed,
    Latency latency,
    Cost cost,
    Conditions conditions,
    @Cell("client") SelfWatch watch,
    SortedSet<String> flags,
    Instant startedAt,
    Circumstances circumstances,
    @Cell(optional = true) @Nullable Lateness lateness) {

  /** Share of the calls asked for at once below which {@link Flag#UNDER_THREADS} is set. */
  public static final double MIN_UNDER_WAY = 0.8;

  /** Calls of each caller of a counted run below which {@link Flag#FEW_CALLS} is set. */
  public static final int MIN_CALLS_EACH = 10;

  private static final double MICROS_PER_MILLI = 1e3;
  private static final double MILLIS_PER_SECOND = 1_000;

  public Run {
    if (order < 0) {
      throw new IllegalArgumentException("order is " + order + ": 0 or more expected");
    }
    if (timeTotalMicros <= 0) {
      throw new IllegalArgumentException(
          "timeTotal is " + timeTotalMicros + " us: more than 0 expected");
    }
    if (lateness != null && lateness.calls() > calls.ok()) {
      throw new IllegalArgumentException(
          "callsLate is %d: at most the %d good calls expected"
              .formatted(lateness.calls(), calls.ok()));
    }
    flags = Collections.unmodifiableSortedSet(new TreeSet<>(flags));
  }

  public Run with(Circumstances others) {
    return with(point, conditions, flags, startedAt, others);
  }

  Run with(Conditions others) {
    return with(point, others, flags, startedAt, circumstances);
  }

  /**
   * The same run, of another point: of another repetition, with the load it offered, or the whole
   * of which it is a share.
   */
  public Run of(Point other) {
    return with(other, conditions, flags, startedAt, circumstances);
  }

  public Run flagged(String flag) {
    SortedSet<String> all = new TreeSet<>(flags);
    all.add(flag);
    return with(point, conditions, all, startedAt, circumstances);
  }

  public Run startedAt(Instant instant) {
    return with(point, conditions, flags, instant, circumstances);
  }

  private Run with(
      Point of, Conditions load, SortedSet<String> doubts, Instant at, Circumstances under) {
    return new Run(
        of,
        type,
        order,
        timeTotalMicros,
        calls,
        callsServed,
        latency,
        cost,
        load,
        watch,
        doubts,
        at,
        under,
        lateness);
  }

  /**
   * What one good call cost over several runs together, in the cost's unit; null where a run does
   * not know it, or no call was good.
   */
  public static @Nullable Double perGoodCall(
      Collection<Run> runs, Function<Cost, @Nullable Double> cost) {
    double sum = 0;
    long calls = 0;
    for (Run run : runs) {
      Double one = cost.apply(run.cost);
      if (one == null) {
        return null;
      }
      sum += one;
      calls += run.calls.ok();
    }
    return calls == 0 ? null : (Double) (sum / calls);
  }

  /** The same of a cost in ms, us. */
  public static @Nullable Double microsPerGoodCall(
      Collection<Run> runs, Function<Cost, @Nullable Double> millis) {
    Double known = perGoodCall(runs, millis);
    return known == null ? null : (Double) (known * MICROS_PER_MILLI);
  }

  /**
   * Whether the run counts where a process' runs are averaged: the first of a counted loop connects
   * and loads classes, and does not; all rows of other loads do. The analysis has the same rule for
   * rows of its database.
   */
  public boolean inAverages() {
    return order > 0 || point.loadShape() != LoadShape.COUNTED;
  }

  public double timeTotalMs() {
    return timeTotalMicros / MICROS_PER_MILLI;
  }

  /**
   * The paper's Eq. 3: RequestNumber / (time in ms / 1000), whatever requestNum counts. A timed
   * loop has no such number: there it is the good calls a second.
   */
  public double tps() {
    return point.loadShape() == LoadShape.TIMED
        ? callsPerSecond()
        : requests() / (timeTotalMs() / MILLIS_PER_SECOND);
  }

  /**
   * The RequestNumber of Eq. 3: requestNum is that of each client process, and a row of the whole
   * point has the requests of all of them; of several client hosts it is that of all, and a host's
   * row has its share. 0 in a timed loop.
   */
  public long requests() {
    boolean isShare = circumstances.client() != null && point.clientHosts() > 1;
    if (isShare && point.requestMode() == RequestMode.TOTAL && point.requestNum() > 0) {
      return calls.issued();
    }
    long clients = circumstances.client() == null ? point.clients() : 1;
    return point.requestNum() * clients;
  }

  public double callsPerSecond() {
    return calls.ok() / (timeTotalMs() / MILLIS_PER_SECOND);
  }

  /**
   * Which right answers of a run came too late to be accepted. They are among its good calls, and
   * in its latencies and rates; a call that exceeded its deadline is none of them. Immutable.
   *
   * @param afterMs how long a call may take to be accepted, ms, 1 or more; of an open loop from
   *     when it was due, else from when it was started
   * @param calls good calls that took longer, 0 or more
   */
  public record Lateness(@Cell("lateAfterUs") long afterMs, @Cell("callsLate") long calls) {

    public Lateness {
      if (afterMs < 1 || calls < 0) {
        throw new IllegalArgumentException(
            "%d calls late after %d ms: 0 or more after 1 or more expected"
                .formatted(calls, afterMs));
      }
    }

    public Lateness of(long late) {
      return new Lateness(afterMs, late);
    }
  }
}
