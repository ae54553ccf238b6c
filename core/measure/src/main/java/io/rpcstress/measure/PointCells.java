package io.rpcstress.measure;

import java.util.LinkedHashMap;
import java.util.Map;

/** A point as cells of a row: its parts, its dimensions, and the load that it offers. Stateless. */
final class PointCells {

  private PointCells() {}

  static void write(Point point, Map<String, String> to) {
    to.put("technology", point.technology());
    to.put("variant", point.variant());
    to.put("threadNum", Integer.toString(point.threadNum()));
    to.put("requestNum", Integer.toString(point.requestNum()));
    to.put("requestMode", point.requestMode().label());
    to.put("repetition", Integer.toString(point.repetition()));
    to.put("loadShape", point.loadShape().label());
    for (Dimension each : Dimensions.declared()) {
      // Empty where the load shape has no such dimension.
      boolean has = !each.timedOnly() || point.loadShape() == LoadShape.TIMED;
      to.put(each.column(), has ? point.dimensions().text(each) : "");
    }
    OfferedLoad offered = point.offered();
    if (offered != null) {
      to.put("arrivals", offered.shape().label());
      to.put("rate", Integer.toString(offered.rate()));
      to.put("duration", offered.seconds() + "s");
      to.put("warmup", offered.warmupSeconds() + "s");
      to.put("seed", Long.toString(offered.seed()));
    }
  }

  static Point read(Cells cells) {
    OfferedLoad offered = cells.text("arrivals").isEmpty() ? null : offered(cells);
    Map<String, String> values = new LinkedHashMap<>();
    for (Dimension each : Dimensions.declared()) {
      if (offered == null || !each.timedOnly()) {
        values.put(each.name(), cells.text(each.column()));
      }
    }
    Point point =
        new Point(
            cells.text("technology"),
            cells.text("variant"),
            cells.count("threadNum"),
            cells.count("requestNum"),
            RequestMode.of(cells.text("requestMode")),
            cells.count("repetition"),
            offered,
            new Dimensions(values));
    String shape = cells.text("loadShape");
    if (!shape.isEmpty() && !shape.equals(point.loadShape().label())) {
      throw cells.bad("loadShape", "the shape that the other columns have");
    }
    return point;
  }

  private static OfferedLoad offered(Cells cells) {
    return new OfferedLoad(
        ArrivalShape.of(cells.text("arrivals")),
        cells.count("rate"),
        seconds(cells, "duration"),
        seconds(cells, "warmup"),
        cells.signed("seed"));
  }

  private static int seconds(Cells cells, String column) {
    return Math.toIntExact(Spans.parse(cells.text(column)).toSeconds());
  }
}
