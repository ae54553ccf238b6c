package io.rpcstress.analysis.table;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.Overview.Scope;
import io.rpcstress.analysis.answer.Pair;
import io.rpcstress.analysis.answer.Verdicts;
import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Column;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Holm;
import io.rpcstress.measure.statistics.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeSet;

/** The timed loops: what a process does once it is warm, apart from its first seconds. */
public final class SteadyTable {

  private static final int DECIMALS = 1;
  private static final int SWITCH_DECIMALS = 2;
  private static final int RATIO_DECIMALS = 3;
  private static final double MEDIAN = 50;
  private static final double P99 = 99;
  private static final double PERCENT = 100;
  private static final String WITHHELD = "withheld: ";

  /** Calls under way that differ by more than this factor make different loads. */
  private static final double SAME_LOAD = 1.25;

  private static final Columns<Cell> COSTS =
      new Columns<Cell>()
          .add("client CPU, us/call", DECIMALS, Cell::clientCpuUs)
          .addAll(OurTables.clientRuntime(", us/call"), cell -> cell)
          .add("server CPU, us/call", DECIMALS, Cell::serverCpuUs)
          .addAll(OurTables.serverRuntime(", us/call"), cell -> cell);

  private SteadyTable() {}

  /** The verdicts and the numbers; empty for a sweep without timed loops. */
  public static List<Table> of(SweepData data) {
    if (data.steady().isEmpty()) {
      return List.of();
    }
    List<Table> tables = new ArrayList<>(verdicts(data));
    tables.add(numbers(data));
    tables.add(costs(data));
    tables.add(limiters(data));
    tables.addAll(SteadyCapacityTables.of(data));
    tables.add(ScalingTable.ofTimed(data));
    Table flags = FlagTable.byCause(data, LoadShape.TIMED);
    if (!flags.rows().isEmpty()) {
      tables.add(flags);
    }
    return tables;
  }

  private static List<Table> verdicts(SweepData data) {
    Verdicts verdicts = Verdicts.of(data);
    return new Columns<Pair>()
        .add("technology", pair -> data.label(pair.cell().series(), LoadShape.TIMED))
        .add("baseline", pair -> data.label(pair.reference().series(), LoadShape.TIMED))
        .add("threads", pair -> pair.cell().point().threadNum())
        .add(
            Heading.counts("processes", "and", "baseline"),
            pair -> Entry.both(pair.cell().valid().size(), pair.reference().valid().size()))
        .ratio("time ratio", "95 % interval", RATIO_DECIMALS, Pair::ratio)
        .add("standing", Pair::standing)
        .add(
            Heading.counts("calls under way", "and", "baseline").typed(Column.Type.NUMBER),
            SteadyTable::callsUnderWay)
        .add(Heading.marked("p50 ratio"), pair -> latency(pair, MEDIAN))
        .add(Heading.marked("p99 ratio"), pair -> latency(pair, P99))
        .tableOfSome(
            Tables.words("steady-verdicts")
                .with("scope", Scope.of(data, LoadShape.TIMED).label())
                .with("confidence", Bootstrap.CONFIDENCE_PERCENT)
                .with("family", verdicts.family())
                .with("level", Numbers.fixed(PERCENT * Holm.LEVEL, 0)),
            verdicts.of(LoadShape.TIMED));
  }

  private static Entry callsUnderWay(Pair pair) {
    return Entry.range(pair.cell().callsUnderWay(), pair.reference().callsUnderWay(), DECIMALS);
  }

  /** One percentile by the other; why not, where the two are not of the same load. */
  private static Entry latency(Pair pair, double level) {
    TreeSet<String> against = new TreeSet<>(pair.cell().againstLatencies());
    against.addAll(pair.reference().againstLatencies());
    if (!against.isEmpty()) {
      return Entry.word(WITHHELD + String.join(", ", against));
    }
    double one = pair.cell().callsUnderWay();
    double other = pair.reference().callsUnderWay();
    if (Double.isNaN(one) || Double.isNaN(other)) {
      return Entry.word(WITHHELD + "calls under way unknown");
    }
    if (Math.max(one, other) > SAME_LOAD * Math.min(one, other)) {
      return Entry.word(WITHHELD + "calls under way differ");
    }
    double above = pair.cell().latency().at(level);
    double below = pair.reference().latency().at(level);
    return Entry.of(above / below, RATIO_DECIMALS, "");
  }

