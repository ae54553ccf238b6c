package io.rpcstress.analysis.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.OpenRuns;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tables of open loops that were measured by several processes. */
class OpenLoadsTableTest {

  private static final SweepData DATA = OpenRuns.ofTwoRates();

  @Test
  void aRowIsALoadWithTheEstimateOverItsProcesses() {
    Table table = table("open-loads");

    assertThat(table.rows()).hasSize(4);
    assertThat(cell(table, 0, "technology")).isEqualTo("rpcx");
    assertThat(cell(table, 0, "processes")).isEqualTo("3");
    assertThat(cell(table, 0, "left out")).isEqualTo("0");
    assertThat(cell(table, 0, "response p99, us"))
        .as("the geometric mean of 1400, 1414 and 1428")
        .isEqualTo("1414.0");
    assertThat(cell(table, 0, "p99, 95 % interval")).matches("13[0-9.]+ to 14[0-9.]+");
    assertThat(cell(table, 0, "interval over")).startsWith("server start");
  }

  @Test
  void aLoadOfWhichFlagsLeaveNothingHasNoNumberAndSaysWhy() {
    Table table = table("open-loads");

    assertThat(cell(table, 3, "technology")).isEqualTo("grpc");
    assertThat(cell(table, 3, "left out")).isEqualTo("3: saturated 3");
    assertThat(cell(table, 3, "achieved, calls/s")).isEmpty();
    assertThat(cell(table, 3, "response p99, us")).isEmpty();
    assertThat(cell(table, 3, "flags")).isEqualTo("client-cpu saturated");
  }

  @Test
  void whatAllRowsHaveStandsInTheTitleAndInNoName() {
    for (String id : List.of("open-loads", "open-loop")) {
      Table table = table(id);

      assertThat(table.title()).endsWith(" (8 s at full speed, 2 s warm-up)");
      assertThat(table.rows()).allSatisfy(row -> assertThat(row.get(0)).isIn("rpcx", "grpc"));
    }
    assertThat(table("open-loop").rows()).hasSize(12);
  }

  @Test
  void flagsStandOnceByTheirCause() {
    assertThat(table("open-flags").rows())
        .extracting(row -> row.subList(0, 4))
        .containsExactly(
            List.of("client-cpu", "1", "3", "none: it explains, see the limiter"),
            List.of("saturated", "1", "3", "latencies are not compared"));
    assertThat(table("open-flags").notes()).singleElement(STRING).startsWith("Of 4 points and 12");
  }

  private static String cell(Table table, int row, String column) {
    return table.rows().get(row).get(table.header().indexOf(column));
  }

  private static Table table(String id) {
    return OpenTables.of(DATA).stream().filter(t -> t.id().equals(id)).findFirst().orElseThrow();
  }
}
