package io.rpcstress.analysis.experiment;

import static io.rpcstress.analysis.sample.FaultRuns.series;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.TimeSeries;
import io.rpcstress.analysis.sample.FaultRuns;
import io.rpcstress.analysis.sample.OpenRuns;
import io.rpcstress.analysis.table.Table;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a fault did to calls, and when it was over for them, by made-up time series. */
class FaultsSectionTest {

  private static ProcessRuns process(String fault, int repetition, long timedOut) {
    return FaultRuns.process("grpc", fault, repetition, timedOut, null, null);
  }

  private static Table table(List<ProcessRuns> processes, List<TimeSeries> series) {
    SweepData data = OpenRuns.data(processes).withFiles(series, Map.of(), Map.of(), List.of(), 0);
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

  @Test
  void whatRanIsTheServersCountByNumberAndOfANewProcessALowerBound() {
    ProcessRuns frozen = FaultRuns.process("grpc", "server-frozen", 0, 600, 5_900L, 3L);
    ProcessRuns killed = FaultRuns.process("grpc", "server-killed", 0, 600, null, 2L);
    ProcessRuns unnumbered = process("server-stopped", 0, 600);
    Table table = table(List.of(frozen, killed, unnumbered), List.of());
    int fault = table.header().indexOf("fault");
    int unanswered = table.header().indexOf("ran unanswered");
    int twice = table.header().indexOf("ran twice");
    int counted = table.header().indexOf("counted");

    long ok = frozen.runs().get(0).callsOk();
    assertThat(table.rows())
        .extracting(
            row -> List.of(row.get(fault), row.get(unanswered), row.get(twice), row.get(counted)))
        .contains(List.of("server-frozen", Long.toString(5_900 - ok), "3", "each call"))
        .anySatisfy(row -> assertThat(row).contains("server-killed", "2", "since restart"))
        .noneSatisfy(row -> assertThat(row).contains("server-stopped", "each call"));
  }

  @Test
  void aFaultThatLastsIsOverForNoCallAndThatIsNoProcessThatStayedAway() {
    ProcessRuns process = process("slow-handler", 0, 60);
    Table table = table(List.of(process), List.of(series(process, 0, 0)));

    assertThat(row(table, "away, s", "silent, s", "back after, s", "not back"))
        .containsExactly("", "0.0", "", "0");
  }
}
