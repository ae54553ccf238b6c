package io.rpcstress.analysis.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.model.Offered;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.TimeSeries;
import io.rpcstress.analysis.sample.OpenRuns;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.FaultCourse;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.SeriesRow;
import io.rpcstress.measure.SeriesRow.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What a fault did to calls, and when it was over for them, by made-up time series. */
class FaultsSectionTest {

  private static final int RATE = 100;
  private static final int WARMUP_SECONDS = 5;
  private static final int INTERVAL = 100;
  private static final int FAULT_AT = 15_000;

  /** A process whose replies stay away for a while from the fault on, and then come back. */
  private static ProcessRuns process(String fault, int repetition, long timedOut) {
    ProcessRuns plain =
        OpenRuns.run(
            "grpc",
            ArrivalShape.CONSTANT,
            WARMUP_SECONDS,
            repetition,
            2_000,
            timedOut,
            "saturated");
    Point point = plain.point().with(Dimension.FAULT, fault);
    Offered offered = plain.offered();
    FaultCourse course =
        new FaultCourse(FAULT_AT, FAULT_AT + 20.0, FAULT_AT + 5_520.0, failures(timedOut));
    return ProcessRuns.of(
        point,
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
            course));
  }

  private static SortedSet<String> failures(long timedOut) {
    return new TreeSet<>(timedOut == 0 ? List.of() : List.of("deadline=" + timedOut));
  }

  /**
   * The series of it.
   *
   * @param silent from the fault on, ms
   * @param slow after that at half the rate, ms
   */
  private static TimeSeries series(ProcessRuns process, int silent, int slow) {
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

  private static Table table(List<ProcessRuns> processes, List<TimeSeries> series) {
    SweepData data = OpenRuns.data(processes).withFiles(series, List.of(), List.of(), 0);
    return ExperimentSections.in(data).get(0).tables(data).get(0);
  }

  private static List<String> row(Table table, String... columns) {
    return List.of(columns).stream()
        .map(each -> table.rows().get(0).get(table.header().indexOf(each)))
        .toList();
  }

  @Test
  void silenceAndReturnAreReadFromTheFaultOn() {
    ProcessRuns one = process("server-killed", 0, 600);
    ProcessRuns two = process("server-killed", 1, 620);
    ProcessRuns three = process("server-killed", 2, 700);
    Table table =
        table(
            List.of(one, two, three),
            List.of(series(one, 6_000, 2_000), series(two, 6_200, 0), series(three, 7_000, 0)));

    assertThat(row(table, "technology", "fault", "processes", "calls not ok"))
        .containsExactly("grpc", "server-killed", "3", "620");
    assertThat(row(table, "how they failed", "away, s", "silent, s", "back after, s", "not back"))
        .containsExactly("deadline 620", "5.5", "6.2", "7.0", "0");
    assertThat(table.rows().get(0)).contains("600 to 700", "6.0 to 7.0", "6.2 to 7.9");
  }

  @Test
  void aRateThatNeverComesBackIsNoTime() {
    ProcessRuns process = process("server-stopped", 0, 0);
    Table table = table(List.of(process), List.of(series(process, 1_000, 60_000)));

    assertThat(row(table, "silent, s", "back after, s", "not back"))
        .containsExactly("1.0", "", "1");
  }

  @Test
  void aFaultThatNoCallNoticedCostsNoTime() {
    ProcessRuns process = process("server-stopped", 0, 0);
    Table table = table(List.of(process), List.of(series(process, 0, 0)));

    assertThat(row(table, "calls not ok", "how they failed", "silent, s", "back after, s"))
        .containsExactly("0", "", "0.0", "0.0");
  }
}
