package io.rpcstress.analysis.answer;

import static io.rpcstress.analysis.sample.SteadyCells.cell;
import static io.rpcstress.analysis.sample.SteadyCells.flagged;
import static io.rpcstress.analysis.sample.SteadyCells.onServers;
import static io.rpcstress.analysis.sample.SteadyCells.point;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rpcstress.analysis.answer.Comparison.Unit;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Sweep.Fact;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.sample.SteadyCells;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Nested;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** The floor beside timed loops: which it is, whom it is made of, and how it ties with itself. */
class SteadyCeilingTest {

  private static final Cell RPCX = cell(point("rpcx", 10), 10_000, 10_200, 9_900, 10_050);
  private static final Cell TCP = cell(point("tcp", 10), 20_000, 20_300, 19_800, 20_100);
  private static final double MULTIPLEXED = 20_050;

  private static SteadyCeiling only(SweepData data, Cell cell) {
    return SteadyCeiling.all(data).stream()
        .filter(each -> each.cell().point().equals(cell.point()))
        .reduce(
            (one, other) -> {
              throw new AssertionError("two rows of one point");
            })
        .orElseThrow();
  }

  /** A sweep that was calibrated in its own loop: five windows of 2 s, steady after 12 s. */
  private static SweepData calibrated(SweepData data, Fact... instead) {
    List<Fact> facts = new ArrayList<>(List.of(instead));
    for (Fact each :
        List.of(
            floor("callsPerSecond", Double.toString(MULTIPLEXED)),
            floor("processes", "3"),
            floor("loop", "timed"),
            floor("warmSeconds", "12.0"),
            floor("measuredSeconds", "10.1"))) {
      if (facts.stream().noneMatch(f -> f.name().equals(each.name()))) {
        facts.add(each);
      }
    }
    return Cells.data(data.sweep().withFacts(facts), data.series(), data.all(), List.of());
  }

  private static Fact floor(String name, String value) {
    return new Fact("calibration", "floors.multiplexed.10." + name, value);
  }

  @Test
  void aTimedLoopStandsBesideTheSweepsOwnSocketsOfItsLoadWithAnInterval() {
    Cell elsewhere = cell(point("rpcx", 100), 10_000, 10_100);
    Cell larger = cell(point("rpcx", 10).with(Dimension.PAYLOAD, "name=1000"), 9_000, 9_100);
    SweepData data = SteadyCells.data(RPCX, elsewhere, larger, TCP);

    SteadyCeiling found = only(data, RPCX);

    SteadyFloor floor = requireNonNull(found.floor());
    assertThat(floor.label()).isEqualTo("tcp");
    assertThat(floor.interval().isKnown()).isTrue();
    assertThat(found.withheld()).isEmpty();
    assertThat(found.reached().unit()).isEqualTo(Unit.SERVER);
    Interval interval = found.reached().interval();
    Interval expected =
        Nested.ratio(alone(10_000, 10_200, 9_900, 10_050), alone(20_000, 20_300, 19_800, 20_100));
    assertThat(interval.value()).isCloseTo(expected.value(), within(1e-9));
    assertThat(interval.low()).isCloseTo(expected.low(), within(1e-9));
    assertThat(interval.high()).isCloseTo(expected.high(), within(1e-9));
    assertThat(SteadyCeiling.all(data))
        .as("no floor at other threads, nor of another payload")
        .extracting(each -> each.cell().point())
        .containsExactly(RPCX.point(), TCP.point());
    assertThat(only(data, TCP).reached().interval())
        .as("itself, of which there is no interval")
        .isEqualTo(Interval.unknown(1));
  }

  @Test
  void whatDidNotSettleOrIsFlaggedGivesNoNumberOfACeiling() {
    Cell spoilt =
        flagged(
            flagged(
                cell(point("rpcx", 10), 10_000, 10_200, 9_900, 10_050, 99_000, 88_000),
                4,
                "not-steady"),
            5,
            "foreign-cpu");
    Cell spoiltFloor =
        flagged(cell(point("tcp", 10), 20_000, 20_300, 19_800, 20_100, 90_000), 4, "not-steady");
    Interval expected = only(SteadyCells.data(RPCX, TCP), RPCX).reached().interval();

    assertThat(only(SteadyCells.data(spoilt, spoiltFloor), RPCX).reached().interval())
        .isEqualTo(expected);
    assertThat(
            only(SteadyCells.data(flagged(RPCX, 0, "client-cpu"), TCP), RPCX).reached().interval())
        .as("what only explains takes nothing out")
        .isEqualTo(expected);

    Cell none = cell(point("tcp", 10), 20_000);
    SteadyCeiling withheld = only(SteadyCells.data(RPCX, flagged(none, 0, "jitter")), RPCX);
    assertThat(withheld.floor()).isNull();
    assertThat(withheld.reached().interval().value()).isNaN();
    assertThat(withheld.withheld()).containsExactly("tcp: no process is left (left out by jitter)");
  }

