package io.rpcstress.analysis.figure;

import io.rpcstress.analysis.answer.Overview;
import io.rpcstress.analysis.answer.Overview.Measure;
import io.rpcstress.analysis.answer.Overview.Row;
import io.rpcstress.analysis.answer.Overview.Scope;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.statistics.Interval;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Overviews as the charts read them. A row is short, since there are as many as series times
 * baselines times measures times loads: series, ratio, low and high end, the standing where it is
 * judged, the interval's unit, and the processes.
 */
final class OverviewData {

  private OverviewData() {}

  static void add(ArrayNode all, List<Overview> overviews, SweepData data) {
    overviews.forEach(
        overview -> add(all.addObject(), overview, ConditionsText.of(data, overview.shape())));
  }

  static void add(ObjectNode node, Overview overview, String conditions) {
    Scope scope = overview.scope();
    node.put("id", scope.id()).put("label", scope.label()).put("at", overview.at());
    node.put("chosen", overview.chosen());
    node.put("drawn", !overview.judgedRows().isEmpty() && overview.hasNumbers());
    node.put("conditions", conditions);
    ArrayNode baselines = node.putArray("baselines");
    overview.baselines().forEach(baselines::add);
    node.put("judged", overview.judged());
    ArrayNode technologies = node.putArray("technologies");
    overview.measures().stream()
        .flatMap(m -> m.rows().stream().flatMap(List::stream))
        .map(Row::technology)
        .distinct()
        .forEach(technologies::add);
    ArrayNode measures = node.putArray("measures");
    for (Measure measure : overview.measures()) {
      ObjectNode one = measures.addObject();
      one.put("id", measure.id())
          .put("label", measure.label())
          .put("better", measure.lowerIsBetter() ? "lower" : "higher");
      ObjectNode own = one.putObject("own");
      measure
          .own()
          .forEach(
              (label, value) -> {
                ChartData.add(own.putArray(label), value.value()).add(value.unit());
              });
      ArrayNode byBaseline = one.putArray("rows");
      for (List<Row> rows : measure.rows()) {
        ArrayNode list = byBaseline.addArray();
        rows.forEach(row -> add(list.addArray(), row));
      }
    }
  }

  /** Both ends of an interval; nulls where they are not known. */
  static void addEnds(ArrayNode node, Interval interval) {
    ChartData.add(node, interval.isKnown() ? interval.low() : Double.NaN, interval.high());
  }

  private static void add(ArrayNode node, Row row) {
    Interval interval = row.interval();
    ChartData.add(node.add(row.label()), interval.value());
    addEnds(node, interval);
    node.add(row.standing()).add(row.estimate().over()).add(row.processes());
  }
}
