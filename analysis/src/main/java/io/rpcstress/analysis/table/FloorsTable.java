package io.rpcstress.analysis.table;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.Unknown;
import io.rpcstress.measure.record.CalibrationRecord;
import io.rpcstress.measure.record.CalibrationRecord.Floor;
import io.rpcstress.measure.record.CalibrationRecord.Spread;
import io.rpcstress.measure.record.SweepFile;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Interval;
import java.util.List;

/** What bare sockets do between a sweep's hosts, as its calibration found it. */
final class FloorsTable {

  private static final int RATE_DECIMALS = 1;
  private static final int TIME_DECIMALS = 2;

  private static final Columns<Floor> COLUMNS =
      new Columns<Floor>()
          .add("floor", Floor::kind)
          .add("threads", Floor::threads)
          .add("processes", floor -> floor.processes() == 0 ? "" : floor.processes())
          .add("calls/s", RATE_DECIMALS, floor -> floor.callsPerSecond().median())
          .add(Heading.range("calls/s, range"), floor -> range(floor.callsPerSecond()))
          .interval(
              Bootstrap.CONFIDENCE_PERCENT + " % interval", RATE_DECIMALS, FloorsTable::interval)
          .add("p50, us", RATE_DECIMALS, Floor::p50Us)
          .add("p99, us", RATE_DECIMALS, Floor::p99Us)
          .add("client CPU, us", TIME_DECIMALS, Floor::clientCpuUs)
          .add("server CPU, us", TIME_DECIMALS, Floor::serverCpuUs);

  private FloorsTable() {}

  /** The table; empty where the sweep was not calibrated. */
  static List<Table> of(Sweep sweep) {
    return COLUMNS.tableOfSome(
        "floors",
        "What bare sockets do between the same hosts, as calibrated",
        CalibrationRecord.floors(sweep.values(SweepFile.CALIBRATION)).stream()
            .filter(floor -> floor.callsPerSecond().median() != null)
            .toList(),
        "Raw TCP: a blocking connection for each thread, one connection for all threads, and"
            + " one whose thread writes calls made at once in a segment.",
        "calls/s: the median over the processes, the lowest and the highest; the interval is"
            + " a t interval over the mean of the same processes, empty with a single one.",
        "Percentiles are of all their calls together, of a closed loop: not a user's"
            + " latency. CPU is that of a good call, the median over the processes. Empty is"
            + " unknown.");
  }

  private static Entry range(Spread rate) {
    return Entry.range(Unknown.orNaN(rate.low()), Unknown.orNaN(rate.high()), RATE_DECIMALS);
  }

  private static Interval interval(Floor floor) {
    return Estimate.of(floor.kind() + " at " + floor.threads(), floor.each()).interval();
  }
}
