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
import org.jspecify.annotations.Nullable;

/**
 * Paths in timed loops: what a proxy between client and server costs in time and processor time,
 * beside the same calls without it.
 */
final class PathsSection extends ExperimentSection {

  private static final double MICROS_PER_SECOND = 1e6;

  PathsSection() {
    super("paths");
  }

  @Override
  boolean isIn(SweepData data) {
    return data.steady().stream().anyMatch(cell -> CellText.isProxied(cell.point()));
  }

  @Override
  public List<Table> tables(SweepData data) {
    Map<Point, Cell> direct = new HashMap<>();
    data.steady().stream()
        .filter(cell -> !CellText.isProxied(cell.point()))
        .forEach(cell -> direct.put(cell.point(), cell));
    List<Proxied> rows =
        data.steady().stream()
            .filter(cell -> CellText.isProxied(cell.point()))
            .map(cell -> new Proxied(cell, direct.get(CellText.direct(cell.point()))))
            .toList();
    return List.of(
        new Columns<Proxied>()
            .add("technology", row -> row.cell().point().directoryName())
            .add("path", row -> row.cell().point().dimensions().text(Dimension.PATH))
            .add("operation", row -> row.cell().point().operation())
            .add("payload", row -> CellText.payload(row.cell().point()))
            .add("threads", row -> row.cell().point().threadNum())
            .add("processes", row -> row.cell().valid().size())
            .addAll(CellText.ratio("ratio of rates to direct"), Proxied::ratio)
            .add("time added a call, us", 0, Proxied::added)
            .addAll(CellText.CPU, Proxied::cell)
            .add("proxy CPU, us", 0, row -> CellText.proxyCpuUs(row.cell()))
            .add("server CPU direct, us", 0, Proxied::directServerCpu)
            .add("caveat", Proxied::caveat)
            .details("interval over", "server CPU direct, us")
            .table(words("paths-cost"), rows));
  }

  /** A cell through a proxy, and the same calls without it where they were measured. */
  private record Proxied(Cell cell, @Nullable Cell direct) {

    String caveat() {
      String own = CellText.caveat(cell);
      return !own.isEmpty()
          ? own
          : direct == null ? "not measured directly" : CellText.caveat(direct);
    }

    Estimate ratio() {
      return direct == null || !caveat().isEmpty()
          ? Estimate.NOTHING
          : CellText.ratioOfRates(cell, direct);
    }

    double added() {
      return direct == null ? Double.NaN : PathsSection.added(direct, ratio());
    }

    double directServerCpu() {
      return direct == null ? Double.NaN : direct.serverCpuUs();
    }
  }

  /**
   * How much longer a call took, us, by the mean that the ratio is of: as many calls as threads are
   * under way.
   */
  private static double added(Cell direct, Estimate ratio) {
    double rate = Estimate.callsPerSecond(direct).value();
    Point point = direct.point();
    double micros = MICROS_PER_SECOND * point.mostUnderWay() * point.clients() / rate;
    return micros / ratio.value() - micros;
  }
}
