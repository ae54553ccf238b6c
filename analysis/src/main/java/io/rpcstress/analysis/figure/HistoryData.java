package io.rpcstress.analysis.figure;

import io.rpcstress.analysis.compare.History;
import io.rpcstress.analysis.compare.History.Line;
import io.rpcstress.analysis.compare.History.Value;
import io.rpcstress.measure.statistics.ChangePoints.Change;
import io.rpcstress.measure.statistics.Interval;
import java.util.Comparator;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A history as the charts read it: a figure a number, those that changed first. */
public final class HistoryData {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** A page of more would be none that a reader goes through; the CSV has all. */
  private static final int MAX_FIGURES = 60;

  private HistoryData() {}

  public static String json(History history) {
    ObjectNode root = JSON.createObjectNode();
    ArrayNode lines = root.putArray("history");
    history.lines().stream()
        .sorted(Comparator.comparing((Line line) -> line.changes().isEmpty()))
        .limit(MAX_FIGURES)
        .forEach(line -> add(lines.addObject(), line));
    return JSON.writeValueAsString(root);
  }

  private static void add(ObjectNode node, Line line) {
    node.put("title", line.label()).put("measured", line.measured());
    ArrayNode labels = node.putArray("labels");
    ArrayNode values = node.putArray("values");
    for (Value value : line.values()) {
      labels.add(History.label(value.sweep()));
      Interval interval = value.estimate().interval();
      double[] numbers =
          interval.isKnown()
              ? new double[] {interval.value(), interval.low(), interval.high()}
              : new double[] {interval.value()};
      ChartData.add(values.addArray(), numbers);
    }
    ArrayNode levels = node.putArray("levels");
    int from = 0;
    double level = Double.NaN;
    for (Change change : line.changes()) {
      addLevel(levels, from, change.at(), change.before());
      from = change.at();
      level = change.after();
    }
    if (from > 0) {
      addLevel(levels, from, line.values().size(), level);
    }
  }

  private static void addLevel(ArrayNode levels, int from, int to, double level) {
    ChartData.add(levels.addArray(), from, to - 1, level);
  }
}
