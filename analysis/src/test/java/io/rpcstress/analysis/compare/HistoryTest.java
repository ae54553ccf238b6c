package io.rpcstress.analysis.compare;

import static io.rpcstress.analysis.sample.SteadyCells.cell;
import static io.rpcstress.analysis.sample.SteadyCells.point;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.report.ComparisonPage;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.table.TableFiles;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Sweeps over time. */
class HistoryTest {

  private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");
  private static final int SWEEPS = 12;

  /**
   * The machine is twice as fast from the fifth sweep on; grpc takes a quarter more from the ninth
   * on.
   */
  private static History history() {
    List<SweepData> sweeps = new ArrayList<>();
    for (int day = 0; day < SWEEPS; day++) {
      double machine = (day < 4 ? 1 : 2) * (1 + day % 3 / 200.0);
      double grpc = day < 8 ? 1 : 0.8;
      sweeps.add(
          Cells.with(
              Cells.nothing(sweep(day)),
              cell(point("rpcx", 10), rates(10_000 * machine)),
              cell(point("grpc", 10), rates(2_000 * machine * grpc * (1 + day % 2 / 300.0)))));
    }
    Collections.reverse(sweeps);
    return History.of(sweeps);
  }

  private static Sweep sweep(int day) {
    return new Sweep(
        "id" + day,
        "night-" + day,
        null,
        "%02d3456789abcdef".formatted(day),
        FIRST.plus(Duration.ofDays(day)),
        null,
        List.of());
  }

  /** Of five processes. */
  private static double[] rates(double rate) {
    return new double[] {rate, rate * 1.01, rate * 0.99, rate * 1.005, rate * 0.995};
  }

  @Test
  void aRatioChangesWithTheCodeAndATimeWithTheMachineToo() {
    List<List<String>> rows = history().found().rows();

    assertThat(rows)
        .extracting(row -> row.get(0).split(" ", 2)[0], row -> row.get(2), row -> row.get(5))
        .containsExactly(
            tuple("grpc", "", "04345678"),
            tuple("grpc", "", "08345678"),
            tuple("grpc", "rpcx", "08345678"),
            tuple("rpcx", "", "04345678"));
    assertThat(rows.get(2)).contains("4.992", "6.240", "25.0");
  }

  @Test
  void everyNumberIsARowWithItsCommitInTheOrderOfTime() {
    List<String> lines = TableFiles.csv(history().values()).lines().toList();

    assertThat(lines).hasSize(1 + 3 * SWEEPS);
    assertThat(lines.get(0))
        .startsWith("load,measured,baseline,sweep,started,commit,number,")
        .contains("\"95 % interval, low\"");
    assertThat(lines.get(1)).contains(",night-0,2026-01-01T00:00:00Z,00345678,");
    assertThat(lines.get(SWEEPS)).contains(",night-11,");
  }

  @Test
  void thePageHasAFigureOfEachNumberThoseThatChangedFirst() {
    String page = ComparisonPage.html(history());

    assertThat(Pattern.compile("<figure").matcher(page).results().map(MatchResult::group))
        .hasSize(3);
    assertThat(page).contains("It changed 2 times", "4 changes of 3 numbers", "night-11");
  }
}
