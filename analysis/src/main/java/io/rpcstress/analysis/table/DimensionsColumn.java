package io.rpcstress.analysis.table;

import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.Point;
import java.util.ArrayList;
import java.util.List;

/**
 * A last column of tables with a row a point: in which further dimensions it is, without which two
 * rows could look like one point. Where all are at their defaults there is none.
 */
final class DimensionsColumn {

  private static final String NAME = "dimensions";

  private DimensionsColumn() {}

  /**
   * A table with the column where it says something.
   *
   * @param points of its rows
   */
  static Table behind(Table table, List<Point> points) {
    return behind(table, NAME, points.stream().map(point -> text(point.dimensions())).toList());
  }

  /**
   * A table with a further last column, where any row has something there.
   *
   * @param texts one a row
   */
  static Table behind(Table table, String name, List<String> texts) {
    if (texts.stream().allMatch(String::isEmpty)) {
      return table;
    }
    List<String> header = new ArrayList<>(table.header());
    header.add(name);
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      List<String> row = new ArrayList<>(table.rows().get(i));
      row.add(texts.get(i));
      rows.add(row);
    }
    return new Table(table.id(), table.title(), header, rows, table.notes());
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
