package io.rpcstress.analysis.figure;

import io.rpcstress.analysis.answer.CallCost;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.Point;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Processor time of a call by transport and encoding, at the load that most of them have. */
final class EncodingsData {

  /** How the payload of a pack's message begins. */
  private static final Pattern ENCODING = Pattern.compile("^encoding=([a-z]+)");

  /** By encoding, then transport: us a call of both hosts. */
  private final Map<String, Map<String, Double>> costs = new LinkedHashMap<>();

  private final Set<String> transports = new LinkedHashSet<>();

  private EncodingsData() {}

  /** Adds a chart of the first loop that has one: timed, counted, open. */
  static void add(ObjectNode root, SweepData data) {
    for (LoadShape shape : List.of(LoadShape.TIMED, LoadShape.COUNTED, LoadShape.OPEN)) {
      Map<Point, EncodingsData> loads = new LinkedHashMap<>();
      for (Cell cell : data.compared(shape)) {
        Matcher encoding = ENCODING.matcher(cell.point().dimensions().text(Dimension.PAYLOAD));
        double cost = CallCost.of(cell).total().value();
        if (encoding.lookingAt() && cost > 0) {
          loads
              .computeIfAbsent(load(cell.point(), encoding), load -> new EncodingsData())
              .add(cell.series().name(), encoding.group(1), cost);
        }
      }
      loads.values().removeIf(each -> !each.isTable());
      if (!loads.isEmpty()) {
        Map.Entry<Point, EncodingsData> fullest =
            loads.entrySet().stream()
                .max(Comparator.comparingInt(each -> each.getValue().size()))
                .orElseThrow();
        fullest.getValue().write(root.putObject("encodings"), fullest.getKey(), data);
        return;
      }
    }
  }

  /** The point of any technology and encoding. */
  private static Point load(Point point, Matcher encoding) {
    return point.of("any", Point.EXAMPLE).with(Dimension.PAYLOAD, encoding.replaceFirst(""));
  }

  private void add(String transport, String encoding, double cost) {
    transports.add(transport);
    costs.computeIfAbsent(encoding, none -> new LinkedHashMap<>()).put(transport, cost);
  }

  private boolean isTable() {
    return transports.size() > 1 && costs.size() > 1;
  }

  private int size() {
    return costs.values().stream().mapToInt(Map::size).sum();
  }

  private void write(ObjectNode chart, Point load, SweepData data) {
    boolean open = load.loadShape() == LoadShape.OPEN;
    chart
        .put("where", where(load))
        .put("conditions", ConditionsText.of(data, load.loadShape()))
        .put("table", "conditions-encoding" + (open ? "-open" : ""));
    transports.forEach(chart.putArray("transports")::add);
    ArrayNode encodings = chart.putArray("encodings");
    costs.forEach(
        (encoding, byTransport) -> {
          ArrayNode values = encodings.addObject().put("label", encoding).putArray("values");
          for (String each : transports) {
            ChartData.add(values, byTransport.getOrDefault(each, Double.NaN));
          }
        });
  }

  private static String where(Point load) {
    OfferedLoad offered = load.offered();
    if (offered != null) {
      return offered.rate() + " calls/s";
    }
    return load.loadShape() == LoadShape.TIMED
        ? load.threadNum() + " threads"
        : ChartData.text(load);
  }
}
