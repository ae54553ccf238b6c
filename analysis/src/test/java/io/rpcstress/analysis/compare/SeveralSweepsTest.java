package io.rpcstress.analysis.compare;

import static io.rpcstress.analysis.sample.SteadyCells.cell;
import static io.rpcstress.analysis.sample.SteadyCells.data;
import static io.rpcstress.analysis.sample.SteadyCells.point;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.table.Table;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sweeps of the same points, combined. */
class SeveralSweepsTest {

  @Test
  void aPairHasTheRatioOfEachSweepAndTheRangeOfANextOne() {
    Table table = SeveralSweeps.of(List.of(sweep(2_000), sweep(2_500), sweep(1_600)));

    assertThat(table.header())
        .containsExactly(
            "load",
            "baseline",
            "measured",
            "1: name",
            "2: name",
            "3: name",
            "sweeps",
            "combined",
            "next sweep");
    List<String> row = table.rows().get(0);
    assertThat(row.get(0)).startsWith("grpc 10 threads");
    assertThat(row.subList(3, 7)).containsExactly("5.000", "4.000", "6.250", "3 of 3");
    assertThat(Double.parseDouble(row.get(7))).isBetween(4.9, 5.1);
    String[] next = row.get(8).split(" to ", -1);
    assertThat(Double.parseDouble(next[0])).isLessThan(4);
    assertThat(Double.parseDouble(next[1])).isGreaterThan(6.25);
  }

  @Test
  void twoSweepsHaveNoRangeAndASingleProcessHasNoPartInIt() {
    assertThat(SeveralSweeps.of(List.of(sweep(2_000), sweep(2_500))).rows().get(0))
        .endsWith("2 of 2", "4.472", "");
    List<String> row =
        SeveralSweeps.of(List.of(sweep(2_000), sweep(2_500), single(2_000))).rows().get(0);
    assertThat(row).endsWith("2 of 3", "4.472", "");
    assertThat(row.get(5)).isEqualTo("5.000");
  }

  @Test
  void roundsOfOneProcessEachAreCombinedByTheirOwnSpread() {
    List<String> row =
        SeveralSweeps.of(List.of(single(2_000), single(2_500), single(1_600))).rows().get(0);

    assertThat(row).endsWith("3 of 3", "5.000", "1.650 to 15.151");
    assertThat(SeveralSweeps.of(List.of(single(2_000), single(2_500))).rows().get(0))
        .endsWith("2 of 2", "4.472", "");
  }

  @Test
  void aPairThatOneSweepAloneHasIsLeftOut() {
    SweepData other =
        data(cell(point("rpcx", 100), 10_000, 10_100), cell(point("grpc", 100), 2_000, 2_020));
    assertThat(SeveralSweeps.of(List.of(sweep(2_000), other)).rows()).isEmpty();
  }

  private static SweepData single(double grpc) {
    return data(cell(point("rpcx", 10), 10_000), cell(point("grpc", 10), grpc));
  }

  /** Five processes a side; those of grpc within 1 % of a rate. */
  private static SweepData sweep(double grpc) {
    return data(
        cell(point("rpcx", 10), 10_000, 10_100, 9_900, 10_050, 9_950),
        cell(point("grpc", 10), grpc, grpc * 1.01, grpc * 0.99, grpc * 1.005, grpc * 0.995));
  }
}
