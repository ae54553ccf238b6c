package io.rpcstress.analysis.figure;

import static io.rpcstress.analysis.sample.SteadyCells.cell;
import static io.rpcstress.analysis.sample.SteadyCells.costing;
import static io.rpcstress.analysis.sample.SteadyCells.data;
import static io.rpcstress.analysis.sample.SteadyCells.flagged;
import static io.rpcstress.analysis.sample.SteadyCells.halfTimedOut;
import static io.rpcstress.analysis.sample.SteadyCells.point;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rpcstress.analysis.answer.Findings;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.table.SteadyTable;
import io.rpcstress.analysis.table.Table;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Figures over a load have the numbers of the tables that their captions name. */
class LoadDataTest {

  /** Of 10 and 40 us a call, 25 us in all; their geometric mean is 20. */
  @Test
  void costOverThreadsIsThatOfAllCallsAsInTheTable() {
    SteadyCell rpcx = costing(cell(point("rpcx", 10), 20_000, 20_000), 10.0, 40.0);
    SteadyCell more = costing(cell(point("rpcx", 100), 20_000, 20_000), 10.0, null);
    SweepData data = data(rpcx, more, costing(cell(point("rpcx", 50), 9_000, 9_000), 0.0, 8.0));

    JsonNode panels = json(data).get("overThreads").get(0).get("lines").get(0).get("panels");

    JsonNode first = panels.get(1).get(0);
    assertThat(first.get(1).doubleValue()).isCloseTo(25, within(1e-3));
    assertThat(first.size()).as("the processes' interval").isEqualTo(4);
    assertThat(panels.get(1).size())
        .as("one of whose processes one is unknown has none")
        .isEqualTo(2);
    JsonNode second = panels.get(1).get(1);
    assertThat(second.get(1).doubleValue()).isCloseTo(4, within(1e-3));
    assertThat(second.size()).as("no interval around a process without any").isEqualTo(2);
  }

  @Test
  void firstSecondsOverThreadsAreTheTablesToo() {
    SweepData data = MadeUpSweep.small();
    JsonNode chart = json(data).get("overThreads").get(0);
    Cell cell =
        data.cells().stream()
            .filter(c -> c.point().directoryName().equals("rpcx") && c.isSound())
            .filter(
                c -> chart.get("where").stringValue().contains(" " + c.point().requestNum() + " "))
            .findFirst()
            .orElseThrow();

    JsonNode panels = chart.get("lines").get(0).get("panels");

    assertThat(panels.get(0).get(0).get(1).doubleValue())
        .isCloseTo(cell.callsPerSecond(), within(cell.callsPerSecond() * 1e-3));
    assertThat(panels.get(1).get(0).get(1).doubleValue()).isCloseTo(80, within(0.1));
  }

  @Test
  void percentilesOfCallsThatTimedOutAreNotDrawnThoughNoProcessIsValid() {
    SteadyCell late = halfTimedOut(flagged(cell(point("rpcx", 10), 20_000), 0, "not-steady"));
    SteadyCell good = flagged(cell(point("grpc", 10), 20_000), 0, "not-steady");

    JsonNode lines = json(data(late, good)).get("timedLatency").get("lines");

    assertThat(lines.get(0).get("points"))
        .extracting(p -> p.get(0).doubleValue())
        .containsExactly(50.0);
    assertThat(lines.get(1).get("points")).hasSize(2);
  }

  @Test
  void latenciesOfFewerCallsUnderWayAreMarkedInFigureAndTable() {
    SteadyCell few = flagged(cell(point("rpcx", 10), 20_000), 0, "not-steady", "under-threads");
    SweepData data = data(few, flagged(cell(point("grpc", 10), 20_000), 0, "not-steady"));

    JsonNode lines = json(data).get("timedLatency").get("lines");
    assertThat(lines.get(0).get("few").booleanValue()).isTrue();
    assertThat(lines.get(1).get("few").booleanValue()).isFalse();
    Figure drawn = figure(data, "latency-warm");
    assertThat(drawn.svg()).contains("rpcx &lt;", "fewer than 80 % of the threads");
    Table warm =
        SteadyTable.of(data).stream().filter(t -> t.id().equals("warm")).findFirst().orElseThrow();
    int p99 = warm.header().indexOf("p99, us");
    assertThat(warm.rows().get(0).get(p99)).endsWith("<");
    assertThat(warm.rows().get(1).get(p99)).doesNotContain("<");
  }

  /** The fastest of all is so at another thread count. */
  @Test
  void aRowOverOtherPointsIsLastAndTheirNumberStandsBesideIt() {
    SweepData data =
        data(
            flagged(cell(point("rpcx", 10), 20_000), 0, "not-steady"),
            cell(point("rpcx", 100), 20_000),
            cell(point("grpc", 10), 10_000),
            cell(point("tcp", 10), 40_000),
            cell(point("openfeign", 100), 80_000));

    String alt = figure(data, "answer-warm").alt();

    assertThat(alt)
        .containsSubsequence("tcp 0.5", "1 of 2", "rpcx baseline", "grpc 2", "openfeign 0.25");
    assertThat(alt).endsWith("no verdict, 1 of 2.");
    assertThat(figure(data, "answer-warm").svg()).contains("and so last: openfeign");
  }

  private static Figure figure(SweepData data, String name) {
    List<Figure> drawn = new FigureBook().of(data);
    return drawn.stream().filter(f -> f.name().equals(name)).findFirst().orElseThrow();
  }

  private static JsonNode json(SweepData data) {
    return JsonMapper.builder().build().readTree(ChartData.json(data, Findings.of(data)));
  }
}
