package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SharedDimensions;
import io.rpcstress.measure.Dimensions;
import java.util.stream.Stream;

/**
 * What a table's rows are called: each has only the dimensions in which rows differ, and the
 * table's title those that all have.
 */
final class RowNames {

  private final SharedDimensions shared;

  /**
   * Of a table.
   *
   * @param rows the dimensions of each
   */
  RowNames(Stream<Dimensions> rows) {
    this.shared = SharedDimensions.of(rows);
  }

  /** A row's name. */
  String of(Series series) {
    return shared.label(series);
  }

  /** A title with what all rows have off the defaults: {@code Open loop (8 s at full speed)}. */
  String title(String title) {
    String words = shared.allWords();
    return words.isEmpty() ? title : title + " (" + words + ")";
  }
}
