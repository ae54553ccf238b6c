package io.rpcstress.analysis.table;

import static io.rpcstress.analysis.sample.SteadyCells.cell;
import static io.rpcstress.analysis.sample.SteadyCells.data;
import static io.rpcstress.analysis.sample.SteadyCells.point;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.answer.Findings;
import io.rpcstress.analysis.answer.Overview;
import io.rpcstress.analysis.compare.SeveralSweeps;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.measure.Dimension;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Ratios line by line, of a folder that has several lines and of sweeps that have one each. */
class LinesTableTest {

  private static final String FAR = "rtt=20ms,jitter=2ms";
  private static final String SLOW = "rate=1mbit";

  private static Cell at(String line, String technology, double rate, double spread) {
    return cell(
        point(technology, 10).with(Dimension.LINE, line),
        rate,
        rate * (1 + spread),
        rate * (1 - spread),
        rate * (1 + spread / 2),
        rate * (1 - spread / 2));
  }

  private static SweepData sweep(String line, Cell... cells) {
    List<Sweep.Fact> facts =
        line.isEmpty() ? List.of() : List.of(new Sweep.Fact("options", "line", line));
    return data(Cells.nothing(new Sweep("id", "name", null, null, null, null, facts)), cells);
  }

  private static SweepData of(String line, double rpcx, double grpc) {
    return sweep(line, at("", "rpcx", rpcx, 0.01), at("", "grpc", grpc, 0.01));
  }

  private static List<Table> tables(SweepData... sweeps) {
    List<Overview> all =
        Stream.of(sweeps).flatMap(each -> Findings.of(each).overviews().stream()).toList();
    return LinesTable.of(all);
  }

  @Test
  void aTechnologyHasItsRatioOnEachLineTheBetterFirstAndFromWhichOnItNoLongerMatters() {
    Table table = tables(of(SLOW, 1_000, 800), of(FAR, 500, 498), of("", 10_000, 2_000)).get(0);

    assertThat(table.header())
        .containsSubsequence("as it is", FAR, SLOW, "no difference shown from");
    assertThat(table.rows()).hasSize(1);
    List<String> row = table.rows().get(0);
    assertThat(row).startsWith("10 threads, 16 bytes", "time of a call", "grpc", "rpcx", "5.000");
    assertThat(row).contains("1.004", "1.250").endsWith(FAR);
    assertThat(table.notes())
        .anyMatch(
            note -> note.contains("(as it is; " + FAR + ")") && note.contains("from `" + FAR + "`"))
        .anyMatch(
            note ->
                note.contains("(as it is; " + SLOW + ")")
                    && note.endsWith("against rpcx: grpc still differs on `" + SLOW + "`."));
  }

  @Test
  void anIntervalThatSpansOneDecidesNothingAndOnABetterLineThanOneThatDecidesItIsNoEnd() {
    SweepData wide = sweep("rtt=5ms", at("", "rpcx", 1_000, 0.3), at("", "grpc", 900, 0.3));
    assertThat(tables(of("", 10_000, 2_000), wide).get(0).rows().get(0)).endsWith("rtt=5ms");
    assertThat(tables(of("", 10_000, 2_000), wide, of("rtt=9ms", 900, 700)).get(0).rows().get(0))
        .endsWith("");
  }

  @Test
  void oneFolderMayHaveSeveralLinesAndOfOneLineThereIsNoTable() {
    SweepData both =
        sweep(
            "",
            at("", "rpcx", 10_000, 0.01),
            at("", "grpc", 2_000, 0.01),
            at(FAR, "rpcx", 500, 0.01),
            at(FAR, "grpc", 498, 0.01));

    assertThat(tables(both).get(0).rows().get(0)).contains("5.000", "1.004").endsWith(FAR);
    assertThat(tables(of(FAR, 500, 498), of(FAR, 510, 497))).isEmpty();
  }

  @Test
  void ratiosOfTwoLinesAreNeverOne() {
    SweepData far = of(FAR, 500, 498);
    assertThat(SeveralSweeps.of(List.of(of("", 10_000, 2_000), far)).rows()).isEmpty();
    Table combined = SeveralSweeps.of(List.of(of("", 10_000, 2_000), far, of(FAR, 500, 400)));
    assertThat(combined.rows()).hasSize(1);
    assertThat(combined.rows().get(0)).contains(FAR, "2 of 2");
  }
}
