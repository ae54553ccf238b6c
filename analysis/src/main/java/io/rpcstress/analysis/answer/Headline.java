package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.answer.Overview.Row;
import io.rpcstress.analysis.answer.Overview.Subject;
import io.rpcstress.measure.statistics.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** One sentence above the chart: who takes less time than the baseline, who more, what is open. */
public final class Headline {

  /** More names than this are counted. */
  private static final int MAX_NAMES = 3;

  /** A longer reason stands below the chart. */
  private static final int MAX_REASON_LENGTH = 90;

  private static final String BETWEEN_REASONS = "; ";

  private Headline() {}

  /** The sentence, of verdicts alone; without one it says so. */
  public static String of(Overview overview) {
    String us = overview.baseline();
    List<Row> rows = overview.judgedRows();
    String subject = overview.subject().label() + ": ";
    if (rows.isEmpty()) {
      return subject + "only " + us + " was measured, and there is nothing to compare it with.";
    }
    if (overview.subject() == Subject.WARM) {
      List<Row> measured = rows.stream().filter(row -> !Double.isNaN(row.value())).toList();
      return subject
          + (measured.isEmpty()
              ? "no number against " + us
              : "against " + us + ", " + names(with(measured, Verdict.NONE)) + " as long")
          + ". No verdict: "
          + rows.get(0).withheld()
          + ".";
    }
    List<Row> faster = with(rows, Verdict.FASTER);
    List<Row> slower = with(rows, Verdict.SLOWER);
    List<Row> tied = with(rows, Verdict.NO_DIFFERENCE);
    List<Row> open = with(rows, Verdict.NONE);
    List<String> clauses = new ArrayList<>();
    if (slower.size() == rows.size() && slower.size() > 1) {
      return subject + us + " takes less time than all others: " + names(slower) + " as long.";
    }
    if (!faster.isEmpty()) {
      clauses.add(names(faster) + verb(faster) + " less time than " + us);
    }
    if (!slower.isEmpty()) {
      clauses.add(
          names(slower) + verb(slower) + " more" + (faster.isEmpty() ? " time than " + us : ""));
    }
    if (!tied.isEmpty()) {
      clauses.add("no difference from " + us + " is shown for " + names(tied));
    }
    if (!open.isEmpty()) {
      clauses.add(
          (open.size() == rows.size() ? "no verdict against " + us + " on " : "no verdict on ")
              + names(open)
              + reason(open));
    }
    return subject + String.join("; ", clauses) + ".";
  }

  /** Why there is none, where it is one short reason for all, or several have one in common. */
  private static String reason(List<Row> open) {
    List<String> common = new ArrayList<>(reasons(open.get(0)));
    open.forEach(row -> common.retainAll(reasons(row)));
    String all = String.join(BETWEEN_REASONS, common);
    return all.length() <= MAX_REASON_LENGTH
        ? colon(all)
        : common.stream()
            .filter(one -> one.length() <= MAX_REASON_LENGTH)
            .findFirst()
            .map(Headline::colon)
            .orElse("");
  }

  private static List<String> reasons(Row row) {
    return List.of(row.withheld().split(BETWEEN_REASONS, -1));
  }

  private static String colon(String reason) {
    return reason.isEmpty() ? "" : ": " + reason;
  }

  private static List<Row> with(List<Row> rows, Verdict verdict) {
    return rows.stream()
        .filter(row -> row.verdict() == verdict)
        .sorted(
            Comparator.comparingDouble((Row row) -> Double.isNaN(row.value()) ? 1 : 0)
                .thenComparing(Row::apart)
                .thenComparingDouble(Row::value))
        .toList();
  }

  private static String verb(List<Row> rows) {
    return rows.size() == 1 ? " takes" : " take";
  }

  private static String names(List<Row> rows) {
    List<String> shown = rows.stream().limit(MAX_NAMES).map(Headline::times).toList();
    int rest = rows.size() - shown.size();
    if (rest > 0) {
      Row last = rows.get(rows.size() - 1);
      return String.join(", ", shown)
          + text(" and %d more", rest)
          + (Double.isNaN(last.value()) ? "" : " up to " + times(last));
    }
    int last = shown.size() - 1;
    return last == 0
        ? shown.get(0)
        : shown.stream().limit(last).collect(Collectors.joining(", ")) + " and " + shown.get(last);
  }

  private static String times(Row row) {
    return Double.isNaN(row.value())
        ? row.label()
        : row.apart()
            ? text("%s (%.2f times over %s points)", row.label(), row.value(), row.counted())
            : text("%s (%.2f times)", row.label(), row.value());
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
