package io.rpcstress.analysis.report;

import io.rpcstress.analysis.answer.Answer;
import io.rpcstress.analysis.answer.Findings;
import io.rpcstress.analysis.answer.Headline;
import io.rpcstress.analysis.figure.ConditionsText;
import io.rpcstress.analysis.figure.Figure;
import io.rpcstress.analysis.flag.Flags;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.report.PageViews.FactView;
import io.rpcstress.analysis.report.PageViews.FirstView;
import io.rpcstress.analysis.report.PageViews.FlagsView;
import io.rpcstress.analysis.report.PageViews.VerdictView;
import io.rpcstress.analysis.table.CallCostTable;
import io.rpcstress.analysis.table.SteadyTable;
import io.rpcstress.analysis.table.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a reader sees before anything else. */
final class FirstScreen {

  private FirstScreen() {}

  /** The first screen: a sentence, a picture, and what stands behind them. */
  static FirstView of(Findings findings, SweepData data, List<Figure> figures, List<Table> flags) {
    Answer answer = findings.answer();
    return new FirstView(
        answer.conditions(),
        hosts(data.sweep()),
        findings.leading().stream().map(Headline::of).toList(),
        figures.stream()
            .filter(f -> f.group().equals(Fragments.ANSWER))
            .map(f -> Fragments.figure(f, true))
            .toList(),
        CallCostTable.of(data, findings.isUnjudged())
            .map(costs -> Fragments.table(costs, Fragments.COMPACT))
            .orElse(null),
        Fragments.matrix(Capabilities.load(), data),
        facts(data),
        answer.lines().stream().map(FirstScreen::verdict).toList(),
        answer.caveats(),
        flags.stream().filter(t -> !t.rows().isEmpty()).map(FirstScreen::flags).toList());
  }

  private static List<String> hosts(Sweep sweep) {
    return Stream.concat(ConditionsText.hosts(sweep).stream(), ConditionsText.link(sweep).stream())
        .toList();
  }

  /** Each cause once: how often in the summary, what it means and does below. */
  private static FlagsView flags(Table flags) {
    boolean timed = flags.id().equals(SteadyTable.FLAGS);
    return new FlagsView(
        (timed ? "Flags of processes: " : "Flags of points: ")
            + flags.rows().stream()
                .map(row -> row.get(0) + " " + row.get(timed ? 2 : 1))
                .collect(Collectors.joining(", ")),
        Fragments.table(flags, "text"));
  }

  private static List<FactView> facts(SweepData data) {
    long doubtful =
        data.cells().stream().filter(c -> !c.isSound() || Flags.isDoubtful(c)).count()
            + data.steady().stream().filter(c -> !c.leftOut().isEmpty()).count();
    long points = (long) data.cells().size() + data.steady().size();
    long failed = (long) data.failedPoints().size() + data.steadyFailedPoints().size();
    long repetitions = (long) data.failures().size() + data.steadyFailures().size() - failed;
    List<FactView> facts = new ArrayList<>();
    facts.add(fact("technologies", Fragments.technologies(data, Series::name).size(), false));
    facts.add(fact("points with a result", points, false));
    facts.add(fact("of these doubtful", doubtful, false));
    facts.add(fact("points failed", failed, failed > 0));
    if (repetitions > 0) {
      facts.add(fact("other repetitions failed", repetitions, true));
    }
    facts.add(fact("places not read", data.badRows().size(), !data.badRows().isEmpty()));
    return facts;
  }

  /** What comes before the colon decides; what follows is the evidence. */
  private static VerdictView verdict(String line) {
    int colon = line.indexOf(": ");
    return colon < 0
        ? new VerdictView(line, "")
        : new VerdictView(line.substring(0, colon), line.substring(colon + 2));
  }

  private static FactView fact(String name, long value, boolean bad) {
    return new FactView(name, String.format(Locale.ROOT, "%,d", value), bad);
  }
}
