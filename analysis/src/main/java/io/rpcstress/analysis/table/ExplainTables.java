package io.rpcstress.analysis.table;

import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.analysis.explain.Floors;
import io.rpcstress.analysis.flag.Flags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.LoadShape;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** What limits each point, and how far below the floor it stays; over all request modes. */
final class ExplainTables {

  private static final double PERCENT = 100;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final int SHARE_DECIMALS = 1;
  private static final int CALLS_DECIMALS = 1;
  private static final int TIME_DECIMALS = 2;

  static final Columns<Explanation> SHARES =
      new Columns<Explanation>()
          .add("client CPU, %", SHARE_DECIMALS, found -> PERCENT * found.clientCpu())
          .add("server CPU, %", SHARE_DECIMALS, found -> PERCENT * found.serverCpu())
          .add("line out, %", SHARE_DECIMALS, found -> PERCENT * found.lineOut())
          .add("line in, %", SHARE_DECIMALS, found -> PERCENT * found.lineIn());

  private static final Columns<Explanation> FOUND =
      new Columns<Explanation>()
          .addAll(SHARES, found -> found)
          .add("calls under way", SHARE_DECIMALS, Explanation::concurrency)
          .add("at most", Explanation::mostUnderWay)
          .add("limiter", found -> found.limiter().label())
          .add("contradictions", Explanation::contradictions);

  private static final Columns<Cell> POINT =
      new Columns<Cell>()
          .add("threadNum", cell -> cell.point().threadNum())
          .add("requestNum", cell -> cell.point().requestNum())
          .add("requestMode", cell -> cell.point().requestMode().label())
          .add(
              Heading.marked("calls/s"),
              c -> Entry.of(c.callsPerSecond(), CALLS_DECIMALS, CellNotes.of(c)));

  private ExplainTables() {}

  private record Bounded(Cell cell, Floors.Floor floor) {

    double clientCpu() {
      return Explanation.clientCpuUs(cell);
    }
  }

  /** Which resource each point used how much, with the checks that its figures must pass. */
  static Table limiters(SweepData data) {
    return new Columns<Cell>()
        .add("technology", cell -> cell.series().label())
        .addAll(POINT, cell -> cell)
        .addAll(FOUND, Explanation::of)
        .table(
            Tables.words("limiter")
                .with("busy", percent(Explanation.BUSY))
                .with("cpu", percent(Explanation.CPU_TOLERANCE))
                .with("line", percent(Explanation.LINE_TOLERANCE))
                .with("threads", percent(Explanation.THREADS_TOLERANCE)),
            data.cells());
  }

  static Table ceiling(SweepData data) {
    Floors floors = Floors.of(data);
    List<Bounded> rows = new ArrayList<>();
    for (Cell cell : data.cells()) {
      floors.at(cell.point()).ifPresent(floor -> rows.add(new Bounded(cell, floor)));
    }
    double nullUs = floors.nullCpuNsPerCall() / NANOS_PER_MICRO;
    return new Columns<Bounded>()
        .add("technology", row -> data.label(row.cell().series(), LoadShape.COUNTED))
        .addAll(POINT, Bounded::cell)
        .add("floor", row -> row.floor().label())
        .add("at threads", row -> row.floor().threads())
        .add("floor's calls/s", CALLS_DECIMALS, row -> row.floor().callsPerSecond())
        .add(
            Heading.range("floor's range"),
            row -> Entry.range(row.floor().low(), row.floor().high(), CALLS_DECIMALS))
        .add(Heading.marked("of the floor, %"), row -> reached(row.cell(), row.floor()))
        .add("client CPU, us", TIME_DECIMALS, Bounded::clientCpu)
        .add("floor's client CPU, us", TIME_DECIMALS, row -> row.floor().clientCpuUsPerCall())
        .add("server CPU, us", TIME_DECIMALS, row -> Explanation.serverCpuUs(row.cell()))
        .add("floor's server CPU, us", TIME_DECIMALS, row -> row.floor().serverCpuUsPerCall())
        .add(
            "harness's own, % of client CPU",
            SHARE_DECIMALS, row -> PERCENT * (nullUs / row.clientCpu()))
        .table(Tables.words("ceiling"), rows);
  }

  private static String percent(double share) {
    return Numbers.fixed(PERCENT * share, 0);
  }

  /**
   * The share, or why there is none: what still gets faster is measured by nothing, nor measures.
   */
  private static Entry reached(Cell cell, Floors.Floor floor) {
    TreeSet<String> against = new TreeSet<>(Flags.againstCapacity(cell));
    Cell measured = floor.measured();
    if (measured != null) {
      against.addAll(Flags.againstCapacity(measured));
    }
    return against.isEmpty()
        ? Entry.of(PERCENT * cell.callsPerSecond() / floor.callsPerSecond(), SHARE_DECIMALS, "")
        : Entry.word("withheld: " + String.join(" ", against));
  }
}
