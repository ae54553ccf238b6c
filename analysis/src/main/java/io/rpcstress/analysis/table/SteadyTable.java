package io.rpcstress.analysis.table;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.ProcessInterval;
import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.analysis.explain.HostPair;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.TimedLoad;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The timed loops: what a process does once it is warm, apart from its first seconds. */
public final class SteadyTable {

  /** The id of the table of flags. */
  public static final String FLAGS = "steady-flags";

  private static final int RATE_DECIMALS = 1;
  private static final int COST_DECIMALS = 1;
  private static final int SWITCH_DECIMALS = 2;
  private static final double MEDIAN = 50;
  private static final double P90 = 90;
  private static final double P95 = 95;
  private static final double P99 = 99;
  private static final double P999 = 99.9;

  private SteadyTable() {}

  /** The verdicts and the numbers; empty for a sweep without timed loops. */
  public static List<Table> of(SweepData data) {
    if (data.steady().isEmpty()) {
      return List.of();
    }
    List<Table> tables = new ArrayList<>(SteadyVerdictsTable.of(data));
    tables.add(numbers(data));
    tables.add(costs(data));
    if (data.steady().stream().anyMatch(c -> c.settled().size() < c.processes().size())) {
      tables.add(warm(data));
    }
    tables.add(limiters(data));
    tables.addAll(SteadyCapacityTables.of(data));
    tables.add(ScalingTable.ofTimed(data));
    Table flags = byCause(data);
    if (!flags.rows().isEmpty()) {
      tables.add(flags);
    }
    return tables;
  }

  /** Each flag of timed loops once: where it stands, what it does, what it means. */
  public static Table byCause(SweepData data) {
    Map<String, Integer> processes = new TreeMap<>();
    Map<String, Integer> points = new TreeMap<>();
    for (Cell cell : data.steady()) {
      cell.flags().forEach(flag -> points.merge(flag, 1, Integer::sum));
      cell.processes()
          .forEach(p -> p.flags().forEach(flag -> processes.merge(flag, 1, Integer::sum)));
    }
    int all = data.steady().stream().mapToInt(c -> c.processes().size()).sum();
    return FlagTable.ofProcesses(
        FLAGS,
        "Timed loops: flags by cause, and what each takes out",
        points,
        processes,
        "Of %d points and %d processes.".formatted(data.steady().size(), all));
  }

  private static Table limiters(SweepData data) {
    return new Table(
        "steady-limiter",
        "Timed loop: what limits each point",
        List.of(
            "technology",
            "threads",
            "of valid processes",
            "of all processes",
            "client CPU, %",
            "server CPU, %",
            "line out, %",
            "line in, %",
            "calls under way"),
        data.steady().stream()
            .map(
                cell -> {
                  HostPair hosts = HostPair.of(data.sweep(), cell.point().directoryName());
                  Explanation all = Explanation.of(cell.unjudgedCost(), hosts);
                  return List.of(
                      data.timedLabel(cell.series()),
                      Integer.toString(cell.point().threadNum()),
                      Explanation.of(cell, hosts).limiter().label(),
                      all.limiter().label(),
                      ExplainTables.percent(all.clientCpu()),
                      ExplainTables.percent(all.serverCpu()),
                      ExplainTables.percent(all.lineOut()),
                      ExplainTables.percent(all.lineIn()),
                      all.concurrency().isEmpty()
                          ? ""
                          : Numbers.fixed(all.concurrency().getAsDouble(), COST_DECIMALS));
                })
            .toList(),
        List.of(
            "The busiest resource from 80 % on. Without one, `threads waiting` where threads are in calls,"
                + " and `none of these` where they are not. `unknown`: a figure is missing, such as the"
                + " bytes or the bandwidth of the line.",
            "Shares are of all processes, also those that flags leave out: of the processors that either"
                + " JVM may use, and of what the line carried before the sweep. Empty is unknown."));
  }

