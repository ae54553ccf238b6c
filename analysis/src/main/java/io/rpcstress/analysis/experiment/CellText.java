package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.Level;
import io.rpcstress.analysis.answer.Sample;
import io.rpcstress.analysis.flag.Flags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.table.Columns;
import io.rpcstress.analysis.table.Columns.Value;
import io.rpcstress.analysis.table.Heading;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.Point;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/** What the experiments' tables write of a cell, and how: a number that is unknown stays empty. */
final class CellText {

  private static final double MICROS_PER_MILLI = 1_000;

  private CellText() {}

  static final Columns<Cell> CPU =
      new Columns<Cell>()
          .add("client CPU, us", 0, Cell::clientCpuUs)
          .add("server CPU, us", 0, Cell::serverCpuUs);

  /** Which cell it is, of how many processes, and its rate with the rate's interval. */
  static Columns<Cell> ratePerClients(String payload, Value<Cell> of, String rate) {
    return new Columns<Cell>()
        .add(payload, of)
        .add("clients", cell -> cell.point().threadNum())
        .add("technology", CellText::technology)
        .add("processes", cell -> cell.valid().size())
        .addAll(estimate(rate), Estimate::callsPerSecond);
  }

  /** A number and its interval; empty without one. */
  static Columns<Estimate> estimate(String name) {
    return new Columns<Estimate>()
        .add(name, found -> PublishedTables.number(found.value()))
        .add(Heading.range("95 % interval"), PublishedTables::interval);
  }

  /** The same with what the interval is over. */
  static Columns<Estimate> ratio(String name) {
    return estimate(name).add("interval over", Estimate::over);
  }

  /** A cell's technology and, where a proxy carried its calls, the proxy. */
  static String technology(Cell cell) {
    Point point = cell.point();
    return point.directoryName()
        + (isProxied(point) ? " via " + point.dimensions().text(Dimension.PATH) : "");
  }

  static String payload(Point point) {
    return point.dimensions().text(Dimension.PAYLOAD);
  }

  static boolean isProxied(Point point) {
    return point.dimensions().has(Dimension.PATH);
  }

  static Point direct(Point point) {
    return point.with(Dimension.PATH, Dimension.PATH.defaultValue());
  }

  static Estimate ratioOfRates(Cell cell, Cell other) {
    return Sample.of(cell, ProcessRuns::callsPerSecond)
        .by(Sample.of(other, ProcessRuns::callsPerSecond), salt(cell));
  }

  static Estimate ratioOfP99(Cell cell, Cell other) {
    return Level.P99.response(cell).by(Level.P99.response(other), salt(cell));
  }

  private static int salt(Cell cell) {
    return Objects.hash(cell.point().directoryName(), cell.point().fileStem());
  }

  /** Why a cell's numbers are not compared; empty where they are. */
  static String caveat(Cell cell) {
    boolean counted = cell.is(LoadShape.COUNTED);
    Collection<String> flags =
        counted
            ? Flags.invalidating(cell)
            : cell.valid().isEmpty() ? cell.leftOut().keySet() : List.of();
    if (!flags.isEmpty()) {
      return "flagged " + String.join(", ", flags);
    }
    if (cell.callsFailed()) {
      return "calls failed";
    }
    return !cell.hasRate()
        ? "no call was answered"
        : counted && !cell.complete() ? "runs are missing" : "";
  }

  /** Processor time of the proxy or broker for a good call, us. */
  static double proxyCpuUs(Cell cell) {
    return cell.perCall(Run::proxyCpuUs);
  }

  static double meanMs(Cell cell) {
    return cell.latency().meanUs() / MICROS_PER_MILLI;
  }

  static double percentileMs(Cell cell, double level) {
    return cell.latency().at(level) / MICROS_PER_MILLI;
  }
}
