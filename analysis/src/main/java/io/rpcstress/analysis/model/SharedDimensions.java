package io.rpcstress.analysis.model;

import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * In which dimensions rows are all alike: those are said once above them, and only what differs
 * stands in each row's name. Immutable.
 *
 * @param all that occur, each once
 */
public record SharedDimensions(List<Dimensions> all) {

  private static final String BETWEEN_PARTS = ",";

  public static SharedDimensions of(Stream<Dimensions> rows) {
    return new SharedDimensions(rows.distinct().toList());
  }

  /** Whether all rows have the same value; true of none. */
  public boolean isShared(Dimension each) {
    return all.stream().map(row -> row.text(each)).distinct().limit(2).count() < 2;
  }

  /**
   * What a row of a series is called: with the dimensions that are not shared, and of a payload of
   * several parts with those parts.
   */
  public String label(Series series) {
    Dimensions own = series.dimensions();
    return own.has(Dimension.PAYLOAD)
        ? series
            .with(own.with(Dimension.PAYLOAD, differing(own.text(Dimension.PAYLOAD))))
            .label(each -> !isShared(each))
        : series.label(each -> !isShared(each));
  }

  /** A title with what all rows have off the defaults: {@code Open loop (8 s at full speed)}. */
  public String title(String title) {
    String words = allWords();
    return words.isEmpty() ? title : title + " (" + words + ")";
  }

  /** The parts of a payload in which rows differ; all of it where they have not the same parts. */
  private String differing(String payload) {
    List<String> parts = List.of(payload.split(BETWEEN_PARTS, -1));
    List<List<String>> rows =
        all.stream()
            .map(row -> List.of(row.text(Dimension.PAYLOAD).split(BETWEEN_PARTS, -1)))
            .distinct()
            .toList();
    if (rows.stream().anyMatch(row -> !names(row).equals(names(parts)))) {
      return payload;
    }
    String found =
        IntStream.range(0, parts.size())
            .filter(i -> rows.stream().anyMatch(row -> !row.get(i).equals(parts.get(i))))
            .mapToObj(parts::get)
            .collect(Collectors.joining(BETWEEN_PARTS));
    return found.isEmpty() ? payload : found;
  }

  private static List<String> names(List<String> parts) {
    return parts.stream().map(part -> part.split("=", 2)[0]).toList();
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

  private String words(Predicate<Dimension> shown) {
    return all.stream()
        .limit(1)
        .flatMap(first -> Series.words(first, each -> shown.test(each) && isShared(each)).stream())
        .collect(Collectors.joining(", "));
  }

  private static boolean isBeside(Dimension each) {
    return !each.timedOnly()
        && !each.equals(Dimension.OPERATION)
        && !each.equals(Dimension.PAYLOAD)
        && !each.equals(Dimension.LOAD_WARMUP);
  }
}
