package io.rpcstress.analysis.model;

import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * In which dimensions rows are all alike: those are said once above them, and only what differs
 * stands in each row's name. Immutable.
 *
 * @param all that occur, each once
 */
public record SharedDimensions(List<Dimensions> all) {

  /** Copies the list. */
  public SharedDimensions {
    all = List.copyOf(all);
  }

  /** Those of rows. */
  public static SharedDimensions of(Stream<Dimensions> rows) {
    return new SharedDimensions(rows.distinct().toList());
  }

  /** Whether all rows have the same value; true of none. */
  public boolean isShared(Dimension each) {
    return all.stream().map(row -> row.text(each)).distinct().limit(2).count() < 2;
  }

  /** What a row of a series is called: with the dimensions that are not shared. */
  public String label(Series series) {
    return series.label(each -> !isShared(each));
  }

  /**
   * What all rows have off the defaults, as names would say it: {@code in-flight 4, via haproxy}.
   * Operation, payload and warm-up are not among them, nor what only timed loops have: a load's
   * text has those in its own words.
   */
  public String words() {
    return words(SharedDimensions::isBeside);
  }

  /** The same with those, too: of a table, whose title says nothing of its load. */
  public String allWords() {
    return words(each -> true);
  }

  private String words(Predicate<Dimension> told) {
    return all.stream()
        .limit(1)
        .flatMap(first -> Series.words(first, each -> told.test(each) && isShared(each)).stream())
        .collect(Collectors.joining(", "));
  }

  private static boolean isBeside(Dimension each) {
    return !each.timedOnly()
        && !each.equals(Dimension.OPERATION)
        && !each.equals(Dimension.PAYLOAD)
        && !each.equals(Dimension.LOAD_WARMUP);
  }
}
