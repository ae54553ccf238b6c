package io.rpcstress.analysis.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.model.Percentiles;
import io.rpcstress.analysis.model.ServiceShares;
import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.SteadyCells;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.ServiceRow;
import io.rpcstress.measure.TimedLoad;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Published numbers of order-flow beside made-up ones. */
class OrderFlowSectionTest {

  private final OrderFlowSection section = new OrderFlowSection();

  private static SteadyCell cell(
      String technology, String variant, int clients, double rate, double meanMs, double p95Ms) {
    return cell("products=1,stock=remote", technology, variant, clients, rate, meanMs, p95Ms);
  }

  private static SteadyCell cell(
      String payload,
      String technology,
      String variant,
      int clients,
      double rate,
      double meanMs,
      double p95Ms) {
    return cell(payload, technology, variant, clients, new double[] {rate, rate}, meanMs, p95Ms);
  }

  private static SteadyCell cell(
      String payload,
      String technology,
      String variant,
      int clients,
      double[] rates,
      double meanMs,
      double p95Ms) {
    Point point =
        Point.timed(
                technology,
                variant,
                clients,
                new TimedLoad(Duration.ofSeconds(10), Duration.ofSeconds(2), 5, null))
            .with(Dimension.OPERATION, "place-order")
            .with(Dimension.PAYLOAD, payload);
    SteadyCell cell = SteadyCells.cell(point, rates);
    return new SteadyCell(
        point,
        cell.type(),
        cell.conditions(),
        cell.processes(),
        new Percentiles(
            1_000,
            Map.of(50.0, 1_000 * meanMs, 95.0, 1_000 * p95Ms),
            2_000 * p95Ms,
            1_000 * meanMs));
  }

  private static SweepData data(SteadyCell... cells) {
    return SteadyCells.data(
        new SweepData(
            new Sweep("id", "name", null, null, null, null, List.of()),
            List.of(),
            List.of(),
            List.of(),
            List.of()),
        cells);
  }