  /** The numbers of all processes: those behind pictures of a sweep that was not shown steady. */
  private static Table warm(SweepData data) {
    return new Table(
        "warm",
        "Timed loop: all processes, those that flags leave out too",
        List.of(
            "technology",
            "threads",
            "processes",
            "not shown steady",
            "calls/s",
            "95 % interval",
            "client CPU, us/call",
            "client JIT, us/call",
            "client GC, us/call",
            "server CPU, us/call",
            "server JIT, us/call",
            "server GC, us/call",
            "bytes/call",
            "min, us",
            "mean, us",
            "p50, us",
            "p90, us",
            "p95, us",
            "p99, us",
            "p99.9, us"),
        data.steady().stream().map(cell -> warm(cell, data)).toList(),
        List.of(
            "No verdict is made of these numbers: they are what was measured, and the steady state was"
                + " not shown. CPU is of the processes alone whose processor time can be true. Empty is"
                + " unknown, not 0.",
            "calls/s is the mean over processes, and the interval is theirs: over server starts where"
                + " the rows name several (then the mean is geometric), and empty for one process. Cost"
                + " is that of all good calls together.",
            RuntimeCells.NOTE,
            CellNotes.UNDER_THREADS_NOTE,
            LatencyCells.DEADLINE_NOTE));
  }

  private static List<String> warm(Cell cell, SweepData data) {
    Cell all = cell.unjudged();
    Cell costs = cell.unjudgedCost();
    Optional<Estimate> rate = ProcessInterval.callsPerSecond(all);
    LatencyCells latencies =
        new LatencyCells(all.latency(), all.timedOutShare(), mark(all), COST_DECIMALS);
    RuntimeCells jvm = new RuntimeCells(costs);
    return List.of(
        data.timedLabel(cell.series()),
        Integer.toString(cell.point().threadNum()),
        Integer.toString(cell.processes().size()),
        Integer.toString(cell.processes().size() - cell.settled().size()),
        rate.map(r -> Numbers.fixed(r.interval().value(), RATE_DECIMALS)).orElse(""),
        rate.map(r -> Numbers.interval(r.interval(), RATE_DECIMALS)).orElse(""),
        Numbers.fixed(costs.clientCpuUs(), COST_DECIMALS),
        jvm.clientJit(),
        jvm.clientGc(),
        Numbers.fixed(costs.serverCpuUs(), COST_DECIMALS),
        jvm.serverJit(),
        jvm.serverGc(),
        Numbers.fixed(all.perCall(Run::bytes), COST_DECIMALS),
        latencies.min(),
        latencies.mean(),
        latencies.at(MEDIAN),
        latencies.at(P90),
        latencies.at(P95),
        latencies.at(P99),
        latencies.at(P999));
  }

  /** What the compilers and the collectors of both sides are a part of. */
  private static Table costs(SweepData data) {
    return new Table(
        "steady-cost",
        "Timed loop: processor time of a good call on both hosts, and what the JVMs took of it",
        List.of(
            "technology",
            "threads",
            "processes",
            "client CPU, us/call",
            "client JIT, us/call",
            "client GC, us/call",
            "server CPU, us/call",
            "server JIT, us/call",
            "server GC, us/call"),
        data.steady().stream()
            .map(
                cell -> {
                  RuntimeCells jvm = new RuntimeCells(cell);
                  return List.of(
                      data.timedLabel(cell.series()),
                      Integer.toString(cell.point().threadNum()),
                      cell.valid().size() + " of " + cell.processes().size(),
                      Numbers.fixed(cell.clientCpuUs(), COST_DECIMALS),
                      jvm.clientJit(),
                      jvm.clientGc(),
                      Numbers.fixed(cell.serverCpuUs(), COST_DECIMALS),
                      jvm.serverJit(),
                      jvm.serverGc());
                })
            .toList(),
        List.of(
            "Of the processes that no flag leaves out; us/call is ms for 1,000 calls. Empty is unknown,"
                + " not 0.",
            RuntimeCells.NOTE));
  }

