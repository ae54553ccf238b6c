package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.answer.FaultEffect;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SharedDimensions;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.table.Columns;
import io.rpcstress.analysis.table.Entry;
import io.rpcstress.analysis.table.Heading;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Point;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.apache.commons.statistics.descriptive.Median;

/** Open loops under a fault: what became of their calls, and when they went on as before. */
final class FaultsSection {

  static final ExperimentSection SECTION =
      ExperimentSection.of("faults", data -> !data.underFaults().isEmpty(), FaultsSection::tables);

  private FaultsSection() {}

  private static List<Table> tables(SweepData data) {
    SharedDimensions names =
        SharedDimensions.of(
            data.underFaults().stream().map(cell -> plain(cell.point()).dimensions()));
    List<Row> rows =
        FaultEffect.all(data).entrySet().stream()
            .map(each -> new Row(each.getKey(), each.getValue()))
            .toList();
    Columns<Row> columns =
        new Columns<Row>()
            .add("technology", row -> names.label(Series.of(plain(row.cell().point()))))
            .add("fault", row -> row.cell().point().dimensions().text(Dimension.FAULT))
            .add("rate, calls/s", row -> row.cell().offered().rate())
            .add("processes", row -> row.effects().size());
    spread(columns, "calls not ok", 0, FaultEffect::notOk);
    columns.add("how they failed", Row::kinds);
    spread(columns, "ran unanswered", 0, FaultEffect::ranUnanswered);
    spread(columns, "ran twice", 0, FaultEffect::ranTwice);
    columns.add("counted", Row::counted);
    spread(columns, "away, s", 1, FaultEffect::awaySeconds);
    spread(columns, "silent, s", 1, FaultEffect::silentSeconds);
    spread(columns, "back after, s", 1, FaultEffect::backSeconds);
    return List.of(
        columns
            .add("not back", Row::notBack)
            .table(ExperimentSection.words("faults-behaviour").titled(names::title), rows));
  }

  /** The same point without its fault, which has a column of its own. */
  private static Point plain(Point point) {
    return point.with(Dimension.FAULT, Dimension.FAULT.defaultValue());
  }

  /** Two columns: the median over processes, and their range. */
  private static void spread(
      Columns<Row> columns, String name, int decimals, ToDoubleFunction<FaultEffect> of) {
    columns
        .add(name, decimals, row -> row.median(of))
        .add(Heading.range("over processes", name), row -> row.range(of, decimals));
  }

  private record Row(Cell cell, List<FaultEffect> effects) {

    private double[] sorted(ToDoubleFunction<FaultEffect> of) {
      return effects.stream()
          .mapToDouble(of)
          .filter(each -> !Double.isNaN(each))
          .sorted()
          .toArray();
    }

    /** No number where no process has one. */
    double median(ToDoubleFunction<FaultEffect> of) {
      double[] sorted = sorted(of);
      return sorted.length == 0 ? Double.NaN : Median.withDefaults().evaluate(sorted);
    }

    Entry range(ToDoubleFunction<FaultEffect> of, int decimals) {
      double[] sorted = sorted(of);
      return sorted.length < 2
          ? Entry.EMPTY
          : Entry.range(sorted[0], sorted[sorted.length - 1], decimals);
    }

    String kinds() {
      TreeSet<String> all = new TreeSet<>();
      effects.forEach(each -> all.addAll(each.kinds().keySet()));
      return all.stream()
          .map(
              kind ->
                  "%s %.0f".formatted(kind, median(each -> each.kinds().getOrDefault(kind, 0L))))
          .collect(Collectors.joining(", "));
    }

    String counted() {
      return effects.stream()
          .map(each -> each.counted().label())
          .filter(each -> !each.isEmpty())
          .distinct()
          .collect(Collectors.joining(", "));
    }

    long notBack() {
      return effects.stream().filter(FaultEffect::isNotBack).count();
    }
  }
}
