package io.rpcstress.analysis.table;

import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.Point;
import java.util.stream.Stream;

/**
 * A last column of tables with a row a point: in which further dimensions it is, without which two
 * rows could look like one point. Where all are at their defaults there is none.
 */
final class DimensionsColumn {

  private DimensionsColumn() {}

  /** The column where it says something of any of the points; no column otherwise. */
  static Columns<Point> of(Stream<Point> points) {
    boolean any = points.anyMatch(point -> !text(point.dimensions()).isEmpty());
    return new Columns<Point>()
        .addIf(any, columns -> columns.add("dimensions", point -> text(point.dimensions())));
  }

  /** As files of plans have them: {@code in-flight=4;path=haproxy}. */
  private static String text(Dimensions all) {
    Dimensions said = all;
    for (Dimension each : Dimensions.declared()) {
      if (each.timedOnly()) {
        said = said.with(each, each.defaultValue());
      }
    }
    return said.toString();
  }
}
