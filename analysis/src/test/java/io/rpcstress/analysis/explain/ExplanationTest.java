package io.rpcstress.analysis.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.HostPair;
import io.rpcstress.analysis.model.Percentiles;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.Sweep.Fact;
import io.rpcstress.analysis.model.Unknown;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.sample.Row;
import io.rpcstress.analysis.sample.SteadyCells;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExplanationTest {

  /** Two cores a host, a line of 8 Mbit/s: a million bytes a second. */
  private static final HostPair HOSTS = new HostPair(2, 2, 8e6);

  @Test
  void sharesAreOfProcessorsLineAndThreads() {
    // 1,000 calls in 100 ms: 10,000 a second.
    Explanation found = Explanation.of(cell(50.0, 20.0, 40.0, 30.0, 900.0));

    assertThat(found.callsPerSecond()).isCloseTo(10_000, within(1e-6));
    assertThat(found.clientCpu()).isCloseTo(0.25, within(1e-9));
    assertThat(found.serverCpu()).isCloseTo(0.1, within(1e-9));
    assertThat(found.lineOut()).isCloseTo(0.4, within(1e-9));
    assertThat(found.lineIn()).isCloseTo(0.3, within(1e-9));
    assertThat(found.concurrency()).isCloseTo(9, within(1e-9));
    assertThat(found.mostUnderWay()).isEqualTo(10);
    assertThat(found.limiter()).isEqualTo(Limiter.THREADS);
    assertThat(found.contradictions()).isEmpty();
  }

  @Test
  void theBusiestResourceLimits() {
    assertThat(limiter(170.0, 20.0, 40.0, 30.0, 900.0)).isEqualTo(Limiter.CLIENT_CPU);
    assertThat(limiter(170.0, 190.0, 40.0, 30.0, 900.0)).isEqualTo(Limiter.SERVER_CPU);
    assertThat(limiter(50.0, 20.0, 95.0, 90.0, 900.0)).isEqualTo(Limiter.LINE_OUT);
    assertThat(limiter(50.0, 20.0, 40.0, 85.0, 900.0)).isEqualTo(Limiter.LINE_IN);
    assertThat(limiter(50.0, 20.0, 40.0, 30.0, 300.0)).isEqualTo(Limiter.NOTHING_SEEN);
  }

  /** Of windows: 10,000 calls a second on each of two processes, one of which a flag leaves out. */
  @Test
  void theLineLimitsATimedLoop() {
    assertThat(timed(8e6, 50.0, 20.0).limiter()).isEqualTo(Limiter.THREADS);
    assertThat(timed(8e6, 85.0, 20.0).limiter()).isEqualTo(Limiter.LINE_OUT);
    assertThat(timed(8e6, 20.0, 95.0).limiter()).isEqualTo(Limiter.LINE_IN);
    assertThat(timed(8e6, 20.0, 95.0).lineIn()).isCloseTo(0.95, within(1e-9));
    assertThat(timed(8e6, null, 20.0).limiter()).as("bytes unknown").isEqualTo(Limiter.UNKNOWN);
    assertThat(timed(8e6, 20.0, 130.0).limiter())
        .as("more than the line carries cannot be true")
        .isEqualTo(Limiter.UNKNOWN);
  }

  private static Explanation timed(double bits, @Nullable Double out, @Nullable Double in) {
    Cell cell =
        SteadyCells.rows(
            SteadyCells.cell(SteadyCells.point("grpc", 10), 10_000, 10_000),
            (repetition, row) ->
                row.cpu(100_000 * 50.0, 100_000 * 20.0)
                    .bytes(
                        out == null ? null : (Long) Math.round(100_000 * out),
                        in == null ? null : (Long) Math.round(100_000 * in)));
    return Explanation.of(
        Cells.on(new HostPair(2, 2, bits), SteadyCells.flagged(cell, 1, "client-cpu")));
  }

  @Test
  void aMissingFigureLeavesTheLimiterUnknownUnlessAnotherIsBusy() {
    assertThat(limiter(50.0, null, 40.0, 30.0, 900.0)).isEqualTo(Limiter.UNKNOWN);
    assertThat(limiter(50.0, 20.0, 40.0, 30.0, null)).isEqualTo(Limiter.UNKNOWN);
    assertThat(limiter(180.0, null, null, null, null)).isEqualTo(Limiter.CLIENT_CPU);
    Cell known = cell(50.0, 20.0, 40.0, 30.0, 900.0);
    assertThat(Explanation.of(Cells.on(HostPair.UNKNOWN, known)).limiter())
        .isEqualTo(Limiter.UNKNOWN);
  }

  @Test
  void whatCannotBeTrueIsFlagged() {
    assertThat(flags(230.0, 20.0, 40.0, 30.0, 900.0)).containsExactly(Explanation.OVER_CPU);
    assertThat(flags(50.0, 230.0, 40.0, 30.0, 900.0)).containsExactly(Explanation.OVER_CPU);
    assertThat(flags(50.0, 20.0, 40.0, 130.0, 900.0)).containsExactly(Explanation.OVER_LINE);
    assertThat(flags(50.0, 20.0, 40.0, 30.0, 1_100.0)).containsExactly(Explanation.OVER_THREADS);
    assertThat(flags(210.0, 20.0, 120.0, 30.0, 1_040.0)).as("within tolerance").isEmpty();
  }

  @Test
  void hostsAndLineAreReadFromTheSweep() {
    Sweep sweep =
        sweep(
            new Fact("client", "cpu.count.jvm", "1"),
            new Fact("server", "grpc.cpu.count.jvm", "4"),
            new Fact("server", "rpcx.cpu.count.jvm", "unknown"),
            new Fact("link", "bandwidth.mbps", "0.953"));

    HostPair grpc = HostPair.of(sweep, "grpc");
    assertThat(grpc.clientCores()).isEqualTo(1);
    assertThat(HostPair.of(sweep, "grpc@tuned")).isEqualTo(grpc);
    assertThat(grpc.serverCores()).isEqualTo(4);
    assertThat(grpc.lineBitsPerSecond()).isCloseTo(953_000, within(1e-6));
    assertThat(HostPair.of(sweep, "rpcx").serverCores()).isNaN();
    assertThat(HostPair.of(sweep(new Fact("link", "bandwidth.mbps", "unknown")), "x"))
        .isEqualTo(HostPair.UNKNOWN);
  }

  @Test
  void withoutCalibrationTheSweepsOwnRowsAreTheFloorAtTheSamePoint() {
    Point multiplexed = new Point("tcp", "multiplexed", 10, 1_000, RequestMode.TOTAL);
    List<Cell> cells =
        List.of(
            Cells.cell(1, point("rpcx", 10), Cells.around(100)),
            Cells.cell(4, point("tcp", 10), Cells.around(50)),
            Cells.cell(4, multiplexed, Cells.around(40)));
    Floors floors = Floors.of(Cells.data(cells, List.of()));

    Floors.Floor floor = floors.at(point("rpcx", 10)).orElseThrow();
    assertThat(floor.label()).isEqualTo("tcp@multiplexed");
    assertThat(floor.callsPerSecond()).isCloseTo(25_000, within(10.0));
    assertThat(floors.at(point("rpcx", 20))).isEmpty();
    assertThat(floors.nullCpuNsPerCall()).isNaN();
  }

  private static Sweep sweep(Fact... facts) {
    return new Sweep("id", "name", null, null, null, null, Arrays.asList(facts));
  }

  private static Limiter limiter(
      @Nullable Double client,
      @Nullable Double server,
      @Nullable Double out,
      @Nullable Double in,
      @Nullable Double meanUs) {
    return Explanation.of(cell(client, server, out, in, meanUs)).limiter();
  }

  private static List<String> flags(
      double client, double server, double out, double in, double meanUs) {
    return new ArrayList<>(Explanation.of(cell(client, server, out, in, meanUs)).contradictions());
  }

  /** Ten threads, 1,000 calls in 100 ms. */
  private static Cell cell(
      @Nullable Double clientUs,
      @Nullable Double serverUs,
      @Nullable Double bytesOut,
      @Nullable Double bytesIn,
      @Nullable Double meanUs) {
    double[] times = new double[9];
    Arrays.fill(times, 100);
    Cell plain = Cells.cell(1, point("rpcx", 10), times);
    Cell rows =
        Cells.rows(
            plain,
            run ->
                new Row(run)
                    .cpu(each(clientUs), each(serverUs))
                    .bytes(whole(each(bytesOut)), whole(each(bytesIn)))
                    .run());
    double mean = Unknown.orNaN(meanUs);
    return Cells.on(
        HOSTS, Cells.with(rows, new Percentiles(9_000, Map.of(), Double.NaN, mean, Double.NaN)));
  }

  private static @Nullable Double each(@Nullable Double call) {
    return call == null ? null : (Double) (call * 1_000);
  }

  private static @Nullable Long whole(@Nullable Double value) {
    return value == null ? null : (Long) Math.round(value);
  }

  private static Point point(String technology, int threads) {
    return SweepGenerator.point(technology, threads, 1_000, RequestMode.TOTAL);
  }
}