  private static Columns<Cell> columns(SweepData data) {
    return new Columns<Cell>()
        .add("technology", cell -> data.label(cell.series(), LoadShape.TIMED))
        .add("threads", cell -> cell.point().threadNum());
  }

  private static Table limiters(SweepData data) {
    return columns(data)
        .addAll(
            new Columns<Explanation>()
                .add("limiter", all -> all.limiter().label())
                .addAll(ExplainTables.SHARES, all -> all)
                .add("calls under way", DECIMALS, Explanation::concurrency),
            Explanation::of)
        .table(Tables.words("steady-limiter"), data.steady());
  }

  /** What the compilers and the collectors of both sides are a part of. */
  private static Table costs(SweepData data) {
    return columns(data)
        .add(
            Heading.counts("processes", "of", "of"),
            cell -> Entry.both(cell.valid().size(), cell.processes().size()))
        .addAll(COSTS, cell -> cell)
        .table(Tables.words("steady-cost"), data.steady());
  }

  private static Table numbers(SweepData data) {
    return columns(data)
        .add("load", cell -> cell.point().timed())
        .add("processes", cell -> cell.processes().size())
        .addAll(OpenTables.LEFT_OUT, cell -> cell)
        .add(
            Heading.marked("settled").typed(Column.Type.INTEGER),
            c -> c.steadyIsShown() ? Entry.of(c.settled().size()) : Entry.word("not required"))
        .estimate("calls/s", "95 % interval", DECIMALS, Estimate::callsPerSecond)
        .add("settled alone", SteadyTable::settledAlone)
        .add("interval over", c -> Estimate.callsPerSecond(c).over())
        .addAll(LatencyCells.columns(", us", 50, 95, 99), SteadyTable::latencies)
        .add("client CPU, us/call", DECIMALS, Cell::clientCpuUs)
        .add("of it JIT, us/call", DECIMALS, cell -> cell.perCall(Run::clientCompileUs))
        .add("server CPU, us/call", DECIMALS, Cell::serverCpuUs)
        .add("client switches/call", SWITCH_DECIMALS, c -> c.perCall(Run::clientCtxSwitches))
        .add("server switches/call", SWITCH_DECIMALS, c -> c.perCall(Run::serverCtxSwitches))
        .add("bytes/call", DECIMALS, cell -> cell.perCall(Run::bytes))
        .add("calls under way", DECIMALS, Cell::callsUnderWay)
        .add("steady from window", SteadyTable::steadyFrom)
        .add("not ok", cell -> cell.processes().stream().mapToLong(p -> p.callsNotOk()).sum())
        .add("flags", Cell::flags)
        .table(Tables.words("steady"), data.steady());
  }

  /** Where the processes that settled, alone, would have another number than all have. */
  private static String settledAlone(Cell cell) {
    OptionalDouble alone =
        cell.valid().stream()
            .filter(ProcessRuns::settled)
            .mapToDouble(ProcessRuns::callsPerSecond)
            .average();
    Interval all = Estimate.callsPerSecond(cell).interval();
    boolean isOutside = alone.isPresent() && all.isKnown() && !all.spans(alone.getAsDouble());
    return isOutside ? "outside" : "";
  }

  private static List<String> steadyFrom(Cell cell) {
    return cell.processes().stream()
        .map(p -> p.steadyFrom() == null ? "-" : p.steadyFrom().toString())
        .distinct()
        .toList();
  }

  private static LatencyCells latencies(Cell cell) {
    return new LatencyCells(cell.latency(), cell.timedOutShare(), mark(cell), DECIMALS);
  }

  private static String mark(Cell cell) {
    return cell.againstLatencies().contains(Flag.UNDER_THREADS.label())
        ? CellNotes.UNDER_THREADS
        : "";
  }
}
