package io.rpcstress.analysis.explain;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.record.CalibrationRecord;
import io.rpcstress.measure.record.SweepFile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The floors below every technology: what bare sockets do on the same two hosts. From the
 * calibration in sweep.json where it has one, else from the sweep's own rows of {@link Series#TCP}.
 * Immutable.
 */
public final class Floors {

  private final List<Floor> calibrated;
  private final Map<Point, List<Floor>> measured;
  private final OptionalDouble nullCpuNsPerCall;

  /**
   * One floor.
   *
   * @param label what it is: {@code calibrated per-thread}, or the series of the sweep
   * @param threads that made the calls
   * @param callsPerSecond good calls a second
   * @param low the lowest that the calibration saw; empty where unknown
   * @param high the highest that it saw
   * @param clientCpuUsPerCall empty where unknown
   * @param serverCpuUsPerCall empty where unknown
   * @param measured the sweep's own cell that it is; null where it was calibrated
   */
  public record Floor(
      String label,
      int threads,
      double callsPerSecond,
      OptionalDouble low,
      OptionalDouble high,
      OptionalDouble clientCpuUsPerCall,
      OptionalDouble serverCpuUsPerCall,
      @Nullable Cell measured) {}

  private Floors(
      List<Floor> calibrated, Map<Point, List<Floor>> measured, OptionalDouble nullCpuNsPerCall) {
    this.calibrated = List.copyOf(calibrated);
    this.measured = Map.copyOf(measured);
    this.nullCpuNsPerCall = nullCpuNsPerCall;
  }

  /** The floors of a sweep. */
  public static Floors of(SweepData data) {
    Map<Point, List<Floor>> measured =
        data.series().stream()
            .filter(s -> s.technology().equals(Series.TCP))
            .flatMap(
                s -> {
                  HostPair hosts = HostPair.of(data.sweep(), s.name());
                  return data.of(s).stream()
                      .map(c -> Map.entry(place(c.point()), floor(s, c, hosts)));
                })
            .collect(
                Collectors.groupingBy(
                    Map.Entry::getKey,
                    Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
    return new Floors(
        calibrated(data.sweep()),
        measured,
        optional(CalibrationRecord.nullCpuNs(data.sweep().values(SweepFile.CALIBRATION))));
  }

  /** Whether there is any. */
  public boolean isEmpty() {
    return calibrated.isEmpty() && measured.isEmpty();
  }

  /**
   * What the harness alone costs: processor time of a call that goes nowhere, ns; empty where it
   * was not calibrated.
   */
  public OptionalDouble nullCpuNsPerCall() {
    return nullCpuNsPerCall;
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
    Function<Floor, Double> distance =
        f -> Math.abs(StrictMath.log(f.threads() / (double) threads));
    double least = calibrated.stream().map(distance).min(Double::compare).orElse(0.0);
    int count =
        calibrated.stream()
            .filter(f -> distance.apply(f) == least)
            .mapToInt(Floor::threads)
            .min()
            .orElse(0);
    return calibrated.stream().filter(f -> f.threads() == count);
  }

  private static List<Floor> calibrated(Sweep sweep) {
    List<Floor> floors = new ArrayList<>();
    for (CalibrationRecord.Floor each :
        CalibrationRecord.floors(sweep.values(SweepFile.CALIBRATION))) {
      Double rate = each.callsPerSecond().median();
      if (rate != null) {
        floors.add(
            new Floor(
                "calibrated " + each.kind(),
                each.threads(),
                rate,
                optional(each.callsPerSecond().low()),
                optional(each.callsPerSecond().high()),
                optional(each.clientCpuUs()),
                optional(each.serverCpuUs()),
                null));
      }
    }
    return floors;
  }

  private static Floor floor(Series series, Cell cell, HostPair hosts) {
    return new Floor(
        series.label(),
        cell.point().threadNum(),
        cell.callsPerSecond(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        optional(Explanation.clientCpuUs(cell, hosts)),
        optional(Explanation.serverCpuUs(cell, hosts)),
        cell);
  }

  private static OptionalDouble optional(@Nullable Double value) {
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /** The point without its technology. */
  private static Point place(Point p) {
    return p.of("any", Point.EXAMPLE);
  }
}
