package io.rpcstress.analysis.table;

import io.rpcstress.analysis.answer.Load;
import io.rpcstress.analysis.answer.Loads;
import io.rpcstress.analysis.answer.ProcessInterval;
import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.analysis.explain.HostPair;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ColdStart;
import io.rpcstress.analysis.model.MeasuringLine;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.Point;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.commons.statistics.descriptive.Median;
import org.jspecify.annotations.Nullable;

/** What a call costs at one load, a row a series. */
public final class CallCostTable {

  private static final int DECIMALS = 1;
  private static final String CLIENT_SIDE = "client";

  private CallCostTable() {}

  /** One series there. */
  private record Line(
      String label,
      String contender,
      @Nullable Double clientUs,
      @Nullable Double serverUs,
      @Nullable Double betweenUs,
      @Nullable Double bytes,
      String connections,
      @Nullable Double firstRunMs) {}

  /**
   * The table.
   *
   * @param loads of the load's loop, which name the rows
   */
  public static Table of(SweepData data, Loads loads, Load load) {
    LoadShape shape = load.place().loadShape();
    List<Line> lines =
        loads.at(load).stream()
            .map(
                cell ->
                    switch (shape) {
                      case TIMED -> timed(cell, loads);
                      case COUNTED -> counted(cell, loads, data);
                      case OPEN -> offered(cell, loads);
                    })
            .toList();
    return table("What a call costs, at " + load.words(), lines, data);
  }

  private static Line offered(Cell cell, Loads loads) {
    return new Line(
        loads.label(cell.series()),
        cell.series().name(),
        mean(cell, ProcessRuns::clientCpuUs),
        mean(cell, ProcessRuns::serverCpuUs),
        mean(cell, process -> process.perCall(Run::proxyCpuUs)),
        mean(cell, ProcessRuns::bytes),
        connections(cell.conditions().connectionPolicy()),
        null);
  }

  /** Null where one of those that carry numbers does not know it, or none does. */
  private static @Nullable Double mean(Cell cell, Function<ProcessRuns, @Nullable Double> value) {
    return ProcessInterval.of(cell, value)
        .map(estimate -> (Double) estimate.interval().value())
        .orElse(null);
  }

  private static Line timed(Cell cell, Loads loads) {
    return new Line(
        loads.label(cell.series()),
        cell.point().directoryName(),
        cell.clientCpuUs(),
        cell.serverCpuUs(),
        cell.perCall(Run::proxyCpuUs),
        cell.perCall(Run::bytes),
        connections(cell.conditions().connectionPolicy()),
        null);
  }

  private static Line counted(Cell cell, Loads loads, SweepData data) {
    Point point = cell.point();
    HostPair hosts = HostPair.of(data.sweep(), point.directoryName());
    return new Line(
        loads.label(cell.series()),
        point.directoryName(),
        Explanation.clientCpuUs(cell, hosts),
        Explanation.serverCpuUs(cell, hosts),
        cell.perCall(Run::proxyCpuUs),
        cell.perCall(Run::bytes),
        connections(cell.conditions().connectionPolicy()),
        cell.coldMs().isPresent() ? (Double) cell.coldMs().getAsDouble() : null);
  }

  private static String connections(String policy) {
    return policy.replace("multiplexed:", "shared: ").replace(':', ' ');
  }

  private static Table table(String title, List<Line> lines, SweepData data) {
    Map<String, Double> starts = coldStarts(data);
    boolean started = !starts.isEmpty();
    boolean ran = lines.stream().anyMatch(line -> line.firstRunMs() != null);
    boolean between = lines.stream().anyMatch(line -> line.betweenUs() != null);
    return new Columns<Line>()
        .add("technology", Line::label)
        .add("client CPU, us", DECIMALS, Line::clientUs)
        .add("server CPU, us", DECIMALS, Line::serverUs)
        .addIf(
            between, columns -> columns.add("proxy or broker CPU, us", DECIMALS, Line::betweenUs))
        .add("bytes", 0, Line::bytes)
        .add("connections", Line::connections)
        .addIf(started, c -> c.add("cold start, ms", 0, line -> starts.get(line.contender())))
        .addIf(!started && ran, columns -> columns.add("first run, ms", 0, Line::firstRunMs))
        .table(
            "call-cost",
            title,
            lines,
            notes(
                "Of the processes that no flag leaves out, after a warm-up or order 0. CPU of "
                    + (between
                        ? "clients and servers, and of what is between them"
                        : "both hosts' processes")
                    + "; bytes both ways, headers included. "
                    + (started
                        ? "Cold start: from a fresh JVM to its first reply. "
                        : ran ? "First run: order 0 of a fresh process. " : "")
                    + "Empty is unknown.",
                started || ran ? "" : unmeasured(lines, data)));
  }

  private static List<String> notes(String about, String unmeasured) {
    return unmeasured.isEmpty() ? List.of(about) : List.of(about, unmeasured);
  }

  /** What to run for the starts that are missing. */
  private static String unmeasured(List<Line> lines, SweepData data) {
    return "Cold starts were not measured. Run this on the client's host, with the servers up%s: `%s`."
        .formatted(
            MeasuringLine.knowsHost(data.sweep())
                ? ""
                : ", and with --host, which the files do not say",
            MeasuringLine.coldStart(
                data.sweep(), lines.stream().map(Line::contender).distinct().toList()));
  }

  /** Median start of fresh clients, ms, by technology; without an archive where both are there. */
  private static Map<String, Double> coldStarts(SweepData data) {
    Map<String, List<ColdStart>> clients =
        ColdStart.of(data.sweep()).stream()
            .filter(c -> c.side().equals(CLIENT_SIDE))
            .collect(Collectors.groupingBy(ColdStart::technology));
    Map<String, Double> medians = new HashMap<>();
    clients.forEach(
        (technology, all) -> {
          boolean plain = all.stream().anyMatch(c -> !c.archive());
          double[] starts =
              all.stream()
                  .filter(c -> c.archive() != plain)
                  .mapToDouble(ColdStart::startMs)
                  .toArray();
          medians.put(technology, Median.withDefaults().evaluate(starts));
        });
    return medians;
  }
}