  @Test
  void withoutRowsOfItsOwnASweepHasTheFloorThatWasCalibratedInItsLoop() {
    SteadyCeiling found = only(calibrated(SteadyCells.data(RPCX)), RPCX);

    assertThat(requireNonNull(found.floor()).label()).isEqualTo("calibrated multiplexed");
    assertThat(found.reached().interval())
        .isEqualTo(Nested.byMedian(alone(10_000, 10_200, 9_900, 10_050), MULTIPLEXED, 3));
    assertThat(requireNonNull(only(calibrated(SteadyCells.data(RPCX, TCP)), RPCX).floor()).label())
        .as("rows that were measured among the others come first")
        .isEqualTo("tcp");
  }

  /** What each process of a calibration gave has a spread of its own. */
  @Test
  void aCalibratedFloorStandsInTheIntervalWithItsOwnProcesses() {
    double[] each = {18_000, 22_000, 20_000};
    SweepData kept = calibrated(SteadyCells.data(RPCX), floor("each", "18000.0, 22000.0, 20000.0"));

    Cell ofOneServer = onServers(RPCX, "a", "a", "a", "a");
    SteadyCeiling found =
        only(
            calibrated(SteadyCells.data(ofOneServer), floor("each", "18000.0, 22000.0, 20000.0")),
            ofOneServer);

    assertThat(found.reached().interval())
        .isEqualTo(Nested.ratio(alone(10_000, 10_200, 9_900, 10_050), alone(each)));
    assertThat(only(kept, RPCX).reached().interval())
        .as("of several servers, while the calibration had one")
        .isEqualTo(
            Nested.byMedian(
                alone(10_000, 10_200, 9_900, 10_050),
                Nested.geometricMean(alone(each)).value(),
                3));
    assertThat(requireNonNull(found.floor()).interval())
        .isEqualTo(Nested.geometricMean(alone(each)));
    assertThat(requireNonNull(found.floor()).callsPerSecond())
        .isCloseTo(Math.cbrt(18_000.0 * 22_000 * 20_000), within(1e-6));
    Interval ofMedian = only(calibrated(SteadyCells.data(RPCX)), RPCX).reached().interval();
    assertThat(found.reached().interval().high() / found.reached().interval().low())
        .as("a floor that scatters more than the row widens it")
        .isGreaterThan(ofMedian.high() / ofMedian.low());
    assertThat(
            only(calibrated(SteadyCells.data(RPCX), floor("each", "18000.0")), RPCX)
                .reached()
                .interval())
        .as("of one process there is no spread")
        .isEqualTo(ofMedian);
  }

  @Test
  void theFloorByItselfReachesAllOfWhatWasCalibratedOfIt() {
    FloorControl tie = control(TCP);
    assertThat(tie.result()).isEqualTo(FloorControl.Result.TIE);
    assertThat(tie.reached().interval())
        .isEqualTo(Nested.byMedian(alone(20_000, 20_300, 19_800, 20_100), MULTIPLEXED, 3));

    assertThat(control(cell(point("tcp", 10), 15_000, 15_100, 14_900)).result())
        .as("three quarters of it")
        .isEqualTo(FloorControl.Result.DIFFERS);
    assertThat(control(cell(point("tcp", 10), 15_000, 26_000, 20_000)).result())
        .isEqualTo(FloorControl.Result.TOO_WIDE);
    assertThat(control(cell(point("tcp", 10), 20_050)).result())
        .as("one process has no interval")
        .isEqualTo(FloorControl.Result.NONE);
    assertThat(
            control(
                    flagged(
                        cell(point("tcp", 10), 20_000, 20_300, 19_800, 20_100, 90_000),
                        4,
                        "not-steady"))
                .reached()
                .interval())
        .isEqualTo(tie.reached().interval());
    assertThat(control(cell(point("tcp", 10, null), 20_000, 20_100)).withheld())
        .containsExactly(
            "the steady state is assumed, not shown (--until-steady would show it)",
            "the calibration: it was not shown steady");
  }

  private static FloorControl control(Cell rows) {
    List<FloorControl> all = FloorControl.all(calibrated(SteadyCells.data(RPCX, rows)));
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  /** Each value of a server of its own. */
  private static List<double[]> alone(double... values) {
    return DoubleStream.of(values).mapToObj(each -> new double[] {each}).toList();
  }
}
