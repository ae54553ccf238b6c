package io.rpcstress.analysis.figure;

import io.rpcstress.analysis.answer.Overview;
import io.rpcstress.analysis.answer.Overview.Measure;
import io.rpcstress.analysis.answer.Overview.Row;
import io.rpcstress.analysis.answer.Overview.Scope;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Verdict;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Overviews as the charts read them. A row is short, since there are as many as series times
 * baselines times measures: series, ratio, low and high end, points, where there is one the
 * verdict, or why there is none, the interval's unit, the points that there are, and 1 where it is
 * apart.
 */
final class OverviewData {

  private OverviewData() {}

  /** Adds one object for each overview in which there is something to compare. */
  static void add(ArrayNode all, List<Overview> overviews, SweepData data) {
    for (Overview overview : overviews) {
      if (!overview.judgedRows().isEmpty() && overview.hasNumbers()) {
        add(all.addObject(), overview, conditions(overview.scope(), data));
      }
    }
  }

  private static String conditions(Scope scope, SweepData data) {
    return switch (scope) {
      case FIRST_SECONDS -> ConditionsText.of(data);
      case OPEN -> ConditionsText.ofOpen(data);
      default -> ConditionsText.ofSteady(data);
    };
  }

  /**
   * Adds one.
   *
   * @param conditions as lines
   */
  static void add(ObjectNode node, Overview overview, String conditions) {
    Scope scope = overview.scope();
    node.put("id", scope.id()).put("label", scope.label()).put("points", scope.points());
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
                ArrayNode both = own.putArray(label);
                ChartData.add(both, value.value());
                both.add(value.unit());
              });
      ArrayNode byBaseline = one.putArray("rows");
      boolean isTime = measure.equals(overview.measures().get(0));
      for (int i = 0; i < measure.rows().size(); i++) {
        boolean judged = isTime && i == overview.judged();
        ArrayNode list = byBaseline.addArray();
        measure.rows().get(i).forEach(row -> add(list.addArray(), row, judged));
      }
    }
  }

  /** Where nothing is judged the reason is one for all rows, and the page says it once. */
  private static void add(ArrayNode node, Row row, boolean judged) {
    Interval interval = row.estimate().interval();
    node.add(row.label()).add(row.technology());
    ChartData.add(node, interval.value());
    ChartData.add(node, interval.isKnown() ? (Double) interval.low() : null);
    ChartData.add(node, interval.isKnown() ? (Double) interval.high() : null);
    node.add(row.points());
    node.add(row.verdict() == Verdict.NONE ? "" : row.verdict().label());
    node.add(judged ? row.withheld() : "");
    node.add(interval.isKnown() ? row.estimate().unit().label() : "");
    node.add(row.of()).add(row.apart() ? 1 : 0);
  }
}
