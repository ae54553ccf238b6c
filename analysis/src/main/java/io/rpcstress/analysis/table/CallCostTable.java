package io.rpcstress.analysis.table;

import io.rpcstress.analysis.answer.CallCost;
import io.rpcstress.analysis.answer.Load;
import io.rpcstress.analysis.answer.Loads;
import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.MeasuringLine;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.record.ColdStartRecord.Sample;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.commons.statistics.descriptive.Median;

/** What a call costs at one load, a row a series. */
public final class CallCostTable {

  private static final int DECIMALS = 1;
  private static final double PERCENT = 100;
  private static final String CLIENT_SIDE = "client";

  /** A smaller share of compilers in a call's processor time needs no column. */
  private static final double COMPILING = 0.01;

  private CallCostTable() {}

  private record Line(String label, Cell cell, CallCost cost) {

    String contender() {
      return cell.point().directoryName();
    }
  }

  public static Table of(SweepData data, Loads loads, Load load) {
    List<Line> lines =
        loads.at(load).stream()
            .map(cell -> new Line(loads.label(cell.series()), cell, CallCost.of(cell)))
            .toList();
    Map<String, Double> starts = coldStarts(data);
    boolean started = !starts.isEmpty();
    boolean ran = lines.stream().anyMatch(line -> !Double.isNaN(line.cell().coldMs()));
    boolean wire = lines.stream().anyMatch(line -> !Double.isNaN(line.cost().bytes().value()));
    boolean beyond =
        lines.stream().anyMatch(line -> line.cell().flags().contains(Explanation.OVER_CPU));
    boolean between = lines.stream().anyMatch(line -> CallCost.isCarried(line.cell()));
    boolean compiling = lines.stream().anyMatch(line -> line.cost().compiling() >= COMPILING);
    return new Columns<Line>()
        .add("technology", Line::label)
        .add("client CPU, us", DECIMALS, line -> line.cost().client().value())
        .add("server CPU, us", DECIMALS, line -> line.cost().server().value())
        .addIf(
            between,
            columns ->
                columns.add(
                    "proxy or broker CPU, us", DECIMALS, line -> line.cost().between().value()))
        .addIf(
            compiling,
            c -> c.add("of it compiling, %", 0, line -> PERCENT * line.cost().compiling()))
        .add("bytes", 0, line -> line.cost().bytes().value())
        .add("connections", CallCostTable::connections)
        .addIf(started, c -> c.add("cold start, ms", 0, line -> starts.get(line.contender())))
        .addIf(!started && ran, c -> c.add("first run, ms", 0, line -> line.cell().coldMs()))
        .table(
            Tables.words("call-cost")
                .with("load", load.words())
                .when("between", between)
                .when("direct", !between)
                .when("compiling", compiling)
                .when("loopback", !wire)
                .when("started", started)
                .when("ran", !started && ran)
                .when("beyond", beyond)
                .when("unmeasured", !started && !ran)
                .when("unknown-host", !MeasuringLine.knowsHost(data.sweep()))
                .with(
                    "command",
                    MeasuringLine.coldStart(
                        data.sweep(), lines.stream().map(Line::contender).distinct().toList())),
            lines);
  }

  private static String connections(Line line) {
    String policy = line.cell().conditions().connectionPolicy();
    return policy.replace("multiplexed:", "shared: ").replace(':', ' ');
  }

  /** Median start of fresh clients, ms, by technology; without an archive where both are there. */
  private static Map<String, Double> coldStarts(SweepData data) {
    Map<String, List<Sample>> clients =
        data.sweep().coldStarts().stream()
            .flatMap(each -> each.samples().stream())
            .filter(c -> c.side().equals(CLIENT_SIDE))
            .collect(Collectors.groupingBy(Sample::technology));
    Map<String, Double> medians = new HashMap<>();
    clients.forEach(
        (technology, all) -> {
          boolean plain = all.stream().anyMatch(c -> !c.archive());
          double[] starts =
              all.stream().filter(c -> c.archive() != plain).mapToDouble(Sample::startMs).toArray();
          medians.put(technology, Median.withDefaults().evaluate(starts));
        });
    return medians;
  }
}
