package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.SharedDimensions;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.Unknown;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.ServiceRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Several servers of one service, among which the client balances its calls: what each had. */
final class ServersTable {

  private static final int DECIMALS = 1;
  private static final double MICROS_PER_MILLI = 1_000;

  private ServersTable() {}

  /** Empty for a sweep with one server a technology. */
  static List<Table> of(SweepData data) {
    Map<Point, List<ServiceRow>> servers =
        data.services().stream()
            .filter(each -> each.rows().get(0).service().startsWith(ServiceRow.SERVER))
            .collect(Collectors.toMap(SweepData.Shares::point, SweepData.Shares::rows));
    List<Line> lines =
        Stream.of(data.cells(), data.steady(), data.open())
            .flatMap(List::stream)
            .flatMap(cell -> Line.of(cell, servers).stream())
            .toList();
    SharedDimensions names =
        SharedDimensions.of(lines.stream().map(line -> line.cell().point().dimensions()));
    return new Columns<Line>()
        .add("technology", line -> names.label(line.cell().series()))
        .add("threads", line -> line.cell().point().threadNum())
        .add("processes", line -> line.cell().processes().size())
        .addAll(OpenTables.LEFT_OUT, Line::cell)
        .add("server", Line::server)
        .add("calls", 0, Line::calls)
        .add("its share, %", DECIMALS, line -> 100 * line.calls() / line.allCalls())
        .add("CPU a call, us", DECIMALS, Line::cpuUs)
        .tableOfSome(Tables.words("servers").titled(names::title), lines);
  }

  /**
   * What one server had of a cell.
   *
   * @param allCalls what all of them had
   */
  private record Line(Cell cell, String server, List<ServiceRow> rows, double allCalls) {

    static List<Line> of(Cell cell, Map<Point, List<ServiceRow>> servers) {
      List<ServiceRow> rows =
          cell.numbers().processes().stream()
              .flatMap(process -> servers.getOrDefault(process.point(), List.of()).stream())
              .toList();
      double all = total(rows, ServiceRow::callsServed);
      Map<String, List<ServiceRow>> byServer =
          rows.stream()
              .collect(
                  Collectors.groupingBy(
                      ServiceRow::service, LinkedHashMap::new, Collectors.toList()));
      return byServer.entrySet().stream()
          .map(each -> new Line(cell, each.getKey(), each.getValue(), all))
          .toList();
    }

    private static double total(
        List<ServiceRow> rows, Function<ServiceRow, @Nullable Number> what) {
      return rows.stream().mapToDouble(row -> Unknown.orNaN(what.apply(row))).sum();
    }

    double calls() {
      return total(rows, ServiceRow::callsServed);
    }

    double cpuUs() {
      return total(rows, ServiceRow::cpuMs) * MICROS_PER_MILLI / calls();
    }
  }
}
