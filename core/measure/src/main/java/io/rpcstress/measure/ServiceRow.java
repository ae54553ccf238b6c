package io.rpcstress.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What one process of a service had of a whole point, from before its first call to behind its
 * last, warm-up included; the rows of the runs have the sum over all of them. A broker that the
 * calls go through has a row, too, which is not among that sum. Null means unknown. Immutable.
 *
 * @param service its roles, with a plus between: {@code order}, {@code customer+shipping}; or
 *     {@link #BROKER}
 * @param callsServed calls that it answered as asked
 * @param cpuMs processor time of its process, ms
 * @param ctxSwitches context switches of its threads
 * @param rssKb its resident memory behind the last call, KiB
 * @param workMs how long its calls took in it, added up, without the time in which they waited for
 *     other services, ms
 */
public record ServiceRow(
    String service,
    @Nullable Long callsServed,
    @Nullable Double cpuMs,
    @Nullable Long ctxSwitches,
    @Nullable Long rssKb,
    @Nullable Double workMs) {

  /** What a broker is called here. */
  public static final String BROKER = "broker";

  private static final List<String> COLUMNS =
      List.of("service", "callsServed", "cpuMs", "ctxSwitches", "rssKb");

  /** It came later: a file may lack it. */
  private static final String WORK = "workMs";

  /** More than any operation has. */
  private static final int MAX_ROWS = 64;

  /**
   * Checks the name.
   *
   * @throws IllegalArgumentException if it could not stand in a file
   */
  public ServiceRow {
    if (!service.matches("[a-z][a-z0-9+-]{0,127}")) {
      throw new IllegalArgumentException(
          "a service's name of lower-case letters, digits, plus and dash expected");
    }
  }

  /**
   * Reads what {@link #csv} wrote. Columns are found by their names; others are left alone.
   *
   * @throws IllegalArgumentException if it is none; the message names the line, from 1
   */
  public static List<ServiceRow> parse(String csv) {
    List<String> lines = csv.lines().limit(MAX_ROWS + 2L).toList();
    List<String> names = lines.isEmpty() ? List.of() : List.of(lines.get(0).split(",", -1));
    if (!names.containsAll(COLUMNS) || lines.size() > MAX_ROWS + 1) {
      throw new IllegalArgumentException(
          "line 1: the columns %s expected, and at most %d rows".formatted(COLUMNS, MAX_ROWS));
    }
    List<ServiceRow> rows = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      List<String> cells = List.of(lines.get(i).split(",", -1));
      try {
        if (cells.size() != names.size()) {
          throw new IllegalArgumentException(
              cells.size() + " cells where " + names.size() + " are expected");
        }
        int work = names.indexOf(WORK);
        rows.add(
            new ServiceRow(
                cells.get(names.indexOf("service")),
                number(cells.get(names.indexOf("callsServed"))),
                millis(cells.get(names.indexOf("cpuMs"))),
                number(cells.get(names.indexOf("ctxSwitches"))),
                number(cells.get(names.indexOf("rssKb"))),
                work < 0 ? null : millis(cells.get(work))));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("line " + (i + 1) + ": " + e.getMessage(), e);
      }
    }
    return rows;
  }

  private static @Nullable Double millis(String cell) {
    return cell.isEmpty() ? null : (Double) Double.parseDouble(cell);
  }

  private static @Nullable Long number(String cell) {
    return cell.isEmpty() ? null : (Long) Long.parseLong(cell);
  }

  /** Header and rows as text, with a line feed behind each; an unknown value is an empty cell. */
  public static String csv(List<ServiceRow> rows) {
    StringBuilder text = new StringBuilder(String.join(",", COLUMNS));
    text.append(',').append(WORK).append('\n');
    for (ServiceRow row : rows) {
      text.append(
          String.join(
              ",",
              row.service,
              cell(row.callsServed),
              cell(row.cpuMs),
              cell(row.ctxSwitches),
              cell(row.rssKb),
              cell(row.workMs)));
      text.append('\n');
    }
    return text.toString();
  }

  private static String cell(@Nullable Double millis) {
    return millis == null ? "" : String.format(Locale.ROOT, "%.3f", millis);
  }

  private static String cell(@Nullable Long number) {
    return number == null ? "" : Long.toString(number);
  }
}
