package io.rpcstress.analysis.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.sample.OpenRuns;
import io.rpcstress.analysis.sample.SteadyCells;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.PartRow;
import io.rpcstress.measure.Point;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The parts of a mix beside all of its calls. */
class MixTableTest {

  private static Map<Point, List<PartRow>> parts(Point point, long reads, double readP50Us) {
    return Map.of(
        point,
        List.of(
            new PartRow("read", reads, 2, new Latency(readP50Us, 20.0, 30.0, 40.0, 50.0)),
            new PartRow("write", 7, 1, new Latency(60.0, null, null, null, 80.0))));
  }

  private static List<Table> tables(SweepData data, Map<Point, List<PartRow>> parts) {
    return MixTable.of(data.withFiles(List.of(), Map.of(), parts, List.of(), 0));
  }

  /** From the part on. */
  private static List<List<String>> numbers(Table table) {
    int from = table.headings().stream().map(Heading::name).toList().indexOf("part");
    return table.rows().stream().map(row -> row.subList(from, row.size())).toList();
  }

  @Test
  void ofATimedLoopAllHasItsHistogramsAndAPartTheMeansOfItsProcesses() {
    Cell cell = SteadyCells.cell(SteadyCells.point("rpcx", 10), 1_000, 1_000);
    List<Point> points = cell.points().toList();
    SweepData data = Cells.data(List.of(cell), List.of());

    Map<Point, List<PartRow>> parts = new HashMap<>(parts(points.get(0), 90, 10));
    parts.putAll(parts(points.get(1), 80, 12));

    List<Table> tables = tables(data, parts);

    assertThat(numbers(tables.get(0)))
        .containsExactly(
            List.of("read", "170", "4", "11.0", "20.0", "30.0", "40.0", "50.0"),
            List.of("write", "14", "2", "60.0", "", "", "", "80.0"),
            List.of("all", "20000", "0", "10000.0", "", "30000.0", "", "40000.0"));
  }

  @Test
  void ofAnOpenLoopAllHasResponseTimesAndAProcessThatAFlagLeavesOutIsInNoRow() {
    ProcessRuns kept = OpenRuns.run("rpcx", ArrivalShape.CONSTANT, 0, 0, 400);
    ProcessRuns leftOut = OpenRuns.run("rpcx", ArrivalShape.CONSTANT, 0, 1, 800, 3, "saturated");
    Map<Point, List<PartRow>> parts = new HashMap<>(parts(kept.point(), 90, 10));
    parts.putAll(parts(leftOut.point(), 80, 12));

    List<Table> tables = tables(OpenRuns.data(List.of(kept, leftOut)), parts);

    assertThat(numbers(tables.get(0)))
        .containsExactly(
            List.of("read", "90", "2", "10.0", "20.0", "30.0", "40.0", "50.0"),
            List.of("write", "7", "1", "60.0", "", "", "", "80.0"),
            List.of("all", "6000", "0", "100.0", "200.0", "400.0", "", "900.0"));
  }

  @Test
  void aProcessWithoutAFileOfPartsIsCountedAndInNoRow() {
    Cell cell = SteadyCells.cell(SteadyCells.point("rpcx", 10), 1_000, 1_000);
    Point first = cell.points().toList().get(0);

    Table table = tables(Cells.data(List.of(cell), List.of()), parts(first, 90, 10)).get(0);

    int lacking = table.header().indexOf("without parts");
    assertThat(table.rows()).hasSize(3).allMatch(row -> row.get(lacking).equals("1"));
    assertThat(numbers(table).get(2)).containsExactly("all", "10000", "0", "", "", "", "", "");
    assertThat(table.notes()).hasSize(2).last().asString().startsWith("Without parts: ");
  }

  @Test
  void whereAFlagLeavesOutEveryProcessTheRowsAreOfAllAndNameIt() {
    ProcessRuns leftOut = OpenRuns.run("rpcx", ArrivalShape.CONSTANT, 0, 0, 400, 0, "saturated");
    Table table = tables(OpenRuns.data(List.of(leftOut)), parts(leftOut.point(), 90, 10)).get(0);
    assertThat(table.rows()).hasSize(3).allMatch(row -> row.contains("saturated 1"));
    assertThat(numbers(table).get(2)).startsWith("all", "6000", "0", "100.0");
  }

  @Test
  void aSweepWithoutAMixHasNoSuchTable() {
    Cell cell = SteadyCells.cell(SteadyCells.point("rpcx", 10), 1_000);
    assertThat(tables(Cells.data(List.of(cell), List.of()), Map.of())).isEmpty();
  }
}
