package io.rpcstress.analysis.sample;

import io.rpcstress.analysis.model.Offered;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.TimeSeries;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.FaultCourse;
import io.rpcstress.measure.SeriesRow;
import io.rpcstress.measure.SeriesRow.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Made-up processes of an open loop, at 100 calls/s for a minute, of which something breaks. */
public final class FaultRuns {

  private static final int RATE = 100;
  private static final int WARMUP_SECONDS = 5;
  private static final int INTERVAL = 100;
  private static final int FAULT_AT = 15_000;

  private FaultRuns() {}

  /**
   * One under a fault, of which some calls timed out.
   *
   * @param ran calls that the server ran; null where it did not count them
   * @param twice likewise, how often it ran one again
   */
  public static ProcessRuns process(
      String technology,
      String fault,
      int repetition,
      long timedOut,
      @Nullable Long ran,
      @Nullable Long twice) {
    ProcessRuns plain =
        OpenRuns.run(
            technology,
            ArrivalShape.CONSTANT,
            WARMUP_SECONDS,
            repetition,
            2_000,
            timedOut,
            "saturated");
    Offered offered = plain.offered();
    FaultCourse course =
        new FaultCourse(
            FAULT_AT,
            FAULT_AT + 20.0,
            FAULT_AT + 5_520.0,
            new TreeSet<>(timedOut == 0 ? List.of() : List.of("deadline=" + timedOut)),
            ran,
            twice);
    return ProcessRuns.of(
        plain.point().with(Dimension.FAULT, fault),
        null,
        plain.runs(),
        Double.NaN,
        new Offered(
            offered.perSecond(),
            offered.achievedPerSecond(),
            offered.starting(),
            offered.response(),
            offered.service(),
            0,
            fault.equals("slow-handler") ? course.lasting() : course));
  }

  /**
   * The series of one whose replies stay away for a while from the fault on, and then come back.
   *
   * @param silent from the fault on, ms
   * @param slow after that at half the rate, ms
   */
  public static TimeSeries series(ProcessRuns process, int silent, int slow) {
    List<SeriesRow> rows = new ArrayList<>();
    int counted = WARMUP_SECONDS * 1_000;
    for (int at = 0; at < counted + 60_000; at += INTERVAL) {
      int since = at - counted - FAULT_AT;
      int full = RATE * INTERVAL / 1_000;
      int ok = since < 0 || since >= silent + slow ? full : since < silent ? 0 : full / 2;
      rows.add(new SeriesRow(at, at + INTERVAL, ok, at < counted ? Phase.WARM_UP : Phase.WINDOW));
    }
    return new TimeSeries(process.point(), rows);
  }
}
