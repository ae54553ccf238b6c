package io.rpcstress.analysis.table;

import io.rpcstress.analysis.answer.ProcessInterval;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.measure.record.CalibrationRecord;
import io.rpcstress.measure.record.CalibrationRecord.Floor;
import io.rpcstress.measure.record.CalibrationRecord.Spread;
import io.rpcstress.measure.record.SweepFile;
import io.rpcstress.measure.statistics.Bootstrap;
import java.util.List;

/** What bare sockets do between a sweep's hosts, as its calibration found it. */
final class FloorsTable {

  private static final int RATE_DECIMALS = 1;
  private static final int TIME_DECIMALS = 2;

  private static final List<String> HEADER =
      List.of(
          "floor",
          "threads",
          "processes",
          "calls/s",
          "low to high",
          Bootstrap.CONFIDENCE_PERCENT + " % interval",
          "p50, us",
          "p99, us",
          "client CPU, us",
          "server CPU, us");

  private FloorsTable() {}

  /** The table; empty where the sweep was not calibrated. */
  static List<Table> of(Sweep sweep) {
    List<List<String>> rows =
        CalibrationRecord.floors(sweep.values(SweepFile.CALIBRATION)).stream()
            .filter(floor -> floor.callsPerSecond().median() != null)
            .map(FloorsTable::row)
            .toList();
    return rows.isEmpty()
        ? List.of()
        : List.of(
            new Table(
                "floors",
                "What bare sockets do between the same hosts, as calibrated",
                HEADER,
                rows,
                List.of(
                    "Raw TCP: a blocking connection for each thread, one connection for all threads, and"
                        + " one whose thread writes calls made at once in a segment.",
                    "calls/s: the median over the processes, the lowest and the highest; the interval is"
                        + " a t interval over the mean of the same processes, empty with a single one.",
                    "Percentiles are of all their calls together, of a closed loop: not a user's"
                        + " latency. CPU is that of a good call, the median over the processes. Empty is"
                        + " unknown.")));
  }

  private static List<String> row(Floor floor) {
    Spread rate = floor.callsPerSecond();
    return List.of(
        floor.kind(),
        Integer.toString(floor.threads()),
        floor.processes() == 0 ? "" : Integer.toString(floor.processes()),
        Numbers.fixed(rate.median(), RATE_DECIMALS),
        rate.low() == null || rate.high() == null
            ? ""
            : Numbers.fixed(rate.low(), RATE_DECIMALS)
                + " to "
                + Numbers.fixed(rate.high(), RATE_DECIMALS),
        interval(floor),
        Numbers.fixed(floor.p50Us(), RATE_DECIMALS),
        Numbers.fixed(floor.p99Us(), RATE_DECIMALS),
        Numbers.fixed(floor.clientCpuUs(), TIME_DECIMALS),
        Numbers.fixed(floor.serverCpuUs(), TIME_DECIMALS));
  }

  private static String interval(Floor floor) {
    return ProcessInterval.of(floor.kind() + " at " + floor.threads(), floor.each())
        .map(estimate -> Numbers.interval(estimate.interval(), RATE_DECIMALS))
        .orElse("");
  }
}
