package io.rpcstress.analysis.table;

import static io.rpcstress.analysis.sample.Cells.around;
import static io.rpcstress.analysis.sample.Cells.cell;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Sweep.Fact;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the gate of each point costs, and what is left of a comparison without it. */
class GateInTablesTest {

  private static final List<Integer> THREADS = List.of(10, 110, 990);

  /** Of 10 and 990 threads; 110 are between them. */
  private static final List<Fact> MEASURED =
      List.of(gate(10, 100, 1), gate(10, 500, 2), gate(990, 100, 50), gate(990, 500, 51));

  @Test
  void everyPointOfTheGridHasItsGateAndHowItIsKnown() {
    Table points = table(sweep(MEASURED), "points");
    assertThat(points.header()).endsWith("gate, ms", "gate is");
    assertThat(points.rows())
        .filteredOn(row -> row.get(0).equals("rpcx"))
        .extracting(row -> row.subList(row.size() - 2, row.size()))
        .containsExactly(
            List.of("1.00", "measured"),
            List.of("1.50", "between two"),
            List.of("2.00", "measured"),
            List.of("6.00", "between two"),
            List.of("6.50", "between two"),
            List.of("7.00", "between two"),
            List.of("50.00", "measured"),
            List.of("50.50", "between two"),
            List.of("51.00", "measured"));
    assertThat(String.join(" ", points.notes())).contains("Beyond what was measured");
    for (String id : List.of("latency", "cold-and-warm", "cost-per-call", "technologies")) {
      Table each = table(sweep(MEASURED), id);
      assertThat(column(each, "gate is")).as(id).contains("measured", "between two");
    }
  }

  @Test
  void thePapersTablesHaveTheRatioWithTheGateAndWithout() {
    Table times = table(sweep(MEASURED), "table-3-runtime");
    // 101 and 201 ms; 1 ms of both is the gate's
    assertThat(row(times, "10", "100"))
        .containsEntry("rpcx takes less than grpc, %", "49.8")
        .containsEntry("rpcx takes less than grpc, %, without the gate", "50.0")
        .containsEntry("gate, ms", "1.00")
        .containsEntry("gate is", "measured")
        .containsEntry("runtime, grpc / rpcx", "1.990")
        .containsEntry("runtime, grpc / rpcx, without the gate", "2.000");
    assertThat(row(times, "110", "300"))
        .containsEntry("gate, ms", "6.50")
        .containsEntry("gate is", "between two")
        .containsEntry("runtime, grpc / rpcx, without the gate", "2.058");
    assertThat(row(table(sweep(MEASURED), "table-4-tps"), "10", "100"))
        .containsEntry("rpcx has more than grpc, %", "99.0")
        .containsEntry("rpcx has more than grpc, %, without the gate", "100.0")
        .containsEntry("runtime, grpc / rpcx, without the gate", "2.000");

    Table published = table(sweep(MEASURED), "published");
    assertThat(published.header())
        .containsExactly("quantity", "published", "here", "here, without the gate");
    assertThat(column(published, "here, without the gate"))
        .containsExactly(
            "50.0 to 66.7 (9 points)",
            "100.0 to 200.0 (9 points)",
            "2.000 to 3.000 (9 points)",
            "",
            "");
    assertThat(column(published, "here")).contains("1.990 to 1.990 (9 points)");
  }

  /** 101 and 201 ms everywhere. */
  private static SweepData sweep(List<Fact> calibration) {
    List<Cell> cells = new ArrayList<>();
    for (int threads : THREADS) {
      for (int requests : List.of(100, 300, 500)) {
        cells.add(cell(1, point("rpcx", threads, requests), around(101)));
        cells.add(cell(2, point("grpc", threads, requests), around(201)));
      }
    }
    SweepData plain = Cells.data(cells, List.of());
    return Cells.data(plain.sweep().withFacts(calibration), plain.series(), plain.all(), List.of());
  }

  private static Fact gate(int threads, int calls, int millis) {
    return new Fact(
        "calibration", "gatesAt.%d.%d".formatted(threads, calls), millis + ".0, 0.5, 200.0, 10");
  }

  private static Table table(SweepData data, String id) {
    return Tables.of(data).stream().filter(t -> t.id().equals(id)).findFirst().orElseThrow();
  }

  private static List<String> column(Table table, String name) {
    int at = table.header().indexOf(name);
    return table.rows().stream().map(row -> row.get(at)).toList();
  }

  private static Map<String, String> row(Table table, String threads, String requests) {
    List<String> found =
        table.rows().stream()
            .filter(row -> row.get(0).equals(threads) && row.get(1).equals(requests))
            .findFirst()
            .orElseThrow();
    Map<String, String> byColumn = new java.util.LinkedHashMap<>();
    for (int i = 0; i < found.size(); i++) {
      byColumn.put(table.header().get(i), found.get(i));
    }
    return byColumn;
  }

  private static Point point(String technology, int threads, int requests) {
    return SweepGenerator.point(technology, threads, requests, RequestMode.TOTAL);
  }
}
