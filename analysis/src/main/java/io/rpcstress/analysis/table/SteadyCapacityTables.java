package io.rpcstress.analysis.table;

import static io.rpcstress.analysis.model.Sentence.text;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.FloorControl;
import io.rpcstress.analysis.answer.ProcessInterval;
import io.rpcstress.analysis.answer.SteadyCeiling;
import io.rpcstress.analysis.answer.SteadyFloor;
import io.rpcstress.analysis.explain.Floors;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.TargetWidth;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** How far below bare sockets the timed loops stay, and whether those sockets tie by themselves. */
final class SteadyCapacityTables {

  private static final double PERCENT = 100;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final int RATE_DECIMALS = 1;
  private static final int COST_DECIMALS = 1;

  private SteadyCapacityTables() {}

  /** Those that have rows. */
  static List<Table> of(SweepData data) {
    List<FloorControl> controls = FloorControl.all(data);
    List<Table> tables = new ArrayList<>();
    List<SteadyCeiling> ceilings = SteadyCeiling.all(data);
    if (!ceilings.isEmpty()) {
      tables.add(ceiling(ceilings, data, !controls.isEmpty()));
    }
    if (!controls.isEmpty()) {
      tables.add(controls(controls, data));
    }
    return tables;
  }

  private static Table ceiling(List<SteadyCeiling> ceilings, SweepData data, boolean controlled) {
    OptionalDouble nullNs = Floors.of(data).nullCpuNsPerCall();
    return new Table(
        "steady-ceiling",
        "Timed loop: how much of what bare sockets do each technology reaches",
        List.of(
            "technology",
            "threads",
            "processes",
            "calls/s",
            "floor",
            "floor's calls/s",
            "floor's 95 % interval",
            "of the floor, %",
            "95 % interval",
            "interval over",
            "client CPU, us",
            "floor's client CPU, us",
            "server CPU, us",
            "floor's server CPU, us",
            "harness's own, % of client CPU",
            "withheld because"),
        ceilings.stream().map(each -> row(each, data, nullNs)).toList(),
        List.of(
            "Floor: lines over bare TCP in the same sweep, at the same threads, payload and windows: the"
                + " fastest of the sweep's own rows of it. Without such rows that have a number, what the"
                + " calibration measured in the sweep's own timed loop at the same threads. It is no row"
                + " of first seconds, and those have no row here.",
            text(
                "Of processes that were shown steady and that no flag leaves out, on both sides; a process"
                    + " that did not settle, or did not stay settled, gives no number. Intervals are"
                    + " %d %% t intervals on logarithms over those processes: over server starts where"
                    + " the rows name several. A calibration's processes call one server: where the"
                    + " rows name several, or the calibration kept its median alone, they"
                    + " are taken to spread as the row's do.",
                Bootstrap.CONFIDENCE_PERCENT),
            controlled
                ? "Whether the floor's own rows reach all of what the calibration found of it is in the"
                    + " table `steady-floor`."
                : "The floor is not checked against itself here: that takes rows of it and a calibration in"
                    + " the sweep's timed loop, at the same threads.",
            "A floor has no deadlines, no schema, no errors and no security: it bounds, it does not"
                + " compete. Above 100 % the technology makes more of a socket than these do. The row of"
                + " the floor itself is 100 % by definition."));
  }

  private static List<String> row(SteadyCeiling found, SweepData data, OptionalDouble nullNs) {
    Cell cell = found.cell();
    SteadyFloor floor = found.floor();
    Double clientUs = cell.clientCpuUs();
    return List.of(
        data.timedLabel(cell.series()),
        Integer.toString(cell.point().threadNum()),
        cell.valid().size() + (floor == null ? "" : " and " + floor.processes()),
        rate(cell),
        floor == null ? "" : floor.label(),
        floor == null ? "" : Numbers.fixed(floor.callsPerSecond(), RATE_DECIMALS),
        floor == null ? "" : Numbers.interval(floor.interval(), RATE_DECIMALS),
        share(found.reached()),
        interval(found.reached()),
        over(found.reached()),
        Numbers.fixed(clientUs, COST_DECIMALS),
        floor == null ? "" : Numbers.fixed(floor.clientCpuUs(), COST_DECIMALS),
        Numbers.fixed(cell.serverCpuUs(), COST_DECIMALS),
        floor == null ? "" : Numbers.fixed(floor.serverCpuUs(), COST_DECIMALS),
        own(clientUs, nullNs),
        String.join("; ", found.withheld()));
  }

  private static Table controls(List<FloorControl> controls, SweepData data) {
    return new Table(
        "steady-floor",
        "Timed loop: whether rows of bare sockets reach what the calibration found of the same sockets",
        List.of(
            "floor",
            "calibrated as",
            "threads",
            "processes",
            "calls/s",
            "calibrated calls/s",
            "of the calibrated, %",
            "95 % interval",
            "interval over",
            "reaches 100 %",
            "withheld because"),
        controls.stream()
            .map(
                each ->
                    List.of(
                        data.timedLabel(each.cell().series()),
                        each.kind(),
                        Integer.toString(each.cell().point().threadNum()),
                        each.cell().valid().size() + " and " + each.calibrated().processes(),
                        rate(each.cell()),
                        Numbers.fixed(each.calibrated().callsPerSecond(), RATE_DECIMALS),
                        share(each.reached()),
                        interval(each.reached()),
                        over(each.reached()),
                        each.result().label(),
                        String.join("; ", each.withheld())))
            .toList(),
        List.of(
            "The same program, the same loop, measured twice: before the sweep and in it. What does not"
                + " tie here says how far a share of the floor is to be trusted.",
            text(
                "`yes`: the interval holds 100 %% and its upper end is no more than %.2f times its lower"
                    + " one. A calibration's processes call one server: where the rows name several, or"
                    + " the calibration kept its median alone, they are taken to"
                    + " spread as the rows' do, so of one process it is the interval of a prediction. Each"
                    + " interval is printed as it is for one.",
                TargetWidth.CONTROL)));
  }

  private static String rate(Cell cell) {
    return ProcessInterval.callsPerSecond(cell)
        .map(found -> Numbers.fixed(found.interval().value(), RATE_DECIMALS))
        .orElse("");
  }

  private static String share(Estimate reached) {
    double value = reached.interval().value();
    return Double.isFinite(value) ? Numbers.fixed(PERCENT * value, RATE_DECIMALS) : "";
  }

  private static String interval(Estimate reached) {
    Interval found = reached.interval();
    return found.isKnown()
        ? Numbers.interval(
            new Interval(PERCENT * found.value(), PERCENT * found.low(), PERCENT * found.high()),
            RATE_DECIMALS)
        : "";
  }

  private static String over(Estimate reached) {
    return reached.interval().isKnown() ? reached.unit().label() : "";
  }

  private static String own(@Nullable Double clientUs, OptionalDouble nullNs) {
    return clientUs == null || clientUs <= 0 || nullNs.isEmpty()
        ? ""
        : Numbers.fixed(PERCENT * nullNs.getAsDouble() / NANOS_PER_MICRO / clientUs, COST_DECIMALS);
  }
}