  private Table table(SweepData data, String id) {
    return section.tables(data).stream()
        .filter(each -> each.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private List<String> claim(
      SweepData data, int clients, String quantity, String one, String other) {
    return table(data, "order-flow-published").rows().stream()
        .filter(
            row ->
                row.get(0).equals(Integer.toString(clients))
                    && row.get(1).startsWith(quantity)
                    && row.get(6).equals(one)
                    && row.get(7).equals(other))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void showsUpWhereOrdersWerePlacedInTimedLoops() {
    assertThat(section.isIn(data(cell("grpc", "example", 10, 24, 404, 406)))).isTrue();
    assertThat(section.isIn(data(SteadyCells.cell(SteadyCells.point("tcp", 1), 100, 101))))
        .isFalse();
  }

  @Test
  void whatIsBeyondTheStepsIsTheCostOfCommunication() {
    List<String> row =
        table(data(cell("grpc", "example", 10, 24, 416, 420)), "order-flow-here").rows().get(0);
    assertThat(row.subList(0, 3)).containsExactly("products=1,stock=remote", "10", "grpc");
    assertThat(row.get(9)).isEqualTo("416.00");
    assertThat(row.get(10)).isEqualTo("16.00");
    assertThat(row.get(11)).as("of the response, %").isEqualTo("3.85");
    assertThat(row.get(13)).isEqualTo("420.00");
  }

  @Test
  void eachServiceAndTheBrokerHaveTheirPartOfAnOrder() {
    SteadyCell amqp = cell("amqp", "example", 10, 24, 416, 420);
    SweepData data =
        data(amqp)
            .withServices(
                List.of(
                    new ServiceShares(
                        amqp.point(),
                        List.of(
                            new ServiceRow("order", 100L, 50.0, 400L, 65_536L, 10.0),
                            new ServiceRow("product", 200L, 100.0, 400L, 65_536L, 20_100.0),
                            new ServiceRow("broker", null, 50.0, null, 131_072L, null)))),
                List.of());
    List<List<String>> rows = table(data, "order-flow-services").rows();
    assertThat(rows).hasSize(3);
    assertThat(rows.get(1))
        .containsExactly(
            "products=1,stock=remote",
            "10",
            "amqp",
            "product",
            "2.00",
            "1000",
            "50",
            "201.00",
            "4.00",
            "64");
    assertThat(rows.get(2).subList(3, 10))
        .containsExactly("broker", "", "500", "25", "", "", "128");
  }

  @Test
  void aFlaggedProcessHasNoPartInWhatServicesHad() {
    SteadyCell grpc = cell("grpc", "example", 10, 24, 404, 406);
    SweepData data =
        data(SteadyCells.flagged(grpc, 0, "chain-mismatch"))
            .withServices(
                List.of(
                    new ServiceShares(
                        grpc.point(), List.of(new ServiceRow("order", 1L, 1.0, 1L, 1L, 1.0)))),
                List.of());
    assertThat(table(data, "order-flow-services").rows()).isEmpty();
  }

  @Test
  void aChainWithoutWaitingSaysWhatACallBetweenServicesCosts() {
    String instant = ",steps=instant";
    SweepData data =
        data(
            cell("products=1,stock=remote,services=1" + instant, "grpc", "example", 1, 9, 0.5, 1),
            cell("products=1,stock=remote,services=2" + instant, "grpc", "example", 1, 9, 0.9, 1),
            cell("products=1,stock=remote" + instant, "grpc", "example", 1, 9, 2.5, 3),
            cell("products=1,stock=remote,services=1" + instant, "rpcx", "example", 1, 9, 0.2, 1));
    List<List<String>> rows = table(data, "order-flow-chain").rows();
    assertThat(rows).hasSize(2);
    assertThat(rows)
        .anySatisfy(
            row ->
                assertThat(row.subList(0, 7))
                    .containsExactly("1", "grpc", "0.500", "0.900", "2.500", "5.00", "0.500"))
        .anySatisfy(
            row ->
                assertThat(row.subList(0, 7))
                    .containsExactly("1", "rpcx", "0.200", "", "", "", ""));
    assertThat(table(data, "order-flow-here").rows().get(0).subList(9, 11))
        .as("nothing waits")
        .containsExactly("0.50", "0.50");
  }

  @Test
  void publishedNumbersStandBesideOursForRestBothWays() {
    SweepData data =
        data(
            cell("grpc", "example", 10, 24, 404, 406),
            cell("http-json", "example", 10, 12, 408, 412),
            cell("http-json", "no-reuse", 10, 8, 414, 420));
    List<String> reused = claim(data, 10, "orders", "grpc", "http-json");
    assertThat(reused.subList(4, 6)).containsExactly("3.41", "A");
    assertThat(reused.get(8)).isEqualTo("2.00");
    assertThat(claim(data, 10, "orders", "grpc", "http-json@no-reuse").get(8)).isEqualTo("3.00");
    List<String> mean = claim(data, 10, "mean", "grpc", "http-json@no-reuse");
    assertThat(mean.get(4)).isEqualTo("-9.71");
    assertThat(mean.get(8)).isEqualTo("-10.00");
    assertThat(claim(data, 10, "orders", "grpc", "amqp").get(8)).isEqualTo("not measured here");
    assertThat(claim(data, 10, "p95", "http-json", "").get(8)).isEqualTo("412.00");
  }

  @Test
  void lateOrdersAreConfirmedAndNotAccepted() {
    SteadyCell json = cell("http-json", "example", 300, 300, 940, 1_500);
    SweepData data =
        data(
            cell("grpc", "example", 300, 700, 404, 406),
            SteadyCells.late(json, json.processes().get(0).callsOk() / 2, 0L));
    List<String> row =
        table(data, "order-flow-here").rows().stream()
            .filter(each -> each.get(2).equals("http-json"))
            .findFirst()
            .orElseThrow();
    assertThat(row.get(4)).as("confirmed").isEqualTo("300.000");
    assertThat(row.subList(6, 9))
        .as("accepted, late, lost")
        .containsExactly("225.000", "25.00", "0");
    assertThat(claim(data, 300, "orders accepted", "grpc", "http-json").get(8)).isEqualTo("3.11");
    assertThat(table(data, "order-flow-here").rows())
        .filteredOn(each -> each.get(2).equals("grpc"))
        .as("no limit was set")
        .allSatisfy(each -> assertThat(each.subList(6, 8)).containsExactly("", ""));
  }

  /** Nothing late: as many are accepted as are confirmed, whatever mean that is. */
  @Test
  void acceptedOrdersAreTheShareOfTheConfirmedOnes() {
    double[] unlike = {100, 400};
    SteadyCell json =
        cell("products=1,stock=remote", "http-json", "example", 300, unlike, 940, 1_500);

    List<String> none =
        table(data(SteadyCells.late(json, 0L, 0L)), "order-flow-here").rows().get(0);
    assertThat(none.get(4)).as("geometric mean over servers").isEqualTo("200.000");
    assertThat(none.get(6)).isEqualTo("200.000");

    long all = json.processes().get(1).callsOk();
    List<String> some =
        table(data(SteadyCells.late(json, 0L, all)), "order-flow-here").rows().get(0);
    assertThat(some.subList(6, 8))
        .as("of 500 orders 100, though one process accepted none")
        .containsExactly("40.000", "80.00");
  }

  @Test
  void whatNobodyPublishedIsNotFilledIn() {
    SweepData data = data(cell("grpc", "example", 300, 24, 404, 406));
    assertThat(table(data, "order-flow-published").rows())
        .filteredOn(row -> row.get(0).equals("300"))
        .isNotEmpty()
        .allSatisfy(row -> assertThat(row.get(4)).isEqualTo("not published"));
    assertThat(claim(data, 100, "p95", "http-json", "").get(4)).isEqualTo("1425.13");
    assertThat(table(data, "order-flow-conditions").rows())
        .anySatisfy(row -> assertThat(row).startsWith("high load", "not published"));
  }

  @Test
  void aFlaggedCellIsNoNumberBesideAPublishedOne() {
    SteadyCell grpc = cell("grpc", "example", 10, 24, 404, 406);
    SteadyCell flagged =
        SteadyCells.flagged(SteadyCells.flagged(grpc, 0, "chain-mismatch"), 1, "chain-mismatch");
    SweepData data = data(flagged);
    assertThat(claim(data, 10, "p95", "grpc", "").get(8)).isEqualTo("not measured here");
    assertThat(table(data, "order-flow-here").rows().get(0).get(19))
        .isEqualTo("flagged chain-mismatch");
  }
}
