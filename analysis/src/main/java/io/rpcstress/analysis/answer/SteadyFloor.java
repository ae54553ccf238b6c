package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Nested;
import java.util.List;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * What bare sockets reach in a sweep's timed loop at one load. Immutable.
 *
 * @param label what it is: the series of the sweep, or {@code calibrated per-thread}
 * @param rate good calls a second: the geometric mean over its processes; the median of those of a
 *     calibration that did not keep what each gave, then without ends
 * @param processes how many it stands on, 1 or more
 * @param clientCpuUs processor time of the client a call, us
 * @param serverCpuUs that of the server
 * @param rows the sweep's own; null where it was calibrated
 * @param each good calls a second of each process of a calibration; empty where that was not kept,
 *     or it is of rows
 */
public record SteadyFloor(
    String label,
    Interval rate,
    int processes,
    double clientCpuUs,
    double serverCpuUs,
    @Nullable Cell rows,
    List<Double> each) {

  static final String CALIBRATED = "calibrated ";

  public SteadyFloor {
    each = List.copyOf(each);
  }

  public String kind() {
    return label.replace(CALIBRATED, "");
  }

  public double callsPerSecond() {
    return rate.value();
  }

  /**
   * The rate of a cell's valid processes by this one, 1 for all of it, with its interval: over the
   * processes of both sides (server starts, where the rows name several), on logarithms. Where the
   * rows name several, or a calibration kept its median alone, its processes are taken to spread as
   * the cell's do.
   */
  Estimate reachedBy(Cell cell) {
    Sample times = Sample.of(cell, ProcessRuns::microsPerCall);
    if (rows != null) {
      return rows.point().equals(cell.point())
          ? new Estimate(Interval.unknown(1), Unit.RUN)
          : Sample.of(rows, ProcessRuns::microsPerCall)
              .by(times, Ratios.salt(cell.point(), rows.point()));
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
