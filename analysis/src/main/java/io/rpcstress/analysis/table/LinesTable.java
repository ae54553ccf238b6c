package io.rpcstress.analysis.table;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.Load;
import io.rpcstress.analysis.answer.Overview;
import io.rpcstress.analysis.model.Groups;
import io.rpcstress.measure.Column;
import io.rpcstress.measure.DeclaredLine;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How each technology's ratio to the baseline moves with the line between the hosts. */
public final class LinesTable {

  /** A ratio this close to 1 decides nothing. */
  private static final double ALIKE = 0.05;

  private static final int RATIO_DECIMALS = 3;
  private static final String AS_IT_IS = "as it is";

  /** The better lines first: the faster, then the shorter. */
  private static final Comparator<String> BY_LINE =
      Comparator.comparingDouble(LinesTable::slowness)
          .thenComparingDouble(LinesTable::length)
          .thenComparing(Comparator.naturalOrder());

  /** In what lines differ that are alike in everything else. */
  private enum Axis {
    ROUND_TRIP("round trip", "(rtt|jitter)=.*"),
    RATE("rate", "rate=.*");

    private final String label;
    private final String words;

    Axis(String label, String words) {
      this.label = label;
      this.words = words;
    }

    /** What a line has beside. */
    private String beside(String line) {
      return Arrays.stream(line.split(",", -1))
          .filter(word -> !word.matches(words))
          .collect(Collectors.joining(","));
    }

    /** Lines that differ in it alone, two at least, the better first. */
    private Collection<List<String>> groups(Collection<String> lines) {
      Map<String, List<String>> groups = Groups.of(lines.stream().sorted(BY_LINE), this::beside);
      groups.values().removeIf(group -> group.size() < 2);
      return groups.values();
    }
  }

  private record Key(Point place, String measure, String technology, String baseline) {}

  /**
   * A technology at a load that is the same but for the line.
   *
   * @param load in words, as the first sweep that has it says it
   * @param ratios by line; no number where several sweeps have that line
   */
  private record Row(Key key, String load, Map<String, Estimate> ratios) {

    /** From which line of a group on it no longer matters whether it is this or the baseline. */
    @Nullable String from(List<String> group) {
      String first = null;
      for (int i = group.size() - 1; i >= 0 && isAlike(ratios.get(group.get(i))); i--) {
        first = group.get(i);
      }
      return first;
    }

    private static boolean isAlike(@Nullable Estimate ratio) {
      return ratio != null
          && (Math.abs(ratio.value() - 1) <= ALIKE
              || (ratio.interval().isKnown() && ratio.interval().spans(1)));
    }

    /** The same of all groups that the lines make. */
    List<String> fromOfEach(Collection<String> lines) {
      return Stream.of(Axis.values())
          .flatMap(axis -> axis.groups(lines).stream())
          .flatMap(group -> Stream.ofNullable(from(group)))
          .distinct()
          .map(LinesTable::name)
          .toList();
    }

    /** Nothing where the last line has no ratio. */
    Optional<String> sentence(List<String> group) {
      String last = group.get(group.size() - 1);
      if (!Double.isFinite(ratio(this, last).value())) {
        return Optional.empty();
      }
      String from = from(group);
      return Optional.of(
          from != null
              ? "%s shows no difference from `%s` on".formatted(key.technology(), name(from))
              : "%s still differs on `%s`".formatted(key.technology(), name(last)));
    }
  }

  private LinesTable() {}

  /** The table of one sweep, or of several; none where all was measured on one line. */
  public static List<Table> of(List<Overview> overviews) {
    List<String> lines =
        overviews.stream().map(each -> each.load().line()).distinct().sorted(BY_LINE).toList();
    if (lines.size() < 2) {
      return List.of();
    }
    Map<Key, Row> rows = new LinkedHashMap<>();
    for (Overview overview : overviews) {
      Load load = overview.load();
      String measure = overview.measures().get(0).label();
      for (Overview.Row row : overview.judgedRows()) {
        Key key = new Key(place(load), measure, row.label(), overview.baseline());
        rows.computeIfAbsent(key, k -> new Row(k, load.onAnyLine(), new TreeMap<>()))
            .ratios()
            .merge(load.line(), row.estimate(), (one, other) -> Estimate.NOTHING);
      }
    }
    Set<Point> shown =
        overviews.stream()
            .filter(Overview::chosen)
            .map(each -> place(each.load()))
            .collect(Collectors.toSet());
    List<Row> first =
        rows.values().stream().filter(row -> shown.contains(row.key().place())).toList();
    return List.of(table(lines, rows.values(), sentences(lines, first)));
  }

  private static Point place(Load load) {
    return load.place().with(Dimension.LINE, Dimension.LINE.defaultValue());
  }

  private static Table table(List<String> lines, Collection<Row> rows, List<String> sentences) {
    Columns<Row> columns =
        new Columns<Row>()
            .add("load", Row::load)
            .add("measure", row -> row.key().measure())
            .add("technology", row -> row.key().technology())
            .add("baseline", row -> row.key().baseline());
    for (String line : lines) {
      String name = name(line);
      columns
          .add(
              Heading.of(name)
                  .typed(Column.Type.NUMBER)
                  .meaning("the ratio on a line that is so shaped"),
              row -> Entry.of(ratio(row, line).value(), RATIO_DECIMALS, ""))
          .add(
              Heading.range(name + ", interval").meaning("the interval of that ratio"),
              row -> Entry.interval(ratio(row, line).interval(), RATIO_DECIMALS));
    }
    return columns
        .add("no difference shown from", row -> String.join("; ", row.fromOfEach(lines)))
        .table(Tables.words("lines").behind(sentences), rows);
  }

  private static Estimate ratio(Row row, String line) {
    return row.ratios().getOrDefault(line, Estimate.NOTHING);
  }

  private static List<String> sentences(List<String> lines, Collection<Row> rows) {
    List<String> found = new ArrayList<>();
    for (List<Row> ofLoad : Groups.of(rows.stream(), Row::load).values()) {
      for (Axis axis : Axis.values()) {
        for (List<String> group : axis.groups(lines)) {
          List<String> said = ofLoad.stream().flatMap(row -> row.sentence(group).stream()).toList();
          if (!said.isEmpty()) {
            found.add(
                "At %s, by the %s (%s), against %s: %s."
                    .formatted(
                        ofLoad.get(0).load(),
                        axis.label,
                        group.stream().map(LinesTable::name).collect(Collectors.joining("; ")),
                        ofLoad.get(0).key().baseline(),
                        String.join("; ", said)));
          }
        }
      }
    }
    return found;
  }

  private static String name(String line) {
    return line.isEmpty() ? AS_IT_IS : line;
  }

  private static double slowness(String line) {
    return DeclaredLine.parse(line)
        .map(each -> 1 / each.rateMbps().orElse(Double.POSITIVE_INFINITY))
        .orElse(0.0);
  }

  private static double length(String line) {
    return DeclaredLine.parse(line).map(each -> each.roundTripUs().orElse(0)).orElse(0.0);
  }
}
