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
import java.util.List;

/** How far below bare sockets the timed loops stay. */
final class SteadyCapacityTables {

  private static final double PERCENT = 100;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final int DECIMALS = 1;

  private SteadyCapacityTables() {}

  static List<Table> of(SweepData data) {
    SteadyFloors floors = SteadyFloors.of(data);
    List<SteadyCeiling> ceilings = floors.ceilings();
    return ceilings.isEmpty() ? List.of() : List.of(ceiling(ceilings, data));
  }

  private static Table ceiling(List<SteadyCeiling> ceilings, SweepData data) {
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
            Tables.words("steady-ceiling").with("confidence", Bootstrap.CONFIDENCE_PERCENT),
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

  private static double rate(Cell cell) {
    return Estimate.callsPerSecond(cell).value();
  }
}
