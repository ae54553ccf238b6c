package io.rpcstress.analysis.table;

import static io.rpcstress.analysis.sample.Cells.around;
import static io.rpcstress.analysis.sample.Cells.cell;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.analysis.explain.HostPair;
import io.rpcstress.analysis.flag.CellFlags;
import io.rpcstress.analysis.flag.Flags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.CostPerCall;
import io.rpcstress.analysis.model.Percentiles;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.analysis.scaling.Scaling;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** What is not printed, and what stands instead of it. */
class WithheldTest {

  private static final List<String> TREND = List.of(CellFlags.TREND);

  @Test
  void noCeilingIsReadOffAPointOrAFloorThatStillGetsFaster() {
    Cell rpcx = cell(1, point("rpcx", 10), around(40));
    Cell tcp = cell(4, point("tcp", 10), around(20));

    assertThat(ceiling(rpcx, tcp)).isEqualTo("50.0");
    assertThat(ceiling(rpcx.flagged(TREND), tcp)).isEqualTo("withheld: trend");
    assertThat(ceiling(rpcx, tcp.flagged(TREND))).isEqualTo("withheld: trend");
    assertThat(ceiling(rpcx.flagged(List.of("foreign-cpu")), tcp))
        .isEqualTo("withheld: foreign-cpu");
    assertThat(ceiling(rpcx.flagged(List.of("client-cpu")), tcp)).isEqualTo("50.0");
  }

  @Test
  void theLawIsFittedToCallsUnderWayAndToNothingThatStillGetsFaster() {
    List<Cell> cells = new ArrayList<>();
    for (int threads : List.of(1, 2, 4, 8, 16)) {
      // Throughput grows less and less; half of the threads have a call under way.
      double ms = 40 * (1 + 0.1 * (threads - 1)) / threads;
      cells.add(underWay(cell(1, point("rpcx", threads), around(ms)), threads / 2.0));
    }
    Scaling all = scaling(cells);
    assertThat(all.fit()).isPresent();
    assertThat(all.fit().orElseThrow().largest()).isBetween(7.9, 8.1);

    cells.replaceAll(c -> c.point().threadNum() > 2 ? c.flagged(TREND) : c);
    Scaling withheld = scaling(cells);
    assertThat(withheld.fit()).isEmpty();
    assertThat(withheld.without()).isEqualTo("too few counts: 2, 4 needed, 3 withheld by trend");
  }

  @Test
  void noLawIsReadFromPointsOfManyCallsUnderWayOnly() {
    List<Cell> cells = new ArrayList<>();
    for (int threads : List.of(10, 25, 50, 75, 100)) {
      cells.add(underWay(cell(1, point("rpcx", threads), around(40 - threads / 50.0)), threads));
    }
    assertThat(scaling(cells).without()).startsWith("no point near one call under way");
  }

  @Test
  void aPercentileOfCallsThatTimedOutIsBeyondTheDeadline() {
    assertThat(LatencyCells.text(812.0, 99, 0.011, "", 1)).isEqualTo(LatencyCells.BEYOND);
    assertThat(LatencyCells.text(812.0, 99, 0.009, "", 1)).isEqualTo("812.0");
    assertThat(LatencyCells.text(400.0, 50, 0.011, "", 1)).isEqualTo("400.0");
    assertThat(LatencyCells.text(900.0, 99.9, 0.002, "", 1)).isEqualTo(LatencyCells.BEYOND);
    assertThat(LatencyCells.text(null, 99, 0, "<", 1)).isEmpty();
  }

  @Test
  void aLatencyOfFewerCallsUnderWayThanThreadsIsMarked() {
    Cell few = underWay(cell(1, point("rpcx", 100), around(40)), 20);
    Explanation found = Explanation.of(few, HostPair.UNKNOWN);
    assertThat(found.isUnderThreads()).isTrue();
    assertThat(LatencyCells.of(few, found, 0).at(50)).endsWith("<");
    Cell all = underWay(cell(1, point("rpcx", 20), around(40)), 19);
    Explanation full = Explanation.of(all, HostPair.UNKNOWN);
    assertThat(LatencyCells.of(all, full, 0).at(50)).doesNotContain("<");
  }

  @Test
  void aCpuTimeBeyondTheProcessorsIsEmpty() {
    HostPair hosts =
        new HostPair(OptionalDouble.of(1), OptionalDouble.of(1), OptionalDouble.empty());
    Cell cell = cell(1, point("rpcx", 10), around(40)); // 2,500 calls/s: 400 us each fill a core
    assertThat(Explanation.clientCpuUs(withCpu(cell, 1_197.0), hosts)).isNull();
    assertThat(Explanation.clientCpuUs(withCpu(cell, 300.0), hosts)).isEqualTo(300);
    assertThat(Explanation.serverCpuUs(withCpu(cell, 1_197.0), hosts)).isEqualTo(10);
  }

