package io.rpcstress.analysis.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ClientRun;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.util.ArrayList;
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

  /** Published: two clients of Protobuf make 5.5 times as many puts as two of blocking gRPC. */
  @Test
  void twoClientsRatesAreAddedByTheirOwnRows() {
    Cell proto = two(put("socket-protobuf", "key=64,value=512", 20));
    Cell grpc = two(put("grpc", "key=64,value=512", 100));
    List<ClientRun> clients = new ArrayList<>();
    for (int repetition = 0; repetition < 3; repetition++) {
      for (int order = 0; order < 10; order++) {
        clients.add(new ClientRun(proto.point().repeated(repetition), 0, order, 100 + order));
        clients.add(new ClientRun(proto.point().repeated(repetition), 1, order, 500 + order));
        clients.add(new ClientRun(grpc.point().repeated(repetition), 0, order, 10 + repetition));
        clients.add(new ClientRun(grpc.point().repeated(repetition), 1, order, 50 + repetition));
      }
    }
    List<Table> tables = section.tables(data(proto, grpc).withClients(clients));

    List<String> median = ordering(tables.get(2), "2 clients, median");
    assertThat(median.get(3)).isEqualTo("2 clients, 10 batches of 1000, one in flight");
    assertThat(Double.parseDouble(median.get(5))).isBetween(609 / 62.1, 609 / 61.9);
    assertThat(median.get(8)).isEqualTo("confirmed");
    assertThat(tables.get(1).rows().get(0).get(7)).as("median of both").isEqualTo("609.000");
    assertThat(tables.get(1).rows().get(1).get(1)).endsWith(", warm");
    assertThat(tables.get(1).rows().get(1).get(7)).as("without the first").isEqualTo("610.000");
  }

  @Test
  void twoClientsWithoutRowsOfTheirOwnHaveNoNumber() {
    Cell grpc = two(put("grpc", "key=64,value=512", 100));
    List<String> row = section.tables(data(grpc)).get(1).rows().get(0);
    assertThat(row.get(7)).isEqualTo("not recorded");
    assertThat(row).contains("rows of single clients are missing");
  }

  @Test
  void fewerPutsThanPublishedAreSaid() {
    assertThat(section.notes(data(put("grpc", "key=64,value=512", 100))))
        .anyMatch(note -> note.startsWith("Scaled down: 10,000 puts a client"));
  }

  @Test
  void streamingIsComparedWithABlockingSocketInBothWays() {
    Cell proto = put("socket-protobuf", "key=64,value=512", 20);
    Cell waiting = put("grpc-stream", "key=64,value=512", 40);
    Cell ahead = with(put("grpc-stream", "key=64,value=512", 10), Dimension.IN_FLIGHT, "64");
    Table table = section.tables(data(proto, waiting, ahead)).get(3);
    assertThat(table.id()).isEqualTo("put-streaming");
    assertThat(
            table.rows().stream()
                .filter(r -> r.get(0).equals("1 client, median") && !r.get(1).endsWith("warm"))
                .map(r -> r.get(1) + " " + Math.round(10 * Double.parseDouble(r.get(3)))))
        .containsExactly(
            "10 batches of 1000, one in flight 5", "10 batches of 1000, 64 in flight 20");
  }

  private static Cell two(Cell cell) {
    return with(cell, Dimension.CLIENTS, "2");
  }

  private static Cell with(Cell cell, Dimension dimension, String value) {
    return new Cell(
        cell.point().with(dimension, value),
        cell.type(),
        cell.timeTotalAvg(),
        cell.tpsAvg(),
        cell.callsPerSecondAvg(),
        cell.ordersUsed(),
        cell.complete(),
        cell.callsNotOk(),
        cell.latency(),
        cell.cost(),
        cell.conditions(),
        cell.flags(),
        cell.orders());
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
