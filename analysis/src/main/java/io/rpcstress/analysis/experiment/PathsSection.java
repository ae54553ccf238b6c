package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.table.Columns;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Point;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Paths in timed loops: what a proxy between client and server costs in time and processor time,
 * beside the same calls without it.
 */
final class PathsSection {

  static final ExperimentSection SECTION =
      ExperimentSection.of("paths", PathsSection::isIn, PathsSection::tables);

  private static final double MICROS_PER_SECOND = 1e6;

  private PathsSection() {}

  private static boolean isIn(SweepData data) {
    return data.steady().stream().anyMatch(cell -> CellText.isProxied(cell.point()));
  }

  private static List<Table> tables(SweepData data) {
    Map<Point, Cell> direct = new HashMap<>();
    data.steady().stream()
        .filter(cell -> !CellText.isProxied(cell.point()))
        .forEach(cell -> direct.put(cell.point(), cell));
    List<Compared> rows =
        data.steady().stream()
            .filter(cell -> CellText.isProxied(cell.point()))
            .map(
                cell ->
                    new Compared(
                        cell,
                        direct.get(CellText.direct(cell.point())),
                        "not measured directly",
                        ""))
            .toList();
    return List.of(
        new Columns<Compared>()
            .add("technology", row -> row.cell().point().directoryName())
            .add("path", row -> row.cell().point().dimensions().text(Dimension.PATH))
            .add("operation", row -> row.cell().point().operation())
            .add("payload", row -> CellText.payload(row.cell().point()))
            .add("threads", row -> row.cell().point().threadNum())
            .add("processes", row -> row.cell().valid().size())
            .addAll(CellText.ratio("ratio of rates to direct"), PathsSection::ratio)
            .add("time added a call, us", 0, PathsSection::added)
            .addAll(CellText.CPU, Compared::cell)
            .add("proxy CPU, us", 0, row -> CellText.proxyCpuUs(row.cell()))
            .add("server CPU direct, us", 0, PathsSection::directServerCpu)
            .add("caveat", Compared::caveat)
            .table(ExperimentSection.words("paths-cost"), rows));
  }

  private static Estimate ratio(Compared row) {
    return row.ratio(CellText::ratioOfRates);
  }

  private static double directServerCpu(Compared row) {
    Cell direct = row.plain();
    return direct == null ? Double.NaN : direct.serverCpuUs();
  }

  /**
   * How much longer a call took, us, by the mean that the ratio is of: as many calls as threads are
   * under way.
   */
  private static double added(Compared row) {
    Cell direct = row.plain();
    if (direct == null) {
      return Double.NaN;
    }
    double rate = Estimate.callsPerSecond(direct).value();
    Point point = direct.point();
    double micros = MICROS_PER_SECOND * point.mostUnderWay() * point.clients() / rate;
    return micros / ratio(row).value() - micros;
  }
}
