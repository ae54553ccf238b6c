package io.rpcstress.analysis.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.model.Sweep.Fact;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.Cells;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FloorsTableTest {

  @Test
  void aFloorHasAnIntervalOverItsProcesses() {
    Table table =
        floors(
            fact("callsPerSecond", "1000.0"),
            fact("low", "900.0"),
            fact("high", "1100.0"),
            fact("processes", "3"),
            fact("each", "1000.0, 900.0, 1100.0"));
    List<String> row = table.rows().get(0);
    assertThat(row.subList(0, 5))
        .containsExactly("coalescing", "10", "3", "1000.0", "900.0 to 1100.0");
    String[] ends = row.get(table.header().indexOf("95 % interval")).split(" to ");
    assertThat(ends).hasSize(2);
    assertThat(Double.parseDouble(ends[0])).isBetween(600.0, 900.0);
    assertThat(Double.parseDouble(ends[1])).isBetween(1_100.0, 1_500.0);
  }

  @Test
  void aSingleProcessHasNoneNorHasAnEarlierVersionsCalibration() {
    assertThat(interval(fact("callsPerSecond", "1000.0"), fact("each", "1000.0"))).isEmpty();
    assertThat(
            interval(
                fact("callsPerSecond", "1000.0"),
                fact("low", "900.0"),
                fact("high", "1100.0"),
                fact("processes", "3")))
        .isEmpty();
    assertThat(Tables.of(Cells.data(List.of(), List.of())))
        .extracting(Table::id)
        .doesNotContain("floors");
  }

  private static String interval(Fact... facts) {
    Table table = floors(facts);
    return table.rows().get(0).get(table.header().indexOf("95 % interval"));
  }

  private static Table floors(Fact... facts) {
    SweepData plain = Cells.data(List.of(), List.of());
    SweepData data =
        new SweepData(
            plain.sweep().withFacts(Arrays.asList(facts)),
            plain.series(),
            plain.cells(),
            plain.failures(),
            plain.badRows());
    return Tables.of(data).stream().filter(t -> t.id().equals("floors")).findFirst().orElseThrow();
  }

  private static Fact fact(String name, String value) {
    return new Fact("calibration", "floors.coalescing.10." + name, value);
  }
}
