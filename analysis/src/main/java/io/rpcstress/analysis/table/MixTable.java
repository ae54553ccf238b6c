package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Groups;
import io.rpcstress.analysis.model.Percentiles;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.SharedDimensions;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.Unknown;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.PartRow;
import io.rpcstress.measure.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Calls that carry a mix of messages: what each of its parts had, and all together. */
final class MixTable {

  private static final String ALL = "all";
  private static final int DECIMALS = 1;

  private MixTable() {}

  /** Empty for a sweep without a mix, and where its files are not there. */
  static List<Table> of(SweepData data) {
    List<Line> lines =
        Stream.concat(data.steady().stream(), data.open().stream())
            .flatMap(cell -> Line.of(cell, data.parts()).stream())
            .toList();
    SharedDimensions names =
        SharedDimensions.of(lines.stream().map(line -> line.cell().point().dimensions()));
    boolean open = lines.stream().anyMatch(line -> line.cell().is(LoadShape.OPEN));
    boolean areSomeLacking = lines.stream().anyMatch(line -> line.lacking() > 0);
    return new Columns<Line>()
        .add("technology", line -> names.label(line.cell().series()))
        .add("threads", line -> line.cell().point().threadNum())
        .addIf(
            open,
            columns ->
                columns
                    .add("shape", line -> line.offered(each -> each.shape().label()))
                    .add("rate, calls/s", line -> line.offered(each -> each.rate())))
        .add("processes", line -> line.cell().processes().size())
        .addAll(OpenTables.LEFT_OUT, Line::cell)
        .addIf(areSomeLacking, columns -> columns.add("without parts", Line::lacking))
        .add("part", Line::part)
        .add("ok", Line::ok)
        .add("not ok", Line::notOk)
        .add("p50, us", DECIMALS, line -> line.mean(Latency::p50Us))
        .add("p90, us", DECIMALS, line -> line.mean(Latency::p90Us))
        .add("p99, us", DECIMALS, line -> line.mean(Latency::p99Us))
        .add("p99.9, us", DECIMALS, line -> line.mean(Latency::p999Us))
        .add("max, us", DECIMALS, Line::max)
        .tableOfSome(
            Tables.words("mix").titled(names::title).when("lacking", areSomeLacking), lines);
  }

  /**
   * What one part, or all, had of a cell: of the same processes.
   *
   * @param lacking how many processes that count are in no row, since their parts are not there
   * @param latencies of each process, or of all together
   */
  private record Line(
      Cell cell, int lacking, String part, long ok, long notOk, List<Latency> latencies) {

    static List<Line> of(Cell cell, Map<Point, List<PartRow>> parts) {
      Cell shown = cell.numbers();
      List<ProcessRuns> processes =
          shown.processes().stream().filter(each -> parts.containsKey(each.point())).toList();
      int lacking = shown.processes().size() - processes.size();
      Map<String, List<PartRow>> byPart =
          Groups.of(
              processes.stream()
                  .flatMap(each -> parts.getOrDefault(each.point(), List.of()).stream()),
              PartRow::part);
      if (byPart.isEmpty()) {
        return List.of();
      }
      List<Line> lines = new ArrayList<>();
      byPart.forEach(
          (part, rows) ->
              lines.add(
                  new Line(
                      cell,
                      lacking,
                      part,
                      rows.stream().mapToLong(PartRow::callsOk).sum(),
                      rows.stream().mapToLong(PartRow::callsNotOk).sum(),
                      rows.stream().map(PartRow::latency).toList())));
      lines.add(
          new Line(
              cell,
              lacking,
              ALL,
              processes.stream().mapToLong(ProcessRuns::callsOk).sum(),
              processes.stream().mapToLong(ProcessRuns::callsNotOk).sum(),
              cell.is(LoadShape.OPEN)
                  ? processes.stream().map(each -> each.offered().response()).toList()
                  : lacking == 0 ? List.of(together(shown.latency())) : List.of()));
      return lines;
    }

    private static Latency together(Percentiles all) {
      return new Latency(all.at(50), all.at(90), all.at(99), all.at(99.9), all.maxUs());
    }

    @Nullable Object offered(Function<OfferedLoad, Object> what) {
      OfferedLoad offered = cell.point().offered();
      return offered == null ? null : what.apply(offered);
    }

    double mean(Function<Latency, @Nullable Double> what) {
      return values(what).average().orElse(Double.NaN);
    }

    double max() {
      return values(Latency::maxUs).max().orElse(Double.NaN);
    }

    private DoubleStream values(Function<Latency, @Nullable Double> what) {
      return latencies.stream().mapToDouble(each -> Unknown.orNaN(what.apply(each)));
    }
  }
}