  @Test
  void flagsAreSummedUpOnceByCause() {
    Table flags =
        FlagTable.byCause(
            Cells.data(
                List.of(
                    cell(1, point("rpcx", 10), around(40)).flagged(List.of("client-cpu", "jitter")),
                    cell(1, point("rpcx", 20), around(40)).flagged(List.of("client-cpu"))),
                List.of()));
    assertThat(flags.rows()).hasSize(2);
    assertThat(flags.rows().get(0).subList(0, 2)).containsExactly("client-cpu", "2");
    assertThat(flags.rows().get(1).get(3)).startsWith("takes the point out of verdicts");
    assertThat(Flags.invalidates("jitter")).isTrue();
    assertThat(Flags.invalidates(Explanation.OVER_THREADS)).isTrue();
    assertThat(Flags.invalidates(Explanation.OVER_LINE)).as("a lower bound").isFalse();
    assertThat(Flags.explains("client-cpu")).isTrue();
    assertThat(Flags.consequence("client-cpu")).isEqualTo("none: it explains, see the limiter");
    assertThat(Flags.consequence("scraped")).as("no limiter").isEqualTo("none: it explains");
    assertThat(Flags.invalidates("of-tomorrow")).isFalse();
  }

  @Test
  void theRatioStandsWithAndWithoutTheGate() {
    SweepData plain =
        Cells.data(
            List.of(cell(1, point("rpcx", 10), around(40)), cell(2, point("grpc", 10), around(80))),
            List.of());
    assertThat(table(plain, "ratio-to-rpcx").header()).noneMatch(h -> h.contains("gate"));

    SweepData gated =
        new SweepData(
            plain
                .sweep()
                .withFacts(List.of(new Sweep.Fact("calibration", "gates.10.medianMs", "20.0"))),
            plain.series(),
            plain.cells(),
            plain.failures(),
            plain.badRows());
    Table ratios = table(gated, "ratio-to-rpcx");
    assertThat(ratios.header()).endsWith("grpc / rpcx", "grpc / rpcx, without the gate");
    assertThat(ratios.rows().get(0)).endsWith("2.000", "3.000");
    for (String id : List.of("technologies", "latency", "cold-and-warm", "cost-per-call")) {
      Table each = table(gated, id);
      assertThat(each.rows().get(0).get(each.header().indexOf("gate, ms")))
          .as(id)
          .isEqualTo("20.00");
    }
  }

  private static Table table(SweepData data, String id) {
    return Tables.of(data).stream().filter(t -> t.id().equals(id)).findFirst().orElseThrow();
  }

  private static String ceiling(Cell one, Cell floor) {
    Table table = ExplainTables.ceiling(Cells.data(List.of(one, floor), List.of()));
    return table.rows().get(0).get(table.header().indexOf("of the floor, %"));
  }

  private static Scaling scaling(List<Cell> cells) {
    return Scaling.all(Cells.data(cells, List.of())).get(0);
  }

  /** The same with a mean latency that makes so many calls under way. */
  private static Cell underWay(Cell cell, double calls) {
    double meanUs = calls * 1e6 / cell.callsPerSecond();
    Percentiles latency = new Percentiles(900, Map.of(50.0, meanUs), meanUs, meanUs);
    return new Cell(
        cell.point(),
        cell.type(),
        cell.timeTotalAvg(),
        cell.tpsAvg(),
        cell.callsPerSecondAvg(),
        cell.ordersUsed(),
        cell.complete(),
        cell.callsNotOk(),
        latency,
        cell.cost(),
        cell.conditions(),
        cell.flags(),
        cell.orders());
  }

  private static Cell withCpu(Cell cell, double clientUs) {
    return new Cell(
        cell.point(),
        cell.type(),
        cell.timeTotalAvg(),
        cell.tpsAvg(),
        cell.callsPerSecondAvg(),
        cell.ordersUsed(),
        cell.complete(),
        cell.callsNotOk(),
        cell.latency(),
        new CostPerCall(clientUs, null, null, 10.0, null, null, null, null, null, null, null),
        cell.conditions(),
        cell.flags(),
        cell.orders());
  }

  private static Point point(String technology, int threads) {
    return SweepGenerator.point(technology, threads, 100, RequestMode.TOTAL);
  }
}
