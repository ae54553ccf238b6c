package io.rpcstress.analysis.answer;

import static io.rpcstress.analysis.model.Sentence.text;

import io.rpcstress.analysis.answer.Overview.Row;
import io.rpcstress.analysis.answer.Overview.Scope;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What stands above the chart: at which load, and who takes less time than the baseline there, who
 * more, what is open. Immutable.
 *
 * @param said one sentence where there are many rows: the chart has the rest
 * @param withheld why nothing is shown; empty where something is
 */
public record Headline(String said, String withheld) {

  /** More rows than this are counted, and the first and the last of them named. */
  private static final int MAX_NAMES = 3;

  /** Of more rows the ranges over all loads would hide the ratios. */
  private static final int MAX_RANGES = 4;

  /** A longer reason stands below the chart. */
  private static final int MAX_REASON_LENGTH = 90;

  private static final String BETWEEN_REASONS = "; ";

  public static String of(Overview overview) {
    Headline found = from(overview);
    return found.withheld().isEmpty() ? found.said() : found.said() + " " + found.withheld();
  }

  /** Of verdicts; without any it says what was measured, and why that is none. */
  public static Headline from(Overview overview) {
    List<Row> rows = overview.judgedRows();
    boolean ranges = rows.size() <= MAX_RANGES;
    String us = overview.baseline() + (overview.hasSeveralWays() ? " called the same way" : "");
    String of = overview.scope() == Scope.OPEN ? ", " + overview.measures().get(0).label() : "";
    String at = overview.at() + of + ": ";
    if (rows.isEmpty()) {
      return new Headline(
          at + "only " + us + " was measured, and there is nothing to compare it with.", "");
    }
    List<Row> choices = overview.choices();
    List<Row> floors = overview.floors();
    List<Row> open = with(choices, Verdict.NONE);
    if (open.size() == choices.size() && !overview.scope().isOfTwoSweeps()) {
      return new Headline(at + unjudged(us, open, floors, ranges), without(open));
    }
    List<String> clauses = new ArrayList<>();
    add(clauses, "faster than " + us + ": ", with(choices, Verdict.FASTER), ranges);
    add(clauses, "slower than " + us + ": ", with(choices, Verdict.SLOWER), ranges);
    add(clauses, Verdict.TOO_CLOSE.label() + ": ", with(choices, Verdict.TOO_CLOSE), ranges);
    open.stream()
        .map(Row::standing)
        .distinct()
        .forEach(
            standing ->
                add(
                    clauses,
                    standing + ": ",
                    open.stream().filter(row -> row.standing().equals(standing)).toList(),
                    ranges));
    add(clauses, "floor: ", sorted(floors), ranges);
    return new Headline(at + String.join("; ", clauses) + ".", "");
  }

  private static void add(List<String> clauses, String what, List<Row> rows, boolean ranges) {
    if (!rows.isEmpty()) {
      clauses.add(what + names(rows, ranges));
    }
  }

  /** The floors of an overview, the lowest first; empty without any. */
  public static String floors(Overview overview) {
    return names(sorted(overview.floors()), false);
  }

  /** Where nothing is shown of anyone: how far they were, the fastest first. */
  private static String unjudged(String us, List<Row> rows, List<Row> floors, boolean ranges) {
    List<Row> measured = rows.stream().filter(Row::hasNumber).toList();
    List<Row> missing = rows.stream().filter(row -> !row.hasNumber()).toList();
    return (measured.isEmpty()
            ? "no number against " + us
            : "times as long as " + us + ": " + names(measured, ranges))
        + (missing.isEmpty() || measured.isEmpty()
            ? ""
            : "; no number for " + names(missing, ranges))
        + (floors.isEmpty() ? "" : "; floor: " + names(sorted(floors), ranges))
        + ".";
  }

  /** Why nothing is shown, for a reader who does not know the flags' words. */
  private static String without(List<Row> open) {
    String reason = reason(open);
    return reason.isEmpty()
        ? "Nothing is shown, for different reasons, which are listed below."
        : reason.substring(0, 1).toUpperCase(Locale.ROOT)
            + reason.substring(1)
            + meaning(reason)
            + ".";
  }

  /** What a flag means, where a reason names one; several are explained below the chart. */
  private static String meaning(String reason) {
    List<Flag> named =
        Stream.of(reason.split("[^a-z-]+", -1)).flatMap(word -> Flag.of(word).stream()).toList();
    return named.size() == 1 ? " (" + named.get(0).meaning() + ")" : "";
  }

  /** Why there is none, where it is one short reason for all, or several have one in common. */
  private static String reason(List<Row> open) {
    List<String> common = new ArrayList<>(reasons(open.get(0)));
    open.stream().filter(Row::hasNumber).forEach(row -> common.retainAll(reasons(row)));
    String all = String.join(BETWEEN_REASONS, common);
    return all.length() <= MAX_REASON_LENGTH
        ? all
        : common.stream().filter(one -> one.length() <= MAX_REASON_LENGTH).findFirst().orElse("");
  }

  private static List<String> reasons(Row row) {
    return List.of(row.standing().split(BETWEEN_REASONS, -1));
  }

  /** The fastest first; what has no number last. */
  private static List<Row> with(List<Row> rows, Verdict verdict) {
    return sorted(rows.stream().filter(row -> row.verdict() == verdict).toList());
  }

  private static List<Row> sorted(List<Row> rows) {
    return rows.stream()
        .sorted(Comparator.comparing((Row row) -> !row.hasNumber()).thenComparingDouble(Row::value))
        .toList();
  }

  private static String names(List<Row> rows, boolean ranges) {
    return named(
        rows,
        row -> name(row, ranges),
        last -> last.hasNumber() ? " up to " + name(last, ranges) : "");
  }

  /** All of them where they are few; else the first, how many more, and what the last one adds. */
  static <T> String named(List<T> all, Function<T, String> name, Function<T, String> last) {
    int named = all.size() <= MAX_NAMES + 1 ? all.size() : MAX_NAMES;
    String shown = all.stream().limit(named).map(name).collect(Collectors.joining(", "));
    int rest = all.size() - named;
    return rest == 0
        ? shown
        : shown + text(" and %d more", rest) + last.apply(all.get(all.size() - 1));
  }

  /**
   * With its interval, and how far the ratio goes over all loads: {@code grpc 4.67 (4.5 to 4.8)}.
   */
  private static String name(Row row, boolean ranges) {
    if (!row.hasNumber()) {
      return row.label();
    }
    List<String> more = new ArrayList<>();
    Interval interval = row.interval();
    if (interval.isKnown() && row.estimate().unit().judges()) {
      more.add(text("%.2f to %.2f", interval.low(), interval.high()));
    }
    if (ranges && row.range().loads() > 1) {
      more.add(
          text(
              "over all %d loads %.2f to %.2f",
              row.range().loads(), row.range().least(), row.range().most()));
    }
    return text("%s %.2f", row.label(), row.value())
        + (more.isEmpty() ? "" : " (" + String.join("; ", more) + ")");
  }
}
