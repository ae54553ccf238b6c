package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.ProcessInterval;
import io.rpcstress.analysis.answer.Sample;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Interval;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Paths in timed loops: what a proxy between client and server costs in time and processor time,
 * beside the same calls without it.
 */
final class PathsSection implements ExperimentSection {

  private static final String ID = "paths";
  private static final double MICROS_PER_SECOND = 1e6;

  @Override
  public String id() {
    return ID;
  }

  @Override
  public String title() {
    return "Paths: what lies between client and server";
  }

  @Override
  public boolean isIn(SweepData data) {
    return data.steady().stream().anyMatch(cell -> CellText.isProxied(cell.point()));
  }

  @Override
  public List<String> notes(SweepData data) {
    return List.of(
        "The proxy runs on the server's host and shares its processors: where they are all busy, what"
            + " it takes is missing there. Time added is that of a call in this closed loop, where"
            + " more threads wait longer; a proxy's own share of it is its processor time.");
  }

  @Override
  public List<Table> tables(SweepData data) {
    Map<Point, Cell> direct = new HashMap<>();
    data.steady().stream()
        .filter(cell -> !CellText.isProxied(cell.point()))
        .forEach(cell -> direct.put(cell.point(), cell));
    List<List<String>> rows = new ArrayList<>();
    for (Cell cell : data.steady()) {
      if (CellText.isProxied(cell.point())) {
        rows.add(row(cell, direct.get(CellText.direct(cell.point()))));
      }
    }
    return List.of(
        new Table(
            ID + "-cost",
            "Calls through a proxy, relative to those without it",
            List.of(
                "technology",
                "path",
                "operation",
                "payload",
                "threads",
                "processes",
                "ratio of rates to direct",
                "95 % interval",
                "interval over",
                "time added a call, us",
                "client CPU, us",
                "server CPU, us",
                "proxy CPU, us",
                "server CPU direct, us",
                "caveat"),
            rows,
            List.of(
                "A ratio is the rate through the proxy divided by that without it, in this sweep; below 1 the"
                    + " proxy costs time. Processor time is that of a good call; where it is empty, it"
                    + " was not reported.")));
  }

  @Override
  public Set<String> figureGroups() {
    return Set.of();
  }

  private static List<String> row(Cell cell, @Nullable Cell direct) {
    Point point = cell.point();
    String caveat = CellText.caveat(cell);
    if (caveat.isEmpty()) {
      caveat = direct == null ? "not measured directly" : CellText.caveat(direct);
    }
    Estimate ratio = direct == null || !caveat.isEmpty() ? null : ratio(cell, direct);
    Interval interval = ratio == null ? null : ratio.interval();
    return List.of(
        point.directoryName(),
        point.dimensions().text(Dimension.PATH),
        point.operation(),
        CellText.payload(point),
        Integer.toString(point.threadNum()),
        Integer.toString(cell.valid().size()),
        interval == null ? "" : PublishedTables.number(interval.value()),
        interval == null ? "" : PublishedTables.interval(interval),
        ratio == null || !ratio.interval().isKnown() ? "" : ratio.unit().label(),
        direct == null || ratio == null ? "" : CellText.whole(added(direct, ratio)),
        CellText.whole(cell.clientCpuUs()),
        CellText.whole(cell.serverCpuUs()),
        CellText.whole(CellText.proxyCpuUs(cell)),
        direct == null ? "" : CellText.whole(direct.serverCpuUs()),
        caveat);
  }

  private static Estimate ratio(Cell cell, Cell direct) {
    return Sample.of(cell, ProcessRuns::callsPerSecond)
        .by(
            Sample.of(direct, ProcessRuns::callsPerSecond),
            Objects.hash(cell.point().directoryName(), cell.point().fileStem()));
  }

  /**
   * How much longer a call took, us, by the mean that the ratio is of: as many calls as threads are
   * under way.
   */
  private static double added(Cell direct, Estimate ratio) {
    double rate =
        ProcessInterval.callsPerSecond(direct)
            .map(found -> found.interval().value())
            .orElse(Double.NaN);
    Point point = direct.point();
    double micros = MICROS_PER_SECOND * point.mostUnderWay() * point.clients() / rate;
    return micros / ratio.interval().value() - micros;
  }
}
