package io.rpcstress.analysis.model;

import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.Point;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The thread and request counts that the RPCX paper went through: 10, 20, 30, and so on. Only a
 * sweep of them has tables and figures that are numbered as the paper's.
 */
public final class PaperGrid {

  private static final Set<String> TECHNOLOGIES = Set.of("rpcx", "grpc", "openfeign");
  private static final int MIN_TECHNOLOGIES = 2;
  private static final int MIN_COUNTS = 2;

  /** From one thread or request count to the next. */
  private static final int STEP = 10;

  private static final int MAX_COUNT = 1_000;

  /**
   * Runtime of another by that of RPCX, the lowest and the highest (2.27 to 9.03): computed from
   * the two ranges that the paper states of time and of TPS, which agree.
   */
  public static final List<Double> TIME_RATIO = List.of(2.269, 9.028);

  private PaperGrid() {}

  /** Whether rpcx and another of the paper were measured at several of its counts. */
  public static boolean isIn(SweepData data) {
    List<Point> points = data.cells().stream().map(Cell::point).filter(PaperGrid::has).toList();
    return count(points, Point::technology) >= MIN_TECHNOLOGIES
        && points.stream().anyMatch(p -> p.technology().equals("rpcx"))
        && count(points, Point::threadNum) >= MIN_COUNTS
        && count(points, Point::requestNum) >= MIN_COUNTS;
  }

  private static boolean has(Point point) {
    return TECHNOLOGIES.contains(point.technology())
        && point.variant().equals(Point.EXAMPLE)
        && point.dimensions().equals(Dimensions.NONE)
        && isCount(point.threadNum())
        && isCount(point.requestNum());
  }

  private static boolean isCount(int count) {
    return count % STEP == 0 && count <= MAX_COUNT;
  }

  private static long count(List<Point> points, Function<Point, Object> coordinate) {
    return points.stream().map(coordinate).distinct().count();
  }
}
