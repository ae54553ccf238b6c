package io.rpcstress.analysis.table;

import static io.rpcstress.analysis.sample.Cells.around;
import static io.rpcstress.analysis.sample.Cells.cell;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.analysis.flag.CellFlags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.HostPair;
import io.rpcstress.analysis.model.Percentiles;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.sample.Row;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.util.List;
import java.util.Map;
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
  void aPercentileOfCallsThatTimedOutIsBeyondTheDeadline() {
    Entry beyond = Entry.word(LatencyCells.BEYOND);
    assertThat(LatencyCells.entry(812.0, 99, 0.011, "", 1)).isEqualTo(beyond);
    assertThat(LatencyCells.entry(812.0, 99, 0.009, "", 1).text("")).isEqualTo("812.0");
    assertThat(LatencyCells.entry(400.0, 50, 0.011, "", 1).text("")).isEqualTo("400.0");
    assertThat(LatencyCells.entry(900.0, 99.9, 0.002, "", 1)).isEqualTo(beyond);
    assertThat(LatencyCells.entry(Double.NaN, 99, 0, "<", 1)).isEqualTo(Entry.EMPTY);
  }

  @Test
  void aLatencyOfFewerCallsUnderWayThanThreadsIsMarked() {
    Cell few = underWay(cell(1, point("rpcx", 100), around(40)), 20);
    assertThat(LatencyCells.of(few, 0).at(50).marks()).isEqualTo("<");
    Cell all = underWay(cell(1, point("rpcx", 20), around(40)), 19);
    assertThat(LatencyCells.of(all, 0).at(50).marks()).isEmpty();
  }

  @Test
  void aCpuTimeBeyondTheProcessorsIsEmpty() {
    HostPair hosts = new HostPair(1, 1, Double.NaN);
    // 2,500 calls/s: 400 us each fill a core
    Cell cell = Cells.on(hosts, cell(1, point("rpcx", 10), around(40)));
    assertThat(Explanation.clientCpuUs(withCpu(cell, 1_197.0))).isNaN();
    assertThat(Explanation.clientCpuUs(withCpu(cell, 300.0))).isEqualTo(300);
    assertThat(Explanation.serverCpuUs(withCpu(cell, 1_197.0))).isEqualTo(10);
  }

  private static String ceiling(Cell one, Cell floor) {
    Table table = ExplainTables.ceiling(Cells.data(List.of(one, floor), List.of()));
    return table.rows().get(0).get(table.header().indexOf("of the floor, %"));
  }

  /** The same with a mean latency that makes so many calls under way. */
  private static Cell underWay(Cell cell, double calls) {
    double meanUs = calls * 1e6 / cell.callsPerSecond();
    Percentiles latency = new Percentiles(900, Map.of(50.0, meanUs), meanUs, meanUs, Double.NaN);
    return Cells.with(cell, latency);
  }

  private static Cell withCpu(Cell cell, double clientUs) {
    return Cells.rows(cell, run -> new Row(run).cpu(100 * clientUs, 1_000.0).run());
  }

  private static Point point(String technology, int threads) {
    return SweepGenerator.point(technology, threads, 100, RequestMode.TOTAL);
  }
}
