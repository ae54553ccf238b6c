package io.rpcstress.analysis.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The ten published numbers of put beside made-up batches of known rates. */
class PutSectionTest {

  private final PutSection section = new PutSection();

  @Test
  void showsUpWherePutsWereMeasured() {
    assertThat(section.isIn(data(put("grpc", "key=64,value=512", 100)))).isTrue();
    Point greet = new Point("grpc", Point.EXAMPLE, 1, 1_000, RequestMode.TOTAL);
    assertThat(section.isIn(data(Cells.cell(2, greet, 1, 2, 3)))).isFalse();
  }

  @Test
  void theTenNumbersAreThere() {
    Table table = section.tables(data(put("grpc", "key=64,value=512", 100))).get(0);
    assertThat(table.rows())
        .hasSize(5)
        .contains(
            List.of("gRPC blocking", "grpc", "6931.45", "6868.47", "11974.33", "11933.21", "A"));
  }

  /** Published: Protobuf makes 5.4 times as many puts as blocking gRPC. */
  @Test
  void ratesOfBatchesAreComparedTheFirstAmongThem() {
    Cell proto = put("socket-protobuf", "key=64,value=512", 20);
    Cell grpc = put("grpc", "key=64,value=512", 100);
    List<Table> tables = section.tables(data(proto, grpc));

    List<String> median = ordering(tables.get(2), "1 client, median");
    assertThat(median.get(3)).isEqualTo("10 batches of 1000, one in flight");
    assertThat(Double.parseDouble(median.get(5))).isBetween(4.9, 5.1);
    assertThat(median.get(8)).isEqualTo("confirmed");
    // The first batch takes ten times as long: the mean has it, the median does not show it.
    List<String> here = tables.get(1).rows().get(0);
    assertThat(Double.parseDouble(here.get(3))).isGreaterThan(Double.parseDouble(here.get(5)));
  }

  @Test
  void noOrderingIsConfirmedByBatchesThatAFlagTakesOutOrThatAreMissing() {
    Cell proto = put("socket-protobuf", "key=64,value=512", 20);
    Cell grpc = put("grpc", "key=64,value=512", 100);
    Cell flagged = grpc.flagged(List.of("foreign-cpu"));
    Cell fewer = fewer(grpc, 100);

    assertThat(ordering(section.tables(data(proto, flagged)).get(2), "1 client, median"))
        .anyMatch(text -> text.contains("flagged foreign-cpu"))
        .doesNotContain("confirmed");
    assertThat(ordering(section.tables(data(fewer(proto, 20), fewer)).get(2), "1 client, median"))
        .anyMatch(text -> text.contains("batches are missing"))
        .doesNotContain("confirmed");
  }

  private static Cell fewer(Cell cell, double ms) {
    double[] batches = {ms, ms * 1.01};
    return Cells.repeated(2, cell.point(), batches, batches, new double[] {ms * 1.02, ms});
  }

  @Test
  void anotherPayloadIsNotCompared() {
    List<Table> tables = section.tables(data(put("grpc", "key=64,value=1024", 100)));
    assertThat(tables.get(1).rows()).isEmpty();
  }

  private static List<String> ordering(Table table, String quantity) {
    return table.rows().stream()
        .filter(r -> r.subList(0, 3).equals(List.of(quantity, "Protobuf", "gRPC blocking")))
        .findFirst()
        .orElseThrow();
  }

  /** Three processes of ten batches each. */
  private static Cell put(String technology, String payload, double ms) {
    Point point =
        new Point(technology, Point.EXAMPLE, 1, 1_000, RequestMode.TOTAL)
            .with(Dimension.OPERATION, "put")
            .with(Dimension.PAYLOAD, payload);
    return Cells.repeated(
        2, point, Cells.around(ms), Cells.around(ms * 1.01), Cells.around(ms * 0.99));
  }

  private static SweepData data(Cell... cells) {
    return Cells.data(List.of(cells), List.of());
  }
}
