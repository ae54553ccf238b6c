package io.rpcstress.analysis.table;

import static io.rpcstress.analysis.model.Sentence.text;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.SteadyCeiling;
import io.rpcstress.analysis.answer.SteadyFloor;
import io.rpcstress.analysis.answer.SteadyFloors;
import io.rpcstress.analysis.explain.Floors;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.TargetWidth;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How far below bare sockets the timed loops stay, and whether those sockets tie by themselves. */
final class SteadyCapacityTables {

  private static final double PERCENT = 100;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final int DECIMALS = 1;

  private SteadyCapacityTables() {}

  /** Those that have rows. */
  static List<Table> of(SweepData data) {
    SteadyFloors floors = SteadyFloors.of(data);
    List<SteadyCeiling> controls = floors.controls();
    List<Table> tables = new ArrayList<>();
    List<SteadyCeiling> ceilings = floors.ceilings();
    if (!ceilings.isEmpty()) {
      tables.add(ceiling(ceilings, data, !controls.isEmpty()));
    }
    if (!controls.isEmpty()) {
      tables.add(controls(controls, data));
    }
    return tables;
  }

  private static Table ceiling(List<SteadyCeiling> ceilings, SweepData data, boolean controlled) {
    double nullNs = Floors.of(data).nullCpuNsPerCall();
    return new Columns<SteadyCeiling>()
        .add("technology", each -> data.timedLabel(each.cell().series()))
        .add("threads", each -> each.cell().point().threadNum())
        .add(Heading.counts("processes", "and", "floor"), SteadyCapacityTables::processes)
        .add("calls/s", DECIMALS, each -> rate(each.cell()))
        .add("floor", each -> of(each, SteadyFloor::label))
        .add("floor's calls/s", DECIMALS, each -> of(each, SteadyFloor::callsPerSecond))
        .add(Heading.range("floor's 95 % interval"), SteadyCapacityTables::interval)
        .ratio("of the floor, %", "95 % interval", DECIMALS, each -> percent(each.reached()))
        .add("client CPU, us", DECIMALS, each -> each.cell().clientCpuUs())
        .add("floor's client CPU, us", DECIMALS, each -> of(each, SteadyFloor::clientCpuUs))
        .add("server CPU, us", DECIMALS, each -> each.cell().serverCpuUs())
        .add("floor's server CPU, us", DECIMALS, each -> of(each, SteadyFloor::serverCpuUs))
        .add(
            "harness's own, % of client CPU",
            DECIMALS, each -> PERCENT * nullNs / NANOS_PER_MICRO / each.cell().clientCpuUs())
        .add("withheld because", each -> String.join("; ", each.withheld()))
        .details(
            "floor's 95 % interval",
            "interval over", "floor's client CPU, us", "floor's server CPU, us")
        .table(
            "steady-ceiling",
            "Timed loop: how much of what bare sockets do each technology reaches",
            ceilings,
            "Floor: lines over bare TCP in the same sweep, at the same threads, payload and "
                + "windows: the fastest of the sweep's own rows. Without such rows, what the "
                + "calibration measured in the sweep's own timed loop at the same threads. Rows "
                + "of first seconds are not in this table.",
            text(
                "Over loads that were warmed until steady, and the processes that no flag leaves "
                    + "out, on both sides, settled or not. Intervals are %d %% t intervals on "
                    + "logarithms over those processes, or over server starts if the rows name "
                    + "several. A calibration's processes call one server. If the rows name "
                    + "several, or the calibration kept only its median, it is taken to spread as "
                    + "the row does.",
                Bootstrap.CONFIDENCE_PERCENT),
            controlled
                ? "The table `steady-floor` shows whether the floor's own rows reach what the "
                    + "calibration found."
                : "The floor is not checked against itself here. That needs rows of it and a "
                    + "calibration in the sweep's timed loop, at the same threads.",
            "A floor has no deadlines, schema, errors or security, so it is a bound and no "
                + "competitor. Above 100 % the technology makes more of a socket than these do. "
                + "The row of the floor itself is 100 % by definition.");
  }

  private static Entry processes(SteadyCeiling found) {
    SteadyFloor floor = found.floor();
    return Entry.both(found.cell().valid().size(), floor == null ? null : floor.processes());
  }

  private static Entry interval(SteadyCeiling found) {
    SteadyFloor floor = found.floor();
    return floor == null ? Entry.EMPTY : Entry.interval(floor.rate(), DECIMALS);
  }

  private static Estimate percent(Estimate share) {
    Interval of = share.interval();
    return new Estimate(
        new Interval(PERCENT * of.value(), PERCENT * of.low(), PERCENT * of.high()), share.unit());
  }

  /** Empty without a floor. */
  private static Optional<Object> of(SteadyCeiling found, Columns.Value<SteadyFloor> what) {
    SteadyFloor floor = found.floor();
    return floor == null ? Optional.empty() : Optional.ofNullable(what.of(floor));
  }

  private static Table controls(List<SteadyCeiling> controls, SweepData data) {
    return new Columns<SteadyCeiling>()
        .add("floor", each -> data.timedLabel(each.cell().series()))
        .add("calibrated as", each -> of(each, SteadyFloor::kind))
        .add("threads", each -> each.cell().point().threadNum())
        .add(Heading.counts("processes", "and", "calibrated"), SteadyCapacityTables::processes)
        .add("calls/s", DECIMALS, each -> rate(each.cell()))
        .add("calibrated calls/s", DECIMALS, each -> of(each, SteadyFloor::callsPerSecond))
        .ratio("of the calibrated, %", "95 % interval", DECIMALS, each -> percent(each.reached()))
        .add("reaches 100 %", SteadyCeiling::reachesAll)
        .add("withheld because", each -> String.join("; ", each.withheld()))
        .table(
            "steady-floor",
            "Timed loop: whether rows of bare sockets reach what the calibration found of the same sockets",
            controls,
            "The same program and the same loop, measured twice: before the sweep and in it. If "
                + "a row does not tie, shares of that floor are less certain.",
            text(
                "`yes`: the interval holds 100 %% and its upper end is no more than %.2f times "
                    + "its lower end. A calibration's processes call one server. If the rows name "
                    + "several, or the calibration kept only its median, it is taken to spread as "
                    + "the rows do; with one process the interval is that of a prediction. "
                    + "Intervals are printed without correction for their number.",
                TargetWidth.CONTROL));
  }

  private static double rate(Cell cell) {
    return Estimate.callsPerSecond(cell).value();
  }
}
