package io.rpcstress.analysis.explain;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.Unknown;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.record.CalibrationRecord;
import io.rpcstress.measure.record.SweepFile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The floors below every technology: what bare sockets do on the same two hosts. From the
 * calibration in sweep.json where it has one, else from the sweep's own rows of {@link Series#TCP}.
 * Immutable.
 *
 * @param calibrated those of the calibration, before the sweep
 * @param measured the sweep's own, by their point without its technology
 * @param nullCpuNsPerCall what the harness alone costs: processor time of a call that goes nowhere,
 *     ns; no number where it was not calibrated
 */
public record Floors(
    List<Floor> calibrated, Map<Point, List<Floor>> measured, double nullCpuNsPerCall) {

  /**
   * One floor.
   *
   * @param label what it is: {@code calibrated per-thread}, or the series of the sweep
   * @param measured the sweep's own cell that it is; null where it was calibrated
   */
  public record Floor(
      String label,
      int threads,
      double callsPerSecond,
      double low,
      double high,
      double clientCpuUsPerCall,
      double serverCpuUsPerCall,
      @Nullable Cell measured) {}

  public static Floors of(SweepData data) {
    Map<String, String> calibration = data.sweep().values(SweepFile.CALIBRATION);
    return new Floors(
        calibrated(calibration),
        data.cells().stream()
            .filter(cell -> cell.point().technology().equals(Series.TCP))
            .collect(
                Collectors.groupingBy(
                    cell -> place(cell.point()),
                    Collectors.mapping(Floors::floor, Collectors.toList()))),
        Unknown.orNaN(CalibrationRecord.nullCpuNs(calibration)));
  }

  /** The better floor: calibrated at the nearest thread count, else of the sweep at this point. */
  public Optional<Floor> at(Point point) {
    Stream<Floor> there =
        calibrated.isEmpty()
            ? measured.getOrDefault(place(point), List.of()).stream()
            : nearest(point.threadNum());
    return there.max(Comparator.comparingDouble(Floor::callsPerSecond));
  }

  /** By factor, since that is how thread counts differ: from 30 it is as far to 10 as to 90. */
  private Stream<Floor> nearest(int threads) {
    int nearest =
        calibrated.stream()
            .map(Floor::threads)
            .min(
                Comparator.comparingDouble(
                        (Integer count) -> Math.abs(StrictMath.log(count / (double) threads)))
                    .thenComparingInt(count -> count))
            .orElse(0);
    return calibrated.stream().filter(f -> f.threads() == nearest);
  }

  private static List<Floor> calibrated(Map<String, String> calibration) {
    List<Floor> floors = new ArrayList<>();
    for (CalibrationRecord.Floor each : CalibrationRecord.floors(calibration)) {
      Double rate = each.callsPerSecond().median();
      if (rate != null) {
        floors.add(
            new Floor(
                "calibrated " + each.kind(),
                each.threads(),
                rate,
                Unknown.orNaN(each.callsPerSecond().low()),
                Unknown.orNaN(each.callsPerSecond().high()),
                Unknown.orNaN(each.clientCpuUs()),
                Unknown.orNaN(each.serverCpuUs()),
                null));
      }
    }
    return floors;
  }

  private static Floor floor(Cell cell) {
    return new Floor(
        cell.series().label(),
        cell.point().threadNum(),
        cell.callsPerSecond(),
        Double.NaN,
        Double.NaN,
        Explanation.clientCpuUs(cell),
        Explanation.serverCpuUs(cell),
        cell);
  }

  private static Point place(Point p) {
    return p.of("any", Point.EXAMPLE);
  }
}
