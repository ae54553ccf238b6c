package io.rpcstress.analysis.report;

import io.rpcstress.analysis.answer.Answer;
import io.rpcstress.analysis.answer.Findings;
import io.rpcstress.analysis.answer.Headline;
import io.rpcstress.analysis.answer.Overview;
import io.rpcstress.analysis.figure.ConditionsText;
import io.rpcstress.analysis.figure.Figure;
import io.rpcstress.analysis.flag.Flags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.report.PageViews.FactView;
import io.rpcstress.analysis.report.PageViews.FirstView;
import io.rpcstress.analysis.report.PageViews.FlagsView;
import io.rpcstress.analysis.table.CallCostTable;
import io.rpcstress.analysis.table.Entry;
import io.rpcstress.analysis.table.OpenLoadsTable;
import io.rpcstress.analysis.table.SteadyTable;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.Flag;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a reader sees before anything else. */
final class FirstScreen {

  /** So many causes of flags are said in words; the table below them has all. */
  private static final int MAX_CAUSES = 2;

  private FirstScreen() {}

  /** The first screen: a sentence, a picture, and what stands behind them. */
  static FirstView of(Findings findings, SweepData data, List<Figure> figures, List<Table> flags) {
    Answer answer = findings.answer();
    Capabilities capabilities = Capabilities.load();
    return new FirstView(
        answer.conditions(),
        hosts(data.sweep()),
        headlines(findings, data),
        figures.stream()
            .filter(f -> f.group().equals(Fragments.ANSWER))
            .map(f -> Fragments.figure(f, true))
            .toList(),
        CallCostTable.of(data)
            .map(costs -> Fragments.table(ranked(costs, findings), Fragments.COMPACT))
            .orElse(null),
        capabilities,
        capabilities.known(technologies(data, findings)),
        facts(data),
        answer.verdicts(),
        answer.caveats(),
        flags.stream().filter(t -> !t.rows().isEmpty()).map(t -> flags(t, data)).toList());
  }

  /** Of a sweep without any result that there is none, and where it says why. */
  private static List<Headline> headlines(Findings findings, SweepData data) {
    int failed = data.allFailures().size();
    boolean nothing =
        data.cells().isEmpty()
            && data.steady().isEmpty()
            && data.open().isEmpty()
            && data.searches().isEmpty();
    return nothing && failed > 0
        ? List.of(
            new Headline(
                "No point has a result: all that was measured failed. Failed points, below, says"
                    + " why.",
                ""))
        : findings.overviews().stream().map(Headline::from).toList();
  }

  /** The rows in the order of the chart beside them: load by load, the fastest first. */
  private static Table ranked(Table table, Findings findings) {
    List<String> loads =
        table.entries().stream().map(row -> Overview.load(label(row))).distinct().toList();
    return findings.overviews().stream()
        .findFirst()
        .map(
            overview ->
                table.with(
                    table.entries().stream()
                        .sorted(
                            Comparator.comparingInt(
                                    (List<Entry> row) -> place(label(row), loads, overview))
                                .thenComparingDouble(row -> overview.standing(label(row))))
                        .toList()))
        .orElse(table);
  }

  private static String label(List<Entry> row) {
    return row.get(0).text("");
  }

  /** Of its load; all are of one where loads have no order of their own. */
  private static int place(String label, List<String> loads, Overview overview) {
    return overview.hasSeveralLoads() ? loads.indexOf(Overview.load(label)) : 0;
  }

  /** Those measured, in the same order. */
  private static List<String> technologies(SweepData data, Findings findings) {
    List<String> measured = Fragments.technologies(data, Series::technology);
    return findings.overviews().stream()
        .findFirst()
        .map(
            overview ->
                measured.stream()
                    .sorted(Comparator.comparingDouble(overview::standingOfTechnology))
                    .toList())
        .orElse(measured);
  }

  private static List<String> hosts(Sweep sweep) {
    return Stream.concat(ConditionsText.hosts(sweep).stream(), ConditionsText.link(sweep).stream())
        .toList();
  }

  /** The most frequent causes in words above; below each once, with what it means and does. */
  private static FlagsView flags(Table flags, SweepData data) {
    int points =
        switch (flags.id()) {
          case SteadyTable.FLAGS -> data.steady().size();
          case OpenLoadsTable.FLAGS -> data.open().size();
          default -> data.cells().size();
        };
    String of = points + " points";
    int others = flags.rows().size() - MAX_CAUSES;
    return new FlagsView(
        flags.rows().stream()
            .sorted(Comparator.comparingInt(row -> -Integer.parseInt(row.get(1))))
            .limit(MAX_CAUSES)
            .map(
                row ->
                    "%s of %s: %s (%s)"
                        .formatted(row.get(1), of, Flags.cause(row.get(0)), row.get(0)))
            .collect(
                Collectors.joining(
                    "; ",
                    "",
                    others > 0
                        ? "; and %d more cause%s".formatted(others, others == 1 ? "" : "s")
                        : "")),
        Fragments.table(flags, "text"));
  }

  private static List<FactView> facts(SweepData data) {
    List<Cell> loads = data.open();
    long doubtful =
        data.cells().stream().filter(c -> !c.isSound() || Flags.isDoubtful(c)).count()
            + data.steady().stream().filter(c -> !c.leftOut().isEmpty()).count()
            + loads.stream().filter(c -> Flags.isDoubtful(c.flags())).count();
    long saturated =
        loads.stream().filter(cell -> cell.flags().contains(Flag.SATURATED.label())).count();
    long points = (long) data.cells().size() + data.steady().size() + loads.size();
    long failed = data.countOfFailedPoints();
    long repetitions = data.allFailures().size() - failed;
    List<FactView> facts = new ArrayList<>();
    facts.add(fact("technologies", Fragments.technologies(data, Series::name).size(), false));
    facts.add(fact("points with a result", points, false));
    facts.add(fact("of these doubtful", doubtful, false));
    if (saturated > 0) {
      facts.add(fact("of these saturated", saturated, false));
    }
    facts.add(fact("points failed", failed, failed > 0));
    if (repetitions > 0) {
      facts.add(fact("other repetitions failed", repetitions, true));
    }
    facts.add(fact("places not read", data.badRows().size(), !data.badRows().isEmpty()));
    return facts;
  }

  private static FactView fact(String name, long value, boolean bad) {
    return new FactView(name, String.format(Locale.ROOT, "%,d", value), bad);
  }
}
