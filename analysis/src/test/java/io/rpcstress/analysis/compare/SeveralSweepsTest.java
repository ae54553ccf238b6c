package io.rpcstress.analysis.compare;

import static io.rpcstress.analysis.sample.SteadyCells.cell;
import static io.rpcstress.analysis.sample.SteadyCells.data;
import static io.rpcstress.analysis.sample.SteadyCells.point;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.util.List;
import java.util.stream.IntStream;
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
  void twoSweepsHaveNoRangeAndASweepOfOneProcessEachTakesNoneAway() {
    assertThat(SeveralSweeps.of(List.of(sweep(2_000), sweep(2_500))).rows().get(0))
        .endsWith("2 of 2", "4.472", "");
    assertThat(SeveralSweeps.of(List.of(sweep(2_000), single(2_500), single(1_600))).rows().get(0))
        .as("an interval too few: each ratio is one value")
        .endsWith("3 of 3", "5.000", "1.650 to 15.151");
    List<String> row =
        SeveralSweeps.of(List.of(sweep(2_000), sweep(2_500), sweep(1_600), single(100)))
            .rows()
            .get(0);
    assertThat(row).as("and enough of them").contains("100.000", "3 of 4");
    assertThat(Double.parseDouble(row.get(8))).isBetween(4.9, 5.1);
  }

  /** Those of one baseline at other calls in flight are of another ratio. */
  @Test
  void aPairIsThatOfTheSameReference() {
    SweepData fromOne = inFlight(1, 4, 8);
    SweepData fromFour = inFlight(4, 8);

    assertThat(SeveralSweeps.of(List.of(fromOne, fromFour)).rows()).isEmpty();
    assertThat(SeveralSweeps.of(List.of(fromOne, fromFour, fromOne, fromFour)).rows())
        .extracting(row -> row.get(1), row -> row.subList(3, 8))
        .containsExactlyInAnyOrder(
            tuple("grpc", List.of("0.250", "", "0.250", "", "2 of 2")),
            tuple("grpc", List.of("0.125", "", "0.125", "", "2 of 2")),
            tuple("grpc in-flight 4", List.of("", "0.500", "", "0.500", "2 of 2")));
  }

  /** Of grpc alone, faster by as much as are in flight. */
  private static SweepData inFlight(int... calls) {
    Point point = SweepGenerator.point("grpc", 1, 100, RequestMode.TOTAL);
    return Cells.data(
        IntStream.of(calls)
            .mapToObj(
                each ->
                    Cells.cell(
                        2,
                        point.with(Dimension.IN_FLIGHT, String.valueOf(each)),
                        Cells.around(800.0 / each)))
            .toList(),
        List.of());
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
