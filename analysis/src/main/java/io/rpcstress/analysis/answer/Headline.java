package io.rpcstress.analysis.answer;

import static io.rpcstress.analysis.model.Sentence.text;

import io.rpcstress.analysis.answer.Overview.Row;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.statistics.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
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
    String scope =
        overview.scope().label()
            + (overview.scope() == Overview.Scope.OPEN
                ? ", by " + overview.measures().get(0).label()
                : "")
            + ": ";
    if (rows.isEmpty()) {
      return new Headline(
          scope
              + "only "
              + overview.baseline()
              + " was measured, and there is nothing to compare it with.",
          "");
    }
    List<Row> open = with(rows, Verdict.NONE);
    return open.size() == rows.size() && !overview.scope().isOfTwoSweeps()
        ? new Headline(scope + Unjudged.of(overview, open), without(open))
        : new Headline(scope + judged(overview, rows) + ".", "");
  }

  private static String judged(Overview overview, List<Row> rows) {
    String us = overview.baseline() + (overview.hasSeveralLoads() ? " at the same load" : "");
    boolean many = isMany(rows);
    List<Row> faster = with(rows, Verdict.FASTER);
    List<Row> slower = with(rows, Verdict.SLOWER);
    if (slower.size() == rows.size() && slower.size() > 1) {
      return many
          ? text(
              "%s takes less time than all %d others, which take %s as long",
              us, slower.size(), range(slower))
          : us + " takes less time than all others: " + names(slower, Headline::times) + " as long";
    }
    List<String> clauses = new ArrayList<>();
    if (!faster.isEmpty()) {
      clauses.add(
          (many ? first(faster) : names(faster, Headline::times))
              + verb(faster)
              + " less time than "
              + us);
    }
    if (!slower.isEmpty()) {
      clauses.add(
          (many ? count(slower, rows) : names(slower, Headline::times) + verb(slower) + " more")
              + (faster.isEmpty() ? " time than " + us : "")
              + (many && slower.size() > 1 ? ", up to " + times(slowest(slower)) : ""));
    }
    clauses.addAll(undecided(us, rows, many));
    return String.join("; ", clauses);
  }

  /** What is not shown to differ, and what is not judged. */
  private static List<String> undecided(String us, List<Row> rows, boolean many) {
    List<Row> tied = with(rows, Verdict.NO_DIFFERENCE);
    List<Row> open = with(rows, Verdict.NONE);
    List<String> clauses = new ArrayList<>();
    if (!tied.isEmpty()) {
      clauses.add(
          many
              ? text("no difference is shown for %d", tied.size())
              : "no difference from " + us + " is shown for " + names(tied, Headline::times));
    }
    if (!open.isEmpty()) {
      String none =
          open.size() == rows.size() ? "no verdict against " + us + " on " : "no verdict on ";
      clauses.add(
          many
              ? none + (open.size() == rows.size() ? "all " : "") + open.size()
              : none + names(open, Headline::times) + colon(reason(open)));
    }
    return clauses;
  }

  /** The first of several, and how many there are beside it. */
  private static String first(List<Row> rows) {
    return times(rows.get(0)) + (rows.size() > 1 ? text(" and %d more", rows.size() - 1) : "");
  }

  /** How many there are of all; one by its name. */
  private static String count(List<Row> rows, List<Row> all) {
    return rows.size() == 1
        ? times(rows.get(0)) + " takes more"
        : text("%d of %d others take more", rows.size(), all.size());
  }

  /** The last that has a place in the others' order; of other points only where all are. */
  private static Row slowest(List<Row> rows) {
    List<Row> ranked = rows.stream().filter(row -> !row.apart()).toList();
    return ranked.isEmpty() ? rows.get(rows.size() - 1) : ranked.get(ranked.size() - 1);
  }

  /** From the first to the last. */
  private static String range(List<Row> rows) {
    Row least = rows.get(0);
    Row most = slowest(rows);
    return text(
        "%s (%s) to %s (%s) times",
        number(least.value()), least.label(), number(most.value()), most.label());
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

  /** All of them where they are few; else the first and, with a number, the last. */
  static String names(List<Row> rows, Function<Row, String> said) {
    List<String> shown = rows.stream().limit(MAX_NAMES).map(said).toList();
    int rest = rows.size() - shown.size();
    if (rest > 0) {
      Row last = rows.get(rows.size() - 1);
      return String.join(", ", shown)
          + text(" and %d more", rest)
          + (Double.isNaN(last.value()) ? "" : " up to " + said.apply(last));
    }
    int last = shown.size() - 1;
    return last == 0
        ? shown.get(0)
        : shown.stream().limit(last).collect(Collectors.joining(", ")) + " and " + shown.get(last);
  }

  private static String times(Row row) {
    String who = named(row.label());
    return Double.isNaN(row.value())
        ? who
        : row.apart()
            ? text("%s (%s times over %s points)", who, number(row.value()), row.counted())
            : text("%s (%s times)", who, number(row.value()));
  }

  /** In a sentence a rate is no part of a name: {@code grpc at 1000 calls/s}. */
  private static String named(String label) {
    String load = Overview.load(label);
    return load.isEmpty() || !Character.isDigit(load.charAt(0))
        ? label
        : Overview.name(label) + " at " + load;
  }

  /** Whether so many are counted rather than named. */
  static boolean isMany(List<Row> rows) {
    return rows.size() > MAX_NAMES;
  }

  static String number(double ratio) {
    return text("%.2f", ratio);
  }
}
