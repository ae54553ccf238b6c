package io.rpcstress.analysis.report;

import io.rpcstress.analysis.answer.Answer;
import io.rpcstress.analysis.answer.Findings;
import io.rpcstress.analysis.answer.Headline;
import io.rpcstress.analysis.answer.Load;
import io.rpcstress.analysis.answer.Loads;
import io.rpcstress.analysis.answer.Overview;
import io.rpcstress.analysis.choice.ChoiceData;
import io.rpcstress.analysis.figure.ConditionsText;
import io.rpcstress.analysis.figure.Figure;
import io.rpcstress.analysis.flag.Flags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.report.PageViews.FactView;
import io.rpcstress.analysis.report.PageViews.FlagsView;
import io.rpcstress.analysis.report.PageViews.LoadView;
import io.rpcstress.analysis.table.CallCostTable;
import io.rpcstress.analysis.table.Entry;
import io.rpcstress.analysis.table.FlagTable;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.LoadShape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a reader sees before anything else: a sentence, a picture, and what stands behind them, of
 * one load. Immutable.
 *
 * @param drawn the figures behind the chart, for a browser without scripts; empty: no chart
 * @param loads that the reader picks one of
 */
record FirstScreen(
    SweepData data,
    Findings findings,
    List<Figure> drawn,
    List<LoadView> loads,
    Capabilities capabilities) {

  /** So many causes of flags are said in words; the table below them has all. */
  private static final int MAX_CAUSES = 2;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  static FirstScreen of(Findings findings, SweepData data, List<Figure> figures) {
    return new FirstScreen(
        data,
        findings,
        figures.stream().filter(f -> f.group().equals(Fragments.ANSWER)).toList(),
        loads(findings, data),
        Capabilities.load());
  }

  Answer answer() {
    return findings.answer();
  }

  /** What is shown before the reader picks a load. */
  LoadView shown() {
    return loads.stream().filter(LoadView::chosen).findFirst().orElseGet(this::nothing);
  }

  /** The tables of flags that have rows. */
  List<FlagsView> flags() {
    return Stream.of(LoadShape.TIMED, LoadShape.COUNTED, LoadShape.OPEN)
        .filter(shape -> !Flags.points(data.compared(shape)).isEmpty())
        .map(this::flags)
        .toList();
  }

  /** In the order of the overviews that are drawn. */
  private static List<LoadView> loads(Findings findings, SweepData data) {
    Map<LoadShape, Loads> byShape = new EnumMap<>(LoadShape.class);
    List<LoadView> all = new ArrayList<>();
    for (Overview overview : findings.overviews()) {
      Loads loads = byShape.computeIfAbsent(overview.shape(), shape -> Loads.of(data, shape));
      Load load = Objects.requireNonNull(overview.load());
      all.add(
          new LoadView(
              overview.scope().label(),
              load,
              overview.chosen(),
              Headline.from(overview),
              Fragments.table(
                  ranked(CallCostTable.of(data, loads, load), overview), Fragments.COMPACT)));
    }
    return all;
  }

  /** What the page's script shows of each load, in the order of the charts' overviews. */
  String json() {
    ArrayNode all = JSON.createArrayNode();
    for (LoadView load : loads) {
      ObjectNode one =
          all.addObject()
              .put("scope", load.scope())
              .put("words", Objects.requireNonNull(load.load()).words())
              .put("said", load.headline().said())
              .put("withheld", load.headline().withheld());
      ChoiceData.add(one, Objects.requireNonNull(load.load()));
      Table costs = Objects.requireNonNull(load.costs()).table();
      one.put("costs", costs.title());
      costs.header().forEach(one.putArray("header")::add);
      ArrayNode rows = one.putArray("rows");
      costs.rows().forEach(row -> row.forEach(rows.addArray()::add));
    }
    return JSON.writeValueAsString(all);
  }

  /** Of a sweep without any result that there is none, and where it says why. */
  private LoadView nothing() {
    boolean failed = data.searches().isEmpty() && !data.allFailures().isEmpty();
    return new LoadView(
        "",
        null,
        true,
        new Headline(
            failed
                ? "No point has a result: all that was measured failed. Failures, below, says why."
                : String.join(" ", answer().lines()),
            ""),
        null);
  }

  /** The rows in the order of the chart beside them: way by way, the fastest first. */
  private static Table ranked(Table table, Overview overview) {
    List<String> ways =
        table.entries().stream().map(row -> Overview.way(label(row))).distinct().toList();
    return table.with(
        table.entries().stream()
            .sorted(
                Comparator.comparingInt(
                        (List<Entry> row) ->
                            overview.hasSeveralWays() ? ways.indexOf(Overview.way(label(row))) : 0)
                    .thenComparingDouble(row -> overview.standing(label(row))))
            .toList());
  }

  private static String label(List<Entry> row) {
    return row.get(0).text("");
  }

  /** Those measured of which capabilities are known, in the same order. */
  List<String> technologies() {
    List<String> measured = Fragments.technologies(data, Series::technology);
    return capabilities.known(
        findings.chosen().stream()
            .findFirst()
            .map(
                overview ->
                    measured.stream()
                        .sorted(Comparator.comparingDouble(overview::standingOfTechnology))
                        .toList())
            .orElse(measured));
  }

  List<String> hosts() {
    Sweep sweep = data.sweep();
    return Stream.concat(ConditionsText.hosts(sweep).stream(), ConditionsText.link(sweep).stream())
        .toList();
  }

  /** The most frequent causes in words above; below each once, with what it means and does. */
  private FlagsView flags(LoadShape shape) {
    Map<String, Integer> points = Flags.points(data.compared(shape));
    int others = points.size() - MAX_CAUSES;
    return new FlagsView(
        points.entrySet().stream()
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .limit(MAX_CAUSES)
            .map(
                flag ->
                    "%d of %d points: %s (%s)"
                        .formatted(
                            flag.getValue(),
                            data.compared(shape).size(),
                            Flags.cause(flag.getKey()),
                            flag.getKey()))
            .collect(
                Collectors.joining(
                    "; ",
                    "",
                    others > 0
                        ? "; and %d more cause%s".formatted(others, others == 1 ? "" : "s")
                        : "")),
        Fragments.table(FlagTable.byCause(data, shape), "text"));
  }

  List<FactView> facts() {
    List<Cell> open = data.open();
    long doubtful =
        data.cells().stream().filter(c -> !c.isSound() || Flags.isDoubtful(c)).count()
            + data.steady().stream().filter(c -> !c.leftOut().isEmpty()).count()
            + open.stream().filter(c -> Flags.isDoubtful(c.flags())).count();
    long saturated =
        open.stream().filter(cell -> cell.flags().contains(Flag.SATURATED.label())).count();
    long failed = data.countOfFailedPoints();
    long repetitions = data.allFailures().size() - failed;
    List<FactView> facts = new ArrayList<>();
    facts.add(fact("technologies", Fragments.technologies(data, Series::name).size(), false));
    facts.add(fact("points with a result", data.all().size(), false));
    facts.add(fact("of these doubtful", doubtful, false));
    if (saturated > 0) {
      facts.add(fact("of these saturated", saturated, false));
    }
    facts.add(fact("points failed", failed, failed > 0));
    if (repetitions > 0) {
      facts.add(fact("other repetitions failed", repetitions, true));
    }
    if (!data.badRows().isEmpty()) {
      facts.add(fact("places not read", data.badRows().size(), true));
    }
    return facts;
  }

  private static FactView fact(String name, long value, boolean bad) {
    return new FactView(name, String.format(Locale.ROOT, "%,d", value), bad);
  }
}
