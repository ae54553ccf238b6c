package io.rpcstress.analysis.scaling;

import static io.rpcstress.analysis.sample.SteadyCells.point;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.SteadyProcess;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.sample.SteadyCells;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.analysis.table.Tables;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** The law of timed loops: which processes it is made of, and where there is none. */
class SteadyScalingTest {

  private static final double LAMBDA = 2_000;
  private static final double SIGMA = 0.1;

  private static double curve(double n) {
    return LAMBDA * n / (1 + SIGMA * (n - 1) + 0.001 * n * (n - 1));
  }

  /** Half of the threads have a call under way; of three processes each a little differently. */
  private static SteadyCell cell(Point point, DoubleUnaryOperator curve) {
    double[] underWay = {
      0.5 * point.threadNum(), 0.499 * point.threadNum(), 0.498 * point.threadNum()
    };
    double[] noise = {1, 1.002, 0.998};
    double[] rates = new double[noise.length];
    Arrays.setAll(rates, i -> noise[i] * curve.applyAsDouble(underWay[i]));
    SteadyCell made = SteadyCells.cell(point, rates);
    for (int i = 0; i < rates.length; i++) {
      double calls = underWay[i];
      made = SteadyCells.with(made, i, p -> changed(p, p.callsNotOk(), calls, p.flags()));
    }
    return made;
  }

  private static SteadyProcess changed(
      SteadyProcess p, long notOk, double underWay, List<String> flags) {
    return new SteadyProcess(
        p.repetition(),
        p.server(),
        p.seconds(),
        p.callsOk(),
        notOk,
        p.callsTimedOut(),
        p.cost(),
        underWay,
        p.steadyFrom(),
        flags);
  }

  private static List<SteadyCell> cells(int... threads) {
    List<SteadyCell> cells = new ArrayList<>();
    for (int each : threads) {
      cells.add(cell(point("rpcx", each), SteadyScalingTest::curve));
    }
    return cells;
  }

  private static SteadyScaling only(List<SteadyCell> cells) {
    List<SteadyScaling> all = SteadyScaling.all(SteadyCells.data(cells.toArray(SteadyCell[]::new)));
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  @Test
  void theLawIsFittedToEachProcesssOwnCallsUnderWay() {
    SteadyScaling found = only(cells(1, 2, 4, 8, 16, 32));

    assertThat(found.counts()).isEqualTo(6);
    assertThat(found.points()).hasSize(18);
    ScalabilityFit fit = found.fit().orElseThrow();
    assertThat(fit.largest()).as("not the threads that were asked for").isEqualTo(16);
    assertThat(fit.lambda()).isCloseTo(LAMBDA, within(20.0));
    assertThat(fit.sigma()).isCloseTo(SIGMA, within(0.01));
    assertThat(found.without()).isEmpty();
  }

  /** Fifteen different numbers of calls under way, and yet three places on the curve. */
  @Test
  void processesOfFewThreadCountsAreNoCurve() {
    SteadyScaling found = only(cells(1, 4, 16));

    assertThat(found.points().stream().mapToDouble(Scaling.Throughput::concurrency).distinct())
        .hasSize(9);
    assertThat(found.fit()).isEmpty();
    assertThat(found.without()).isEqualTo("too few counts: 3, 4 needed");
  }

  @Test
  void aProcessThatDidNotSettleOrFailedIsInNoLaw() {
    List<SteadyCell> cells = cells(1, 2, 4, 8);
    cells.set(
        3,
        SteadyCells.with(
            SteadyCells.flagged(SteadyCells.flagged(cells.get(3), 0, "not-steady"), 1, "jitter"),
            2,
            p -> changed(p, 1, 4, p.flags())));

    SteadyScaling found = only(cells);

    assertThat(found.points()).hasSize(9);
    assertThat(found.without())
        .isEqualTo(
            "too few counts: 3, 4 needed, 2 processes left out by jitter not-steady, 1 process with"
                + " failed calls");
  }

  @Test
  void noLawIsReadOffASteadyStateThatNobodyShowed() {
    List<SteadyCell> cells = new ArrayList<>();
    for (int threads : List.of(1, 2, 4, 8)) {
      cells.add(cell(point("rpcx", threads, null), SteadyScalingTest::curve));
    }

    assertThat(only(cells).without())
        .isEqualTo(
            "too few counts: 0, 4 needed, 12 processes whose steady state is assumed, not shown");
  }

  @Test
  void aSteadyLawNeedsFewCallsUnderWayAndMoreThanAConstant() {
    assertThat(only(cells(8, 16, 32, 64)).without()).startsWith("no point near one call under way");

    List<SteadyCell> flat = new ArrayList<>();
    for (int threads : List.of(1, 2, 4, 8, 16)) {
      flat.add(cell(point("rpcx", threads), n -> 10_000));
    }
    assertThat(only(flat).without()).startsWith("a constant says as much");
  }

  @Test
  void lawsOfFirstSecondsAndOfTimedLoopsAreApart() {
    List<Cell> counted = new ArrayList<>();
    for (int threads : List.of(1, 2)) {
      counted.add(
          Cells.cell(
              1, SweepGenerator.point("rpcx", threads, 100, RequestMode.TOTAL), Cells.around(40)));
    }
    SweepData plain = Cells.data(counted, List.of());
    SweepData both = SteadyCells.data(plain, cells(1, 2, 4, 8, 16).toArray(SteadyCell[]::new));

    assertThat(table(both, "scalability")).isEqualTo(table(plain, "scalability"));
    assertThat(table(both, "steady-scalability"))
        .isEqualTo(
            table(
                SteadyCells.data(cells(1, 2, 4, 8, 16).toArray(SteadyCell[]::new)),
                "steady-scalability"));
    assertThat(table(both, "steady-scalability").rows().get(0).subList(0, 3))
        .containsExactly("rpcx", "15", "5");
  }

  private static Table table(SweepData data, String id) {
    return Tables.of(data).stream().filter(t -> t.id().equals(id)).findFirst().orElseThrow();
  }
}
