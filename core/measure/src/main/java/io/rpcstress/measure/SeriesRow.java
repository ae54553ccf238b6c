package io.rpcstress.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One interval of a process' time series: how many good replies came in it, from the opening of the
 * gate on, warm-up included. What a point's result leaves out can be seen there. Immutable.
 *
 * @param fromMillis when it begins, ms after the gate opened
 * @param toMillis when it ends, later than that
 * @param callsOk good replies that came in it, 0 or more
 * @param phase what it belongs to
 * @param p50Us median of these replies' latencies, us, of an open loop from when a call was due;
 *     null where too few came for it, it is that of several processes, or an earlier version wrote
 *     the file
 * @param p99Us 99th percentile, likewise
 * @param clientCpuMs CPU time that the measuring process took, ms; null where unknown
 */
public record SeriesRow(
    long fromMillis,
    long toMillis,
    long callsOk,
    Phase phase,
    @Nullable Double p50Us,
    @Nullable Double p99Us,
    @Nullable Double clientCpuMs) {

  /** The lower of its percentiles. */
  public static final double LOWER = 50;

  /** The higher of its percentiles. */
  public static final double HIGHER = 99;

  /** The first line of the file; what earlier versions did not have is behind. */
  private static final String HEADER =
      "fromMs,toMs,callsOk,callsPerSecond,phase,p50Us,p99Us,clientCpuMs";

  /** What an interval belongs to. */
  public enum Phase {
    /** It is not counted. */
    WARM_UP("warm-up"),
    /** It is not counted, though the process was steady already. */
    STEADY("steady"),
    /** It is counted. */
    WINDOW("window");

    private final String label;

    Phase(String label) {
      this.label = label;
    }

    /** The word in the file. */
    public String label() {
      return label;
    }
  }

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if the interval is empty, or a number negative
   */
  public SeriesRow {
    Objects.requireNonNull(phase, "phase"); // as a row from another process may have it
    if (fromMillis < 0 || toMillis <= fromMillis || callsOk < 0) {
      throw new IllegalArgumentException(
          "%d calls from %d to %d ms: 0 or more in an interval expected"
              .formatted(callsOk, fromMillis, toMillis));
    }
  }

  /** Of which nothing more is known. */
  public SeriesRow(long fromMillis, long toMillis, long callsOk, Phase phase) {
    this(fromMillis, toMillis, callsOk, phase, null, null, null);
  }

  /** The same with what its replies and the process took. */
  public SeriesRow with(@Nullable Double p50, @Nullable Double p99, @Nullable Double cpuMillis) {
    return new SeriesRow(fromMillis, toMillis, callsOk, phase, p50, p99, cpuMillis);
  }

  /** Good replies per second. */
  public double callsPerSecond() {
    return (double) callsOk * TimeUnit.SECONDS.toMillis(1) / (toMillis - fromMillis);
  }

  /**
   * Reads what {@link #csv} wrote. Columns are found by their names; others are left alone.
   *
   * @throws IllegalArgumentException if it is none; the message names the line, from 1
   */
  public static List<SeriesRow> parse(String csv) {
    List<String> lines = csv.lines().toList();
    List<String> names = lines.isEmpty() ? List.of() : List.of(lines.get(0).split(",", -1));
    int from = names.indexOf("fromMs");
    int to = names.indexOf("toMs");
    int calls = names.indexOf("callsOk");
    int phase = names.indexOf("phase");
    if (Math.min(Math.min(from, to), Math.min(calls, phase)) < 0) {
      throw new IllegalArgumentException(
          "line 1: the columns fromMs, toMs, callsOk, phase expected");
    }
    List<SeriesRow> rows = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      String[] cells = lines.get(i).split(",", -1);
      try {
        if (cells.length != names.size()) {
          throw new IllegalArgumentException(
              cells.length + " cells where " + names.size() + " are expected");
        }
        rows.add(
            new SeriesRow(
                Long.parseLong(cells[from]),
                Long.parseLong(cells[to]),
                Long.parseLong(cells[calls]),
                phase(cells[phase]),
                decimal(names, "p50Us", cells),
                decimal(names, "p99Us", cells),
                decimal(names, "clientCpuMs", cells)));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("line " + (i + 1) + ": " + e.getMessage(), e);
      }
    }
    return rows;
  }

  private static @Nullable Double decimal(List<String> names, String name, String[] cells) {
    int column = names.indexOf(name);
    String text = column < 0 ? "" : cells[column];
    if (text.isEmpty()) {
      return null;
    }
    double value = Double.parseDouble(text);
    if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("%s '%s': 0 or more expected".formatted(name, text));
    }
    return value;
  }

  private static Phase phase(String label) {
    for (Phase one : Phase.values()) {
      if (one.label.equals(label)) {
        return one;
      }
    }
    throw new IllegalArgumentException("phase '" + label + "': warm-up, steady or window expected");
  }

  /** Header and rows as text, with a line feed behind each. */
  public static String csv(List<SeriesRow> rows) {
    StringBuilder text = new StringBuilder(HEADER).append('\n');
    for (SeriesRow row : rows) {
      text.append(
          String.format(
              Locale.ROOT,
              "%d,%d,%d,%.3f,%s,%s,%s,%s\n",
              row.fromMillis,
              row.toMillis,
              row.callsOk,
              row.callsPerSecond(),
              row.phase.label,
              text(row.p50Us),
              text(row.p99Us),
              text(row.clientCpuMs)));
    }
    return text.toString();
  }

  private static String text(@Nullable Double value) {
    return value == null ? "" : String.format(Locale.ROOT, "%.3f", value);
  }
}
