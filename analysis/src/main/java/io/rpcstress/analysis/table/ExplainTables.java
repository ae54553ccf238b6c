package io.rpcstress.analysis.table;

import static io.rpcstress.analysis.model.Sentence.text;

import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.analysis.explain.Floors;
import io.rpcstress.analysis.flag.Flags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.SweepData;
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

  /** How much of each resource was used. */
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
            "limiter",
            "What limits each point",
            data.cells(),
            "Over the warm runs together. CPU: the process's processor time, divided by the time "
                + "and by the processors that its JVM may use. Line: bytes with all headers, "
                + "divided by what a download got before the sweep, which the line carries at "
                + "least. Calls under way: good calls a second times their mean latency (Little); "
                + "at most threads times calls in flight times client processes. Empty is unknown.",
            text(
                "Limiter: the busiest resource from %.0f %% on. Without one: `threads waiting` "
                    + "if threads are in calls, so latency limits and more threads would help; "
                    + "`none of these` if short runs mostly start and end, or a lock holds "
                    + "threads back; `unknown` if a figure is missing.",
                PERCENT * Explanation.BUSY),
            text(
                "Contradictions, each a flag: `%s` more than %.0f %% of the processors, `%s` "
                    + "more than %.0f %% of the line, `%s` more than %.0f %% of the calls that "
                    + "can be under way. At such a point something is measured wrongly. The first "
                    + "is common in short runs whose threads start and end outside the clock, and "
                    + "overstates the cost of a call. `%s` alone withholds nothing, because one "
                    + "download shows too little of a fast line.",
                Explanation.OVER_CPU,
                PERCENT * Explanation.CPU_TOLERANCE,
                Explanation.OVER_LINE,
                PERCENT * Explanation.LINE_TOLERANCE,
                Explanation.OVER_THREADS,
                PERCENT * Explanation.THREADS_TOLERANCE,
                Explanation.OVER_LINE),
            "Other programs are not in it: a processor that one of them keeps busy is not seen "
                + "here.");
  }

  /** Each point beside what bare sockets do, and what the harness itself takes. */
  static Table ceiling(SweepData data) {
    Floors floors = Floors.of(data);
    List<Bounded> rows = new ArrayList<>();
    for (Cell cell : data.cells()) {
      floors.at(cell.point()).ifPresent(floor -> rows.add(new Bounded(cell, floor)));
    }
    double nullUs = floors.nullCpuNsPerCall() / NANOS_PER_MICRO;
    return new Columns<Bounded>()
        .add("technology", row -> data.countedLabel(row.cell().series()))
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
        .details("at threads", "floor's range", "floor's client CPU, us", "floor's server CPU, us")
        .table(
            "ceiling",
            "How much of what bare sockets do each technology reaches",
            rows,
            "Floor: lines over bare TCP between the same hosts, the better of one connection a thread"
                + " and one for all. From the sweep's calibration at the nearest thread count (by"
                + " factor); without one, from the sweep's own rows at the same point.",
            "Withheld if the point, or the sweep's own rows of the floor, have a trend over "
                + "their runs or a flag that takes them out: a number that still improves is no "
                + "ceiling.",
            "CPU is that of a good call, and empty if it exceeds the processors. The harness's "
                + "own: processor time of a call that goes nowhere, from the calibration; empty "
                + "without one.",
            "A floor has no deadlines, schema, errors or security, so it is a bound and no "
                + "competitor. More than 100 % means that the floor was measured under another "
                + "load.");
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
