package io.rpcstress.analysis.table;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.SteadyFloors;
import io.rpcstress.analysis.answer.SteadyFloors.SteadyCeiling;
import io.rpcstress.analysis.answer.SteadyFloors.SteadyFloor;
import io.rpcstress.analysis.explain.Floors;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.TargetWidth;
import java.util.ArrayList;
import java.util.List;

/** How far below bare sockets the timed loops stay, and whether those sockets tie by themselves. */
final class SteadyCapacityTables {

  private static final double PERCENT = 100;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final int DECIMALS = 1;

  private SteadyCapacityTables() {}

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
        .add("technology", each -> data.label(each.cell().series(), LoadShape.TIMED))
        .add("threads", each -> each.cell().point().threadNum())
        .add(Heading.counts("processes", "and", "floor"), SteadyCapacityTables::processes)
        .add("calls/s", DECIMALS, each -> rate(each.cell()))
        .add("floor", each -> each.floor().map(SteadyFloor::label))
        .add("floor's calls/s", DECIMALS, each -> each.floor().map(SteadyFloor::callsPerSecond))
        .add(Heading.range("floor's 95 % interval"), SteadyCapacityTables::interval)
        .ratio("of the floor, %", "95 % interval", DECIMALS, each -> percent(each.reached()))
        .add("client CPU, us", DECIMALS, each -> each.cell().clientCpuUs())
        .add("floor's client CPU, us", DECIMALS, each -> each.floor().map(SteadyFloor::clientCpuUs))
        .add("server CPU, us", DECIMALS, each -> each.cell().serverCpuUs())
        .add("floor's server CPU, us", DECIMALS, each -> each.floor().map(SteadyFloor::serverCpuUs))
        .add(
            "harness's own, % of client CPU",
            DECIMALS, each -> PERCENT * nullNs / NANOS_PER_MICRO / each.cell().clientCpuUs())
        .add("withheld because", each -> String.join("; ", each.withheld()))
        .table(
            Tables.words("steady-ceiling")
                .with("confidence", Bootstrap.CONFIDENCE_PERCENT)
                .when("controlled", controlled)
                .when("uncontrolled", !controlled),
            ceilings);
  }

  private static Entry processes(SteadyCeiling found) {
    return Entry.both(found.cell().valid().size(), found.floor().map(SteadyFloor::processes));
  }

  private static Entry interval(SteadyCeiling found) {
    return found.floor().map(floor -> Entry.interval(floor.rate(), DECIMALS)).orElse(Entry.EMPTY);
  }

  private static Estimate percent(Estimate share) {
    Interval of = share.interval();
    return new Estimate(
        new Interval(PERCENT * of.value(), PERCENT * of.low(), PERCENT * of.high()), share.unit());
  }

  private static Table controls(List<SteadyCeiling> controls, SweepData data) {
    return new Columns<SteadyCeiling>()
        .add("floor", each -> data.label(each.cell().series(), LoadShape.TIMED))
        .add("calibrated as", each -> each.floor().map(SteadyFloor::kind))
        .add("threads", each -> each.cell().point().threadNum())
        .add(Heading.counts("processes", "and", "calibrated"), SteadyCapacityTables::processes)
        .add("calls/s", DECIMALS, each -> rate(each.cell()))
        .add("calibrated calls/s", DECIMALS, each -> each.floor().map(SteadyFloor::callsPerSecond))
        .ratio("of the calibrated, %", "95 % interval", DECIMALS, each -> percent(each.reached()))
        .add("reaches 100 %", SteadyCeiling::reachesAll)
        .add("withheld because", each -> String.join("; ", each.withheld()))
        .table(
            Tables.words("steady-floor").with("width", Numbers.fixed(TargetWidth.CONTROL, 2)),
            controls);
  }

  private static double rate(Cell cell) {
    return Estimate.callsPerSecond(cell).value();
  }
}
