package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Point;
import java.util.Locale;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the experiments' tables write of a cell, and how: a number that is unknown stays empty. */
final class CellText {

  private static final double MICROS_PER_MILLI = 1_000;

  private CellText() {}

  /** A cell's technology and, where a proxy carried its calls, the proxy. */
  static String technology(Cell cell) {
    Point point = cell.point();
    return point.directoryName()
        + (isProxied(point) ? " via " + point.dimensions().text(Dimension.PATH) : "");
  }

  /** What the calls of a point carried, as options spell it. */
  static String payload(Point point) {
    return point.dimensions().text(Dimension.PAYLOAD);
  }

  /** Whether a proxy carried a point's calls. */
  static boolean isProxied(Point point) {
    return point.dimensions().has(Dimension.PATH);
  }

  /** The same point without a proxy. */
  static Point direct(Point point) {
    return point.with(Dimension.PATH, Dimension.PATH.defaultValue());
  }

  /** Why a cell's numbers are not compared; empty where they are. */
  static String caveat(Cell cell) {
    if (cell.valid().isEmpty()) {
      return "flagged " + String.join(", ", new TreeSet<>(cell.leftOut().keySet()));
    }
    return cell.callsFailed() ? "calls failed" : cell.hasRate() ? "" : "no call was answered";
  }

  /** Processor time of the proxy or broker for a good call, us; null where it was not told. */
  static @Nullable Double proxyCpuUs(Cell cell) {
    return cell.perCall(Run::proxyCpuUs);
  }

  static @Nullable Double millis(@Nullable Double micros) {
    return micros == null ? null : (Double) (micros / MICROS_PER_MILLI);
  }

  static String whole(@Nullable Double value) {
    return rounded(value, 0);
  }

  static String twoDigits(@Nullable Double value) {
    return rounded(value, 2);
  }

  static String threeDigits(@Nullable Double value) {
    return rounded(value, 3);
  }

  private static String rounded(@Nullable Double value, int digits) {
    return value == null ? "" : String.format(Locale.ROOT, "%." + digits + "f", value);
  }
}
