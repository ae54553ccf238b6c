package io.rpcstress.analysis.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.SteadyCost;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.SteadyCells;
import io.rpcstress.measure.Dimension;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a hop costs, of made-up rates. */
class PathsSectionTest {

  private final PathsSection section = new PathsSection();

  private static SteadyCell cell(String path, double rate) {
    return SteadyCells.cell(
        SteadyCells.point("grpc", 10).with(Dimension.PATH, path),
        rate,
        rate * 1.01,
        rate * 0.99,
        rate * 1.02,
        rate * 0.98);
  }

  /** The same whose proxy took so much processor time for a call, us. */
  private static SteadyCell proxied(SteadyCell cell, double us) {
    return SteadyCells.costing(
        cell,
        p ->
            new SteadyCost(1.0, null, null, 2.0, null, null, null, us * p.callsOk() / 1_000, null));
  }

  private List<List<String>> rows(SweepData data) {
    return section.tables(data).get(0).rows();
  }

  @Test
  void showsUpWhereCallsWentThroughAProxy() {
    assertThat(section.isIn(SteadyCells.data(cell("direct", 1_000)))).isFalse();
    assertThat(section.isIn(SteadyCells.data(cell("haproxy", 1_000)))).isTrue();
  }

  @Test
  void aPathStandsBesideTheSameCallsWithoutIt() {
    SweepData data = SteadyCells.data(cell("direct", 2_000), proxied(cell("haproxy", 1_000), 40));
    List<List<String>> rows = rows(data);
    assertThat(rows).hasSize(1);
    List<String> row = rows.get(0);
    assertThat(row.subList(0, 2)).containsExactly("grpc", "haproxy");
    assertThat(Double.parseDouble(row.get(6))).isBetween(0.45, 0.55);
    assertThat(row.get(7)).isNotEmpty();
    assertThat(Double.parseDouble(row.get(9)))
        .as("10 threads: 10 ms instead of 5")
        .isBetween(4_990.0, 5_010.0);
    assertThat(row.get(12)).isEqualTo("40");
    assertThat(row.get(14)).isEmpty();
  }

  /** Means of several servers are geometric, and the time that is added is of the same ones. */
  @Test
  void timeAddedIsByTheMeanOfTheRatio() {
    SteadyCell direct = SteadyCells.cell(SteadyCells.point("grpc", 10), 1_000, 4_000, 1_000, 4_000);
    SteadyCell proxied =
        SteadyCells.cell(
            SteadyCells.point("grpc", 10).with(Dimension.PATH, "haproxy"), 500, 2_000, 500, 2_000);

    List<String> row = rows(SteadyCells.data(direct, proxied)).get(0);

    assertThat(row.get(6)).isEqualTo("0.500");
    assertThat(row.get(9)).as("10 ms at 1,000 calls/s instead of 5 at 2,000").isEqualTo("5000");
  }

  @Test
  void withoutADirectMeasurementOrWithFlagsThereIsNoRatio() {
    SteadyCell haproxy = cell("haproxy", 1_000);
    assertThat(rows(SteadyCells.data(haproxy)).get(0)).endsWith("not measured directly");
    for (int i = 0; i < 5; i++) {
      haproxy = SteadyCells.flagged(haproxy, i, "path-mismatch");
    }
    List<String> row = rows(SteadyCells.data(cell("direct", 2_000), haproxy)).get(0);
    assertThat(row.get(6)).isEmpty();
    assertThat(row).endsWith("flagged path-mismatch");
  }
}
