package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.Unknown;
import io.rpcstress.measure.Latency;

/** Which percentile of the response time of an open loop, which runs from when a call was due. */
public enum Level {
  P50("response p50", 50),
  P99("response p99", 99);

  private static final double PERCENT = 100;

  private final String label;
  private final int percent;

  Level(String label, int percent) {
    this.label = label;
    this.percent = percent;
  }

  public String label() {
    return label;
  }

  /**
   * The percentile that carries a sweep's verdicts: the 99th, or the median where no process has
   * calls enough for that one.
   */
  public static Level of(SweepData data) {
    return data.open().stream()
            .flatMap(cell -> cell.processes().stream())
            .anyMatch(process -> !Double.isNaN(P99.of(process)))
        ? P99
        : P50;
  }

  /** In us; NaN where unknown. */
  public double of(ProcessRuns process) {
    Latency response = process.offered().response();
    return Unknown.orNaN(this == P50 ? response.p50Us() : response.p99Us());
  }

  /**
   * That of each process that carries numbers; none where one of them does not know it, or lost so
   * many calls that the percentile is not one of a reply.
   */
  public Sample response(Cell cell) {
    return Sample.of(
        cell,
        process ->
            PERCENT * process.callsNotOk() <= (PERCENT - percent) * process.callsIssued()
                ? of(process)
                : Double.NaN);
  }
}
