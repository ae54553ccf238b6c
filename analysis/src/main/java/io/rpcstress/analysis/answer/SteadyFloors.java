package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.flag.Flags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.Unknown;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.TimedLoad;
import io.rpcstress.measure.record.CalibrationRecord;
import io.rpcstress.measure.record.CalibrationRecord.Warmth;
import io.rpcstress.measure.record.SweepFile;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Nested;
import io.rpcstress.measure.statistics.Withheld;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * The floors below a sweep's timed loops, each at the load that it was measured at: the sweep's own
 * rows of {@link Series#TCP}, and what its calibration measured in the same loop. Of rows only
 * processes that no flag leaves out have a number. Immutable.
 */
public final class SteadyFloors {

  /** Windows end a little later than asked for. */
  private static final double SAME_LENGTH = 0.05;

  private static final double MILLIS_PER_SECOND = 1_000;

  private final SweepData data;
  private final Map<Point, List<Cell>> rows;
  private final List<CalibrationRecord.Floor> calibrated;
  private final List<String> calibrationFlags;

  private SteadyFloors(SweepData data) {
    this.data = data;
    this.rows =
        data.steady().stream()
            .filter(SteadyFloors::isFloor)
            .collect(Collectors.groupingBy(cell -> place(cell.point())));
    Map<String, String> calibration = data.sweep().values(SweepFile.CALIBRATION);
    this.calibrated = CalibrationRecord.floors(calibration);
    this.calibrationFlags =
        CalibrationRecord.flags(calibration).stream().filter(Flags::invalidates).toList();
  }

  public static SteadyFloors of(SweepData data) {
    return new SteadyFloors(data);
  }

  private static boolean isFloor(Cell cell) {
    return cell.point().technology().equals(Series.TCP);
  }

  /**
   * The best floor at the load of a cell: of the sweep's own rows where they have a number, else of
   * the calibration.
   */
  private Optional<SteadyFloor> at(Cell cell) {
    Comparator<SteadyFloor> byRate = Comparator.comparingDouble(SteadyFloor::callsPerSecond);
    return beside(cell).stream()
        .filter(each -> against(each).isEmpty())
        .flatMap(each -> ofRows(each).stream())
        .max(byRate)
        .or(
            () ->
                calibratedAt(cell).stream()
                    .filter(each -> against(each, cell).isEmpty())
                    .flatMap(each -> ofCalibration(each).stream())
                    .max(byRate));
  }

  /** Why the floors at the load of a cell have no number; empty where there is none at all. */
  private List<String> without(Cell cell) {
    List<String> reasons = new ArrayList<>();
    for (Cell each : beside(cell)) {
      against(each).forEach(why -> reasons.add(label(each) + ": " + why));
    }
    calibratedAt(cell).stream()
        .flatMap(each -> against(each, cell).stream())
        .distinct()
        .forEach(reasons::add);
    return reasons;
  }

  /** Every point of timed loops beside which there is a floor, with a number or without. */
  public List<SteadyCeiling> ceilings() {
    List<SteadyCeiling> all = new ArrayList<>();
    for (Cell cell : data.steady()) {
      Optional<SteadyFloor> floor = at(cell);
      List<String> without = without(cell);
      if (floor.isPresent() || !without.isEmpty()) {
        List<String> against = against(cell);
        all.add(
            SteadyCeiling.of(
                cell, floor, against.isEmpty() && floor.isEmpty() ? without : against));
      }
    }
    return all;
  }

  /** Why a cell of timed loops has no number that a ceiling could be made of. */
  private static List<String> against(Cell cell) {
    if (!cell.steadyIsShown()) {
      return List.of(Withheld.steadyIsAssumed(""));
    }
    if (cell.hasRate()) {
      return List.of();
    }
    String causes = String.join(", ", cell.leftOut().keySet());
    return List.of(
        cell.valid().isEmpty()
            ? "no process is left (left out by " + causes + ")"
            : "a process has no good call");
  }

  private List<Cell> beside(Cell cell) {
    return rows.getOrDefault(place(cell.point()), List.of());
  }

  private List<CalibrationRecord.Floor> calibratedAt(Cell cell) {
    return calibrated.stream()
        .filter(each -> each.threads() == cell.point().threadNum())
        .filter(each -> ofCalibration(each).isPresent())
        .toList();
  }

  /** Why a calibrated floor says nothing of the load of a cell at the same threads. */
  private List<String> against(CalibrationRecord.Floor floor, Cell cell) {
    return differing(floor, cell).stream().map("the calibration: "::concat).toList();
  }

  private List<String> differing(CalibrationRecord.Floor floor, Cell cell) {
    TimedLoad load = cell.point().timed();
    Warmth warmth = floor.warmth();
    if (load == null || warmth == null || !warmth.loop().equals(Warmth.TIMED)) {
      return List.of("it was not measured in the sweep's timed loop");
    }
    if (!cell.point().dimensions().equals(Point.dimensionsOf(load))) {
      return List.of("it made calls of another load");
    }
    List<String> reasons = new ArrayList<>();
    Duration windows = load.window().multipliedBy(load.windows());
    if (!lasts(warmth.measuredSeconds(), windows)) {
      reasons.add("its windows were others");
    }
    Duration cap = load.warmupCap();
    Double warm = warmth.warmSeconds();
    if (cap == null
        || warm == null
        || warm * MILLIS_PER_SECOND >= cap.toMillis()
        || Boolean.FALSE.equals(warmth.judged())) {
      reasons.add("it was not shown steady");
    }
    if (!calibrationFlags.isEmpty()) {
      reasons.add("flagged by " + String.join(", ", calibrationFlags));
    }
    return reasons;
  }

  private static boolean lasts(@Nullable Double seconds, Duration expected) {
    return seconds != null
        && Math.abs(seconds * MILLIS_PER_SECOND / expected.toMillis() - 1) <= SAME_LENGTH;
  }

  private Optional<SteadyFloor> ofRows(Cell cell) {
    return Optional.of(Estimate.callsPerSecond(cell).interval())
        .filter(rate -> !Double.isNaN(rate.value()))
        .map(
            rate ->
                new SteadyFloor(
                    label(cell),
                    rate,
                    cell.valid().size(),
                    cell.clientCpuUs(),
                    cell.serverCpuUs(),
                    cell,
                    List.of()));
  }

  private static Optional<SteadyFloor> ofCalibration(CalibrationRecord.Floor floor) {
    return rate(floor)
        .map(
            rate ->
                new SteadyFloor(
                    "calibrated " + floor.kind(),
                    rate,
                    Math.max(1, floor.processes()),
                    Unknown.orNaN(floor.clientCpuUs()),
                    Unknown.orNaN(floor.serverCpuUs()),
                    null,
                    floor.each()));
  }

  /** The mean over its processes; where a calibration kept their median alone, that. */
  private static Optional<Interval> rate(CalibrationRecord.Floor floor) {
    if (floor.each().size() >= Nested.MIN_SERVERS) {
      return Optional.of(Nested.geometricMean(SteadyFloor.alone(floor.each())));
    }
    return Optional.ofNullable(floor.callsPerSecond().median()).map(Interval::unknown);
  }

  private String label(Cell cell) {
    return data.label(cell.series(), LoadShape.TIMED);
  }

  private static Point place(Point point) {
    return point.of("any", Point.EXAMPLE);
  }

  /**
   * What bare sockets reach in a sweep's timed loop at one load. Immutable.
   *
   * @param label what it is: the series of the sweep, or {@code calibrated per-thread}
   * @param rate good calls a second: the geometric mean over its processes; the median of those of
   *     a calibration that did not keep what each gave, then without ends
   * @param processes how many it stands on, 1 or more
   * @param clientCpuUs processor time of the client a call, us
   * @param serverCpuUs that of the server
   * @param rows the sweep's own; null where it was calibrated
   * @param each good calls a second of each process of a calibration; empty where that was not
   *     kept, or it is of rows
   */
  public record SteadyFloor(
      String label,
      Interval rate,
      int processes,
      double clientCpuUs,
      double serverCpuUs,
      @Nullable Cell rows,
      List<Double> each) {

    public double callsPerSecond() {
      return rate.value();
    }

    /**
     * The rate of a cell's valid processes by this one, 1 for all of it, with its interval: over
     * the processes of both sides (server starts, where the rows name several), on logarithms.
     * Where the rows name several, or a calibration kept its median alone, its processes are taken
     * to spread as the cell's do.
     */
    Estimate reachedBy(Cell cell) {
      Sample times = Sample.of(cell, ProcessRuns::microsPerCall);
      if (rows != null) {
        return rows.point().equals(cell.point())
            ? new Estimate(Interval.unknown(1), Unit.RUN)
            : Sample.of(rows, ProcessRuns::microsPerCall)
                .by(times, Sample.salt(cell.point(), rows.point()));
      }
      Sample rates = Sample.of(cell, ProcessRuns::callsPerSecond);
      List<double[]> servers = rates.byServer();
      if (servers.size() >= Nested.MIN_SERVERS) {
        // A calibration's processes call one server: how servers differ is known of the rows alone.
        return new Estimate(Nested.byMedian(servers, rate.value(), processes), Unit.SERVER);
      }
      List<double[]> processesOfRows = alone(DoubleStream.of(rates.values()));
      return new Estimate(
          each.size() < Nested.MIN_SERVERS
              ? Nested.byMedian(processesOfRows, rate.value(), processes)
              : Nested.ratio(processesOfRows, alone(each)),
          rates.knowsServers() ? Unit.CLIENT : Unit.PROCESS);
    }

    static List<double[]> alone(List<Double> values) {
      return alone(values.stream().mapToDouble(Double::doubleValue));
    }

    private static List<double[]> alone(DoubleStream values) {
      return values.mapToObj(one -> new double[] {one}).toList();
    }
  }

  /**
   * How much of what bare sockets reach at the same load a timed loop reaches. Immutable.
   *
   * @param cell that is judged
   * @param floor that it is judged by; empty where none at its load has a number
   * @param reached its rate by the floor's, 1 for all of it; no number where withheld
   * @param withheld why there is no number; empty where there is one
   */
  public record SteadyCeiling(
      Cell cell, Optional<SteadyFloor> floor, Estimate reached, List<String> withheld) {

    static SteadyCeiling of(Cell cell, Optional<SteadyFloor> floor, List<String> withheld) {
      Estimate reached =
          floor
              .filter(f -> withheld.isEmpty())
              .map(f -> f.reachedBy(cell))
              .orElse(Estimate.NOTHING);
      return new SteadyCeiling(cell, floor, reached, withheld);
    }
  }
}
