package io.rpcstress.analysis.compare;

import static io.rpcstress.analysis.model.Sentence.text;
import static java.util.stream.Collectors.joining;

import io.rpcstress.analysis.compare.SweepComparison.Compared;
import io.rpcstress.analysis.model.Words;
import io.rpcstress.analysis.table.Columns;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.analysis.table.TableFiles;
import io.rpcstress.measure.help.Standings;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Nested;
import io.rpcstress.measure.statistics.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A comparison as Markdown. */
public final class ComparisonText {

  /** As many points as a person looks at; JSON has all. */
  private static final int POINTS_SHOWN = 40;

  private static final int DECIMALS = 3;

  private static final Columns<Compared> LOADS =
      new Columns<Compared>()
          .add("technology", Compared::label)
          .add("load", one -> one.load().words())
          .add("measured", Compared::measured)
          .add("processes before", one -> one.pair().theirs().size())
          .add("processes after", one -> one.pair().ours().size())
          .add("before, us", 1, Compared::beforeUs)
          .add("after, us", 1, Compared::afterUs)
          .estimate("ratio", "interval", DECIMALS, one -> one.pair().ratio())
          .add("standing", one -> one.pair().standing());

  private ComparisonText() {}

  /**
   * What is slower first.
   *
   * @param option the option that makes a gate of it; empty where there is none
   */
  public static String of(SweepComparison comparison, Gate gate, String option) {
    List<String> text = new ArrayList<>();
    String result =
        option.isEmpty()
            ? ""
            : ": " + Standings.coloured(gate.outcome().label()) + " (" + option + ")";
    text.add(
        "# "
            + comparison.after().name()
            + " against "
            + comparison.before().name()
            + result
            + "\n");
    List<String> lines = lines(gate, !option.isEmpty());
    if (!lines.isEmpty()) {
      int more = lines.size() - POINTS_SHOWN;
      lines.stream().limit(POINTS_SHOWN).forEach(line -> text.add("- " + line));
      text.add(more > 0 ? "- and " + more + " more\n" : "");
    }
    text.add(found(comparison) + "; time after / before, above 1 is slower.\n");
    tables(comparison).forEach(table -> text.add(TableFiles.markdown(table)));
    return String.join("\n", text).replace(System.lineSeparator(), "\n");
  }

  /** What a gate does not let pass, then what else is slower. */
  private static List<String> lines(Gate gate, boolean isGate) {
    List<String> stopping = new ArrayList<>();
    List<String> slower = new ArrayList<>();
    for (Gate.Finding each : gate.findings()) {
      if (isGate && each.outcome() != Gate.Outcome.PASS) {
        stopping.add(Standings.coloured(each.outcome().label()) + ": " + each.words());
      } else if (each.isSlower()) {
        slower.add(Standings.coloured(Verdict.SLOWER.label()) + ": " + each.words());
      }
    }
    stopping.addAll(slower);
    return stopping;
  }

  /** How many points were compared, and what was shown of them. */
  public static String found(SweepComparison comparison) {
    String verdicts =
        Stream.of(Verdict.SLOWER, Verdict.FASTER, Verdict.TOO_CLOSE, Verdict.NONE)
            .filter(verdict -> comparison.count(verdict) > 0)
            .map(
                verdict ->
                    comparison.count(verdict)
                        + " "
                        + (verdict == Verdict.NONE ? "not judged" : verdict.label()))
            .collect(joining(", "));
    return text("%d points compared: ", comparison.points()) + verdicts;
  }

  public static List<Table> tables(SweepComparison comparison) {
    List<Table> tables = new ArrayList<>();
    if (!comparison.compared().isEmpty()) {
      tables.add(loads(comparison));
    }
    tables.add(rest(comparison));
    tables.add(differences(comparison));
    return tables;
  }

  /** Those of verdicts and of the largest differences first. */
  private static Table loads(SweepComparison comparison) {
    List<Compared> all =
        comparison.compared().stream()
            .sorted(
                Comparator.comparing((Compared one) -> one.pair().verdict() == Verdict.NONE)
                    .thenComparing(one -> one.pair().leaning() == Verdict.TOO_CLOSE)
                    .thenComparingDouble(
                        one -> -Math.abs(Math.log(one.pair().ratio().interval().value()))))
            .toList();
    return LOADS.table(
        Words.of(ComparisonText.class, "loads")
            .with("all", all.size())
            .with("shown", Math.min(POINTS_SHOWN, all.size()))
            .with("confidence", Bootstrap.CONFIDENCE_PERCENT)
            .with("method", Bootstrap.METHOD)
            .with("resamples", Bootstrap.RESAMPLES)
            .with("seed", Bootstrap.SEED)
            .with("nested", Nested.METHOD)
            .with("family", comparison.family()),
        all.stream().limit(POINTS_SHOWN).toList());
  }

  private static Table rest(SweepComparison comparison) {
    List<List<String>> rows = new ArrayList<>();
    comparison.newlyFailed().stream()
        .limit(POINTS_SHOWN)
        .forEach(
            f -> rows.add(List.of(f.point().toString(), "failed after: " + f.cause().label())));
    comparison.leftOut().stream()
        .limit(POINTS_SHOWN)
        .forEach(l -> rows.add(List.of(l.point().toString(), l.reason())));
    return Table.ofTexts(
        "not-compared",
        "Points that are not compared",
        List.of("point", "why"),
        rows,
        List.of(
            text(
                "%d newly failed, %d left out, %d only before, %d only after; the first %d of a kind"
                    + " are shown.",
                comparison.newlyFailed().size(),
                comparison.leftOut().size(),
                comparison.onlyBefore().size(),
                comparison.onlyAfter().size(),
                POINTS_SHOWN)));
  }

  private static Table differences(SweepComparison comparison) {
    return Table.ofTexts(
        "differences",
        "What else differs between the two sweeps",
        List.of("fact", "before", "after"),
        Stream.of(comparison.differences())
            .flatMap(List::stream)
            .map(d -> List.of(d.name(), d.before(), d.after()))
            .toList(),
        List.of());
  }
}
