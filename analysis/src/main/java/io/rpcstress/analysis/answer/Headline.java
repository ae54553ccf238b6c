package io.rpcstress.analysis.answer;

import static io.rpcstress.analysis.model.Sentence.text;

import io.rpcstress.analysis.answer.Overview.Row;
import io.rpcstress.analysis.answer.Overview.Scope;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.statistics.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What stands above the chart: who takes less time than the baseline, who more, what is open.
 * Immutable.
 *
 * @param said one sentence where there are many rows: the chart has the rest
 * @param withheld that there is no verdict, and why; empty where there is one
 */
public record Headline(String said, String withheld) {

  /** More rows than this are counted, and the first and the last of them named. */
  private static final int MAX_NAMES = 3;

  /** A longer reason stands below the chart. */
  private static final int MAX_REASON_LENGTH = 90;

  private static final String BETWEEN_REASONS = "; ";

  /** Both parts as one text. */
  public static String of(Overview overview) {
    Headline found = from(overview);
    return found.withheld().isEmpty() ? found.said() : found.said() + " " + found.withheld();
  }

  /** Of verdicts; without any it says what was measured, and why that is none. */
  public static Headline from(Overview overview) {
    List<Row> rows = overview.judgedRows();
    String us = overview.baseline() + (overview.hasSeveralLoads() ? " at the same load" : "");
    String scope =
        overview.scope().label()
            + (overview.scope() == Scope.OPEN ? ", by " + overview.measures().get(0).label() : "")
            + ": ";
    if (rows.isEmpty()) {
      return new Headline(
          scope + "only " + us + " was measured, and there is nothing to compare it with.", "");
    }
    List<Row> open = with(rows, Verdict.NONE);
    if (open.size() == rows.size() && !overview.scope().isOfTwoSweeps()) {
      return new Headline(scope + unjudged(us, open), without(open));
    }
    List<String> clauses = new ArrayList<>();
    add(clauses, "less time than " + us + ": ", with(rows, Verdict.FASTER));
    add(clauses, "more time than " + us + ": ", with(rows, Verdict.SLOWER));
    add(clauses, "no difference from " + us + " shown: ", with(rows, Verdict.NO_DIFFERENCE));
    add(clauses, "no verdict against " + us + ": ", open);
    return new Headline(scope + String.join("; ", clauses) + ".", "");
  }

  private static void add(List<String> clauses, String what, List<Row> rows) {
    if (!rows.isEmpty()) {
      clauses.add(what + names(rows));
    }
  }

  /** Where nothing is shown of anyone: how far they were, the fastest first. */
  private static String unjudged(String us, List<Row> rows) {
    List<Row> measured = rows.stream().filter(Headline::hasNumber).toList();
    List<Row> missing = rows.stream().filter(row -> !hasNumber(row)).toList();
    return (measured.isEmpty()
            ? "no number against " + us
            : "times as long as " + us + ": " + names(measured))
        + (missing.isEmpty() || measured.isEmpty() ? "" : "; no number for " + names(missing))
        + ".";
  }

  private static boolean hasNumber(Row row) {
    return !Double.isNaN(row.value());
  }

  /** That there is no verdict, and why, for a reader who does not know the flags' words. */
  private static String without(List<Row> open) {
    String reason = reason(open);
    return reason.isEmpty()
        ? "No verdict; the reasons differ, and stand below."
        : "No verdict: " + reason + meaning(reason) + ".";
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
    open.forEach(row -> common.retainAll(reasons(row)));
    String all = String.join(BETWEEN_REASONS, common);
    return all.length() <= MAX_REASON_LENGTH
        ? all
        : common.stream().filter(one -> one.length() <= MAX_REASON_LENGTH).findFirst().orElse("");
  }

  private static List<String> reasons(Row row) {
    return List.of(row.withheld().split(BETWEEN_REASONS, -1));
  }

  /** The fastest first; what has another's points, or no number, last. */
  private static List<Row> with(List<Row> rows, Verdict verdict) {
    return rows.stream()
        .filter(row -> row.verdict() == verdict)
        .sorted(
            Comparator.comparing((Row row) -> !hasNumber(row))
                .thenComparing(Row::apart)
                .thenComparingDouble(Row::value))
        .toList();
  }

  /** All of them where they are few; else the first, how many more, and the last with a number. */
  private static String names(List<Row> rows) {
    String shown =
        rows.stream().limit(MAX_NAMES).map(Headline::name).collect(Collectors.joining(", "));
    int rest = rows.size() - MAX_NAMES;
    if (rest <= 0) {
      return shown;
    }
    Row last = rows.get(rows.size() - 1);
    return shown + text(" and %d more", rest) + (hasNumber(last) ? " up to " + name(last) : "");
  }

  /** In a sentence a rate is no part of a name: {@code grpc at 1000 calls/s}. */
  private static String name(Row row) {
    String load = Overview.load(row.label());
    String name =
        load.isEmpty() || !Character.isDigit(load.charAt(0))
            ? row.label()
            : Overview.name(row.label()) + " at " + load;
    return !hasNumber(row)
        ? name
        : row.apart()
            ? text("%s %.2f over %s points", name, row.value(), row.counted())
            : text("%s %.2f", name, row.value());
  }
}
