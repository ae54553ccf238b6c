package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.TimeSeries;
import io.rpcstress.analysis.model.Unknown;
import io.rpcstress.measure.FaultCourse;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.SeriesRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a fault did to the calls of one process. NaN is not known, or of what is over time, did not
 * happen within the run. Immutable.
 *
 * @param notOk counted calls without a right answer in time
 * @param kinds the same by kind
 * @param ranUnanswered calls that the server ran beyond those that were answered, at least
 * @param ranTwice how often it ran one again; at least, unless it counted {@link Counted#EACH_CALL}
 * @param counted how it counted that
 * @param awaySeconds from the fault until what it broke was started again or went on; neither this
 *     nor the way back is there of a fault that lasts
 * @param silentSeconds longest time without a good reply
 * @param backSeconds from the fault until a second of at least 95 % of the rate begins, of which
 *     none in between had less; 0 where none had
 * @param lasts whether the fault was there all the time
 */
public record FaultEffect(
    double notOk,
    Map<String, Long> kinds,
    double ranUnanswered,
    double ranTwice,
    Counted counted,
    double awaySeconds,
    double silentSeconds,
    double backSeconds,
    boolean lasts) {

  /** How a server counted the calls that it ran. */
  public enum Counted {
    /** By their numbers: each is known. */
    EACH_CALL("each call"),
    /** Likewise, of those since its process was started again. */
    SINCE_RESTART("since restart"),
    /** Without numbers: more runs than calls are some that ran twice. */
    IN_SUM("in sum"),
    NOT_KNOWN("");

    private final String label;

    Counted(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }

  private static final double MILLIS_PER_SECOND = 1_000;

  /** Of the rate: below it is a loss that its users see. */
  private static final double SHARE_BACK = 0.95;

  /** What a call is that neither ended nor failed. */
  private static final String ABANDONED = "abandoned";

  public static Map<Cell, List<FaultEffect>> all(SweepData data) {
    Map<Point, TimeSeries> series =
        data.timeSeries().stream()
            .collect(Collectors.toMap(TimeSeries::point, Function.identity(), (a, b) -> a));
    Map<Cell, List<FaultEffect>> all = new LinkedHashMap<>();
    for (Cell cell : data.underFaults()) {
      List<FaultEffect> effects = new ArrayList<>();
      for (ProcessRuns process : cell.processes()) {
        FaultCourse fault = process.offered().fault();
        if (fault != null) {
          effects.add(of(process, fault, series.get(process.point())));
        }
      }
      all.put(cell, effects);
    }
    return all;
  }

  /**
   * Of a process under a fault.
   *
   * @param series what it did over time; null where that is not known
   */
  private static FaultEffect of(
      ProcessRuns process, FaultCourse fault, @Nullable TimeSeries series) {
    Run run = process.runs().get(0);
    double from = Unknown.orNaN(fault.fromMs());
    boolean lasts = fault.toMs() == null;
    Counted counted = counted(fault, run);
    Long ran = counted == Counted.EACH_CALL ? fault.ran() : run.callsServed();
    // Those of the warm-up that were not answered may be among them.
    double served = Unknown.orNaN(ran) - process.offered().warmupNotOk();
    List<SeriesRow> after =
        series == null || Double.isNaN(from)
            ? List.of()
            : after(series, process.load().warmupSeconds() * MILLIS_PER_SECOND + from);
    return new FaultEffect(
        run.callsNotOk(),
        kinds(fault, run),
        Math.max(0, served - run.callsOk()),
        counted == Counted.IN_SUM
            ? Math.max(0, served - run.callsIssued())
            : Unknown.orNaN(fault.ranTwice()),
        counted,
        (Unknown.orNaN(fault.toMs()) - from) / MILLIS_PER_SECOND,
        silentMillis(after) / MILLIS_PER_SECOND,
        lasts
            ? Double.NaN
            : backMillis(
                    after,
                    SHARE_BACK * process.offered().perSecond(),
                    Unknown.orNaN(fault.toMs()) + MILLIS_PER_SECOND)
                / MILLIS_PER_SECOND,
        lasts);
  }

  private static Counted counted(FaultCourse fault, Run run) {
    if (fault.ranTwice() == null) {
      return run.callsServed() == null ? Counted.NOT_KNOWN : Counted.IN_SUM;
    }
    return fault.ran() == null ? Counted.SINCE_RESTART : Counted.EACH_CALL;
  }

  /** Whether its end was not seen, where it should have had one. */
  public boolean isNotBack() {
    return Double.isNaN(backSeconds) && !lasts;
  }

  private static Map<String, Long> kinds(FaultCourse fault, Run run) {
    Map<String, Long> kinds = new TreeMap<>();
    for (String word : fault.failures()) {
      int equals = word.indexOf('=');
      if (equals > 0) {
        kinds.put(word.substring(0, equals), Long.valueOf(word.substring(equals + 1)));
      }
    }
    if (run.callsAbandoned() > 0) {
      kinds.put(ABANDONED, run.callsAbandoned());
    }
    return kinds;
  }

  /** From the interval on in which the fault came. */
  private static List<SeriesRow> after(TimeSeries series, double millis) {
    return series.rows().stream().filter(row -> row.toMillis() > millis).toList();
  }

  private static double silentMillis(List<SeriesRow> rows) {
    double longest = rows.isEmpty() ? Double.NaN : 0;
    double silent = 0;
    for (SeriesRow row : rows) {
      silent = row.callsOk() > 0 ? 0 : silent + row.toMillis() - row.fromMillis();
      longest = Math.max(longest, silent);
    }
    return longest;
  }

  /**
   * How long after the first row the rate is back; 0 where it was not lost while something was
   * broken.
   *
   * @param enough calls that a second has then
   * @param mendedMillis from when on a loss has other causes
   */
  private static double backMillis(List<SeriesRow> rows, double enough, double mendedMillis) {
    boolean isLost = false;
    for (int i = 0; i < rows.size(); i++) {
      double calls = ofSecond(rows.subList(i, rows.size()));
      if (Double.isNaN(calls)) {
        return isLost || i == 0 ? Double.NaN : 0;
      }
      // else a second that begins in silence may have enough by what had waited
      if (isLost && calls >= enough && rows.get(i).callsOk() > 0) {
        return (double) rows.get(i).fromMillis() - rows.get(0).fromMillis();
      }
      isLost |= calls < enough;
      if (!isLost && rows.get(i).fromMillis() > mendedMillis) {
        return 0;
      }
    }
    return Double.NaN;
  }

  /** Good replies of the second that begins with the first row; NaN where it is not whole. */
  private static double ofSecond(List<SeriesRow> rows) {
    long calls = 0;
    for (SeriesRow row : rows) {
      calls += row.callsOk();
      if (row.toMillis() - rows.get(0).fromMillis() >= TimeUnit.SECONDS.toMillis(1)) {
        return calls;
      }
    }
    return Double.NaN;
  }
}
