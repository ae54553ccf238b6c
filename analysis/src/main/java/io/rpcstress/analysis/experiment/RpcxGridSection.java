package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.table.Paper;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.analysis.table.Tables;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.Point;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The RPCX paper: its tables 2 to 4 and its figures 8 to 10, as they were printed. Only where its
 * grid was measured: rpcx and one of the other two at two or more of its thread counts and request
 * counts.
 */
final class RpcxGridSection implements ExperimentSection {

  private static final Set<String> TECHNOLOGIES = Set.of("rpcx", "grpc", "openfeign");
  private static final int MIN_TECHNOLOGIES = 2;
  private static final int MIN_COUNTS = 2;

  @Override
  public String id() {
    return "rpcx-grid";
  }

  @Override
  public String title() {
    return "The RPCX paper’s grid";
  }

  @Override
  public List<String> notes(SweepData data) {
    return List.of(
        "Scientific Reports 2023, DOI 10.1038/s41598-023-39355-4. The paper measured the first seconds"
            + " of a JVM, with JDK 1.8 on two hosts of one CPU and a line of 1 Mbps: see"
            + " docs/experiments.md for what differs here.",
        "The cells of its tables 3 and 4 are images: "
            + Paper.NOT_PUBLISHED
            + " as text. The ranges over them are text, and stand in the last table.");
  }

  @Override
  public boolean isIn(SweepData data) {
    List<Point> points =
        data.cells().stream().map(Cell::point).filter(RpcxGridSection::isOfGrid).toList();
    return count(points, Point::technology) >= MIN_TECHNOLOGIES
        && points.stream().anyMatch(p -> p.technology().equals("rpcx"))
        && count(points, Point::threadNum) >= MIN_COUNTS
        && count(points, Point::requestNum) >= MIN_COUNTS;
  }

  private static boolean isOfGrid(Point point) {
    return TECHNOLOGIES.contains(point.technology())
        && point.variant().equals(Point.EXAMPLE)
        && point.dimensions().equals(Dimensions.NONE)
        && Paper.isOnGrid(point.threadNum(), point.requestNum());
  }

  private static long count(List<Point> points, Function<Point, Object> coordinate) {
    return points.stream().map(coordinate).distinct().count();
  }

  @Override
  public List<Table> tables(SweepData data) {
    return Tables.papers(data);
  }

  @Override
  public Set<String> figureGroups() {
    return Set.of("bars");
  }
}
