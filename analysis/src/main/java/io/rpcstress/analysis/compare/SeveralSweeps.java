package io.rpcstress.analysis.compare;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.Level;
import io.rpcstress.analysis.answer.Overview.Scope;
import io.rpcstress.analysis.answer.Pair;
import io.rpcstress.analysis.answer.Verdicts;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.Words;
import io.rpcstress.analysis.table.Columns;
import io.rpcstress.analysis.table.Entry;
import io.rpcstress.analysis.table.Heading;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.RandomEffects;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Sweeps of the same points on other days or machines: each pair's ratio in all of them that had
 * the same line.
 */
public final class SeveralSweeps {

  private static final int DECIMALS = 3;

  private SeveralSweeps() {}

  /** What makes two ratios the same one: points at the same load, and what is measured there. */
  private record Key(Point point, Point reference, String measured, String line) {}

  private record Row(Key key, String baseline, String measured, Map<Integer, Estimate> ratios) {

    private List<Interval> intervals() {
      return ratios.values().stream()
          .filter(each -> each.unit().judges() && each.interval().isKnown())
          .map(Estimate::interval)
          .toList();
    }

    private List<Double> ratiosAlone() {
      return ratios.values().stream().map(Estimate::value).filter(value -> value > 0).toList();
    }

    /** Else each ratio is one value, so that one better sweep takes no range away. */
    private boolean hasIntervals() {
      return intervals().size() >= RandomEffects.MIN_SWEEPS;
    }

    int combined() {
      return hasIntervals() ? intervals().size() : ratiosAlone().size();
    }

    Interval next() {
      if (combined() == 0) {
        return Interval.unknown(Double.NaN);
      }
      return hasIntervals()
          ? RandomEffects.next(intervals())
          : RandomEffects.nextOfRatios(ratiosAlone());
    }
  }

  public static Table of(List<SweepData> sweeps) {
    Map<Key, Row> rows = new LinkedHashMap<>();
    for (int i = 0; i < sweeps.size(); i++) {
      SweepData data = sweeps.get(i);
      Verdicts verdicts = Verdicts.single(data);
      for (LoadShape shape : List.of(LoadShape.TIMED, LoadShape.COUNTED, LoadShape.OPEN)) {
        String measured = measured(shape, data);
        for (Pair pair : verdicts.of(shape)) {
          Key key =
              new Key(
                  pair.point(),
                  pair.reference().point(),
                  shape == LoadShape.OPEN ? measured : "",
                  data.sweep().line());
          rows.computeIfAbsent(key, k -> new Row(k, pair.baseline(), measured, new TreeMap<>()))
              .ratios()
              .put(i, pair.ratio());
        }
      }
    }
    Columns<Row> columns =
        new Columns<Row>()
            .add("load", row -> row.key().point())
            .addIf(
                rows.keySet().stream().anyMatch(key -> !key.line().isEmpty()),
                all -> all.add("line", row -> row.key().line()))
            .add("baseline", Row::baseline)
            .add("measured", Row::measured);
    for (int i = 0; i < sweeps.size(); i++) {
      int at = i;
      columns.add(
          (i + 1) + ": " + sweeps.get(i).sweep().name(),
          DECIMALS,
          row -> Optional.ofNullable(row.ratios().get(at)).map(each -> each.interval().value()));
    }
    return columns
        .add(
            Heading.counts("sweeps", "of", "of"),
            row -> Entry.both(row.combined(), row.ratios().size()))
        .add("combined", DECIMALS, row -> row.next().value())
        .interval("next sweep", DECIMALS, Row::next)
        .table(
            Words.of(SeveralSweeps.class, "sweeps").with("least", RandomEffects.MIN_SWEEPS),
            rows.values().stream()
                .filter(row -> row.ratios().size() > 1)
                .sorted(Comparator.comparing(row -> row.key().point().toString()))
                .toList());
  }

  /** What is said of sweeps of which no two have a pair in common. */
  public static String nothingInCommon(List<SweepData> sweeps) {
    String apart = "These sweeps have no comparison in common, so each has an answer of its own.";
    if (sweeps.stream().map(SeveralSweeps::names).distinct().count() == 1) {
      return apart + " They are of different loads.";
    }
    return sweeps.stream()
        .flatMap(each -> names(each).stream())
        .distinct()
        .collect(
            Collectors.joining(
                ", ",
                apart + " To compare ",
                ", measure them in one sweep, at one load: numbers of different times can differ"
                    + " by more than an interval."));
  }

  private static Set<String> names(SweepData sweep) {
    return sweep.measured().stream()
        .map(Series::name)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static String measured(LoadShape shape, SweepData data) {
    return switch (shape) {
      case TIMED -> Scope.of(data, LoadShape.TIMED).labelWithin() + ", time of a call";
      case COUNTED -> "time of a run";
      case OPEN -> Level.of(data).label();
    };
  }
}