  private static Table numbers(SweepData data) {
    return new Table(
        "steady",
        "Timed loop: calls a second in windows of time, after a warm-up",
        List.of(
            "technology",
            "threads",
            "load",
            "processes",
            "left out",
            "of all settled",
            "calls/s",
            "95 % interval",
            "interval over",
            "min, us",
            "mean, us",
            "p50, us",
            "p95, us",
            "p99, us",
            "client CPU, us/call",
            "of it JIT, us/call",
            "server CPU, us/call",
            "client switches/call",
            "server switches/call",
            "bytes/call",
            "calls under way",
            "steady from window",
            "not ok",
            "flags"),
        data.steady().stream().map(cell -> row(cell, data)).toList(),
        List.of(
            "All windows of a process together are one sample. calls/s is the mean over processes, and"
                + " the interval is theirs: over server starts where the rows name several (then the mean"
                + " is geometric), and empty for one process. Never mix these with the tables of counted"
                + " loops, which are the first seconds of a process.",
            "Left out: the processes that did not settle or did not stay settled, or carry another flag"
                + " that invalidates, with how many each flag leaves out; no number of theirs is in the"
                + " row. `processes` counts them all.",
            "Settled: of a warm-up until steady, the processes that were steady before its cap and,"
                + " where the version that measured them asked, stayed so in their windows."
                + " Where that was not asked, steadiness is assumed from the length of the warm-up, not"
                + " shown.",
            "Cost is that of a good call. The client's CPU time holds what its JIT compilers took, which"
                + " stands beside it. Empty is unknown, not 0.",
            "Percentiles are of the added histograms. Closed-loop percentiles are not a user's"
                + " latency; rows with different calls under way do not compare in them.",
            CellNotes.UNDER_THREADS_NOTE,
            LatencyCells.DEADLINE_NOTE));
  }

  private static List<String> row(Cell cell, SweepData data) {
    Optional<Estimate> rate = ProcessInterval.callsPerSecond(cell);
    TimedLoad load = cell.point().timed();
    LatencyCells latencies =
        new LatencyCells(cell.latency(), cell.timedOutShare(), mark(cell), COST_DECIMALS);
    return List.of(
        data.timedLabel(cell.series()),
        Integer.toString(cell.point().threadNum()),
        load == null ? "" : load.toString(),
        Integer.toString(cell.processes().size()),
        leftOut(cell),
        cell.steadyIsShown() ? Integer.toString(cell.settled().size()) : "not asked",
        rate.map(r -> Numbers.fixed(r.interval().value(), RATE_DECIMALS)).orElse(""),
        rate.map(r -> Numbers.interval(r.interval(), RATE_DECIMALS)).orElse(""),
        rate.filter(r -> r.interval().isKnown()).map(r -> r.unit().label()).orElse(""),
        latencies.min(),
        latencies.mean(),
        latencies.at(MEDIAN),
        latencies.at(P95),
        latencies.at(P99),
        Numbers.fixed(cell.clientCpuUs(), COST_DECIMALS),
        Numbers.fixed(cell.perCall(Run::clientCompileUs), COST_DECIMALS),
        Numbers.fixed(cell.serverCpuUs(), COST_DECIMALS),
        Numbers.fixed(cell.perCall(Run::clientCtxSwitches), SWITCH_DECIMALS),
        Numbers.fixed(cell.perCall(Run::serverCtxSwitches), SWITCH_DECIMALS),
        Numbers.fixed(cell.perCall(Run::bytes), COST_DECIMALS),
        Numbers.fixed(cell.callsUnderWay(), COST_DECIMALS),
        cell.processes().stream()
            .map(p -> p.steadyFrom() == null ? "-" : p.steadyFrom().toString())
            .distinct()
            .collect(Collectors.joining(" ")),
        Long.toString(cell.processes().stream().mapToLong(p -> p.callsNotOk()).sum()),
        String.join(" ", cell.flags()));
  }

  private static String mark(Cell cell) {
    return cell.againstLatencies().contains(Flag.UNDER_THREADS.label())
        ? CellNotes.UNDER_THREADS
        : "";
  }

  /** How many, and by what. */
  private static String leftOut(Cell cell) {
    int out = cell.processes().size() - cell.valid().size();
    return out == 0
        ? "0"
        : cell.leftOut().entrySet().stream()
            .map(e -> e.getKey() + " " + e.getValue())
            .collect(Collectors.joining(", ", out + ": ", ""));
  }
}
