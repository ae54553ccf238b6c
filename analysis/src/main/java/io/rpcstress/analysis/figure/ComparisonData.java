package io.rpcstress.analysis.figure;

import io.rpcstress.analysis.answer.Pair;
import io.rpcstress.analysis.answer.Pairs;
import io.rpcstress.analysis.compare.SweepComparison;
import io.rpcstress.analysis.compare.SweepComparison.Compared;
import io.rpcstress.analysis.model.Groups;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Two sweeps as the charts read them: the technologies against themselves, and of each its ratio
 * over the grid. The same charts as a report's.
 */
public final class ComparisonData {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private ComparisonData() {}

  /** Chart data as {@link ChartData#json} gives it, for two figures of a report alone. */
  public static String json(SweepComparison comparison) {
    ObjectNode root = JSON.createObjectNode();
    root.putArray("only").add("answer").add("ratio");
    String conditions =
        "after: " + comparison.after().name() + ", before: " + comparison.before().name();
    root.put("conditions", conditions);
    ArrayNode overviews = root.putArray("overviews");
    comparison.overviews().forEach(o -> OverviewData.add(overviews.addObject(), o, conditions));
    for (String none : List.of("overThreads", "overTime", "rates", "timedLimits", "limiters")) {
      root.putArray(none);
    }
    Metric.addAll(root.putArray("metrics"));
    List<Integer> threads = axis(comparison, Point::threadNum);
    List<Integer> requests = axis(comparison, Point::requestNum);
    threads.forEach(root.putArray("threads")::add);
    requests.forEach(root.putArray("requests")::add);
    ArrayNode series = root.putArray("series");
    for (Map.Entry<String, List<Pair>> grid : grids(comparison).entrySet()) {
      List<Pair> pairs = grid.getValue();
      if (pairs.size() > 1) {
        int before = series.size();
        add(
            series.addObject(),
            grid.getKey() + " before",
            -1,
            pairs,
            threads,
            requests,
            p -> p.reference().timeTotalAvg());
        add(
            series.addObject(),
            grid.getKey() + " after",
            before,
            pairs,
            threads,
            requests,
            p -> p.cell().timeTotalAvg());
      }
    }
    return JSON.writeValueAsString(root);
  }

  /** Counted loops that differ in threads and requests alone, by what they are called. */
  private static Map<String, List<Pair>> grids(SweepComparison comparison) {
    return Groups.of(
        counted(comparison),
        pair -> {
          RequestMode mode = pair.point().requestMode();
          return pair.cell().series().label()
              + (mode == RequestMode.TOTAL ? "" : " (" + mode.label() + ")");
        });
  }

  private static Stream<Pair> counted(SweepComparison comparison) {
    return comparison.compared().stream().filter(Compared::isCounted).map(Compared::pair);
  }

  private static List<Integer> axis(SweepComparison comparison, ToIntFunction<Point> of) {
    return counted(comparison).map(Pair::point).mapToInt(of).sorted().distinct().boxed().toList();
  }

  private static void add(
      ObjectNode node,
      String label,
      int base,
      List<Pair> pairs,
      List<Integer> threads,
      List<Integer> requests,
      ToDoubleFunction<Pair> ms) {
    node.put("label", label);
    node.put("file", label.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9-]+", "-"));
    node.put("type", 0).put("paperVariant", false).put("base", base).put("limits", "");
    int size = threads.size() * requests.size();
    StringBuilder status = new StringBuilder(" ".repeat(size));
    double[] values = new double[size];
    Arrays.fill(values, Double.NaN);
    for (Pair pair : pairs) {
      int at =
          threads.indexOf(pair.point().threadNum()) * requests.size()
              + requests.indexOf(pair.point().requestNum());
      status.setCharAt(
          at, Pairs.invalidating(List.of(pair.cell(), pair.reference())).isEmpty() ? '.' : '~');
      values[at] = ms.applyAsDouble(pair);
    }
    node.put("status", status.toString());
    ChartData.add(node.putObject("values").putArray("timeAvg"), values);
  }
}
