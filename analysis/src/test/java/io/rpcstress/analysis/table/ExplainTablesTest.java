package io.rpcstress.analysis.table;

import static io.rpcstress.analysis.sample.Cells.cell;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Sweep.Fact;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A floor beside every number. */
class ExplainTablesTest {

  private static final List<Integer> COUNTS = List.of(10, 100, 990);

  private static Point point(String technology, int threads) {
    return new Point(technology, "example", threads, 100, RequestMode.TOTAL);
  }

  private static double[] exactly(double ms) {
    double[] runs = new double[9];
    Arrays.fill(runs, ms);
    return runs;
  }

  private static List<Cell> contenders() {
    List<Cell> cells = new ArrayList<>();
    for (int threads : COUNTS) {
      cells.add(cell(1, point("rpcx", threads), exactly(40)));
      cells.add(cell(2, point("grpc", threads), exactly(80)));
    }
    return cells;
  }

  private static List<String> column(SweepData data, String name) {
    Table table = ExplainTables.ceiling(data);
    int at = table.header().indexOf(name);
    return table.rows().stream().map(row -> row.get(at)).toList();
  }

  @Test
  void everyPointStandsBesideTheSweepsOwnSocketsOfItsThreadCount() {
    List<Cell> cells = contenders();
    for (int threads : COUNTS) {
      cells.add(cell(4, point("tcp", threads), exactly(20)));
    }
    SweepData data = Cells.data(cells, List.of());

    assertThat(column(data, "floor's calls/s")).hasSize(cells.size()).containsOnly("5000.0");
    assertThat(column(data, "at threads"))
        .containsExactlyElementsOf(
            cells.stream().map(c -> Integer.toString(c.point().threadNum())).toList());
    assertThat(column(data, "of the floor, %")).contains("50.0", "25.0", "100.0");
  }

  @Test
  void withACalibrationEveryPointHasTheBetterFloorAndTheHarnesssOwnShare() {
    List<Fact> facts = new ArrayList<>();
    facts.add(new Fact("calibration", "nullCpuNsPerCall", "60.0"));
    for (int threads : COUNTS) {
      facts.add(fact("per-thread", threads, "8000.0"));
      facts.add(fact("multiplexed", threads, "6000.0"));
      facts.add(fact("coalescing", threads, "10000.0"));
    }
    SweepData plain = Cells.data(contenders(), List.of());
    SweepData data =
        new SweepData(
            plain.sweep().withFacts(facts),
            plain.series(),
            plain.cells(),
            plain.failures(),
            plain.badRows());

    assertThat(column(data, "floor's calls/s")).hasSize(6).containsOnly("10000.0");
    assertThat(column(data, "floor")).allMatch(label -> label.contains("coalescing"));
    assertThat(column(data, "of the floor, %")).containsOnly("25.0", "12.5");
  }

  private static Fact fact(String floor, int threads, String rate) {
    return new Fact("calibration", "floors.%s.%d.callsPerSecond".formatted(floor, threads), rate);
  }
}
