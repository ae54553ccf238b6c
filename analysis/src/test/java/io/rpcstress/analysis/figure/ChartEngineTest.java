package io.rpcstress.analysis.figure;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.model.RateSearch;
import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.TimeSeries;
import io.rpcstress.analysis.sample.SteadyCells;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.SeriesRow;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ChartEngineTest {

  /** Of package/dist/echarts.min.js in the npm package echarts 6.1.0. */
  private static final String PUBLISHED =
      "b66b25aeb4df84e33199dc21694014d336d222cbd9deb0e5a7c14bd6aa0d0fd0";

  private static List<Figure> figures;

  @BeforeAll
  static void draw() {
    figures = new FigureBook().of(MadeUpSweep.small());
  }

  private static Figure figure(String name) {
    return figures.stream().filter(f -> f.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void theVendoredLibraryIsThePublishedOne() throws Exception {
    try (var in = ChartEngine.class.getResourceAsStream(ChartEngine.ECHARTS)) {
      assertThat(in).isNotNull();
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(in.readAllBytes());
      assertThat(HexFormat.of().formatHex(digest)).isEqualTo(PUBLISHED);
    }
    assertThat(Resources.text(ChartEngine.class, "vendor/README.md")).contains(PUBLISHED);
  }

  @Test
  void loadsHaveFiguresOfTheirOwnAndManySeriesSeveral() {
    List<SteadyCell> cells = new ArrayList<>();
    List<TimeSeries> series = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      for (int threads : new int[] {10, 100}) {
        Point point = SteadyCells.point("technology" + i, threads);
        double rate = 1_000.0 * (i + 1);
        cells.add(SteadyCells.cell(point, rate, rate * 1.1, rate * 0.9));
        series.add(
            new TimeSeries(
                point,
                List.of(
                    new SeriesRow(0, 1_000, 100, SeriesRow.Phase.WARM_UP),
                    new SeriesRow(1_000, 2_000, 1_000, SeriesRow.Phase.WINDOW))));
      }
    }
    RateSearch search =
        new RateSearch(
            "grpc",
            Point.EXAMPLE,
            "p99=10ms",
            2_000,
            "found",
            false,
            1,
            1,
            null,
            "constant",
            10,
            List.of(
                probe(1_000, true, 2_000), probe(2_000, true, 4_000), probe(4_000, false, null)));
    SweepData timed = SteadyCells.data(cells.toArray(SteadyCell[]::new));
    SweepData all =
        new SweepData(
            timed.sweep(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(search),
            List.of(),
            timed.steady(),
            List.of(),
            series,
            List.of(),
            List.of(),
            List.of());

    List<Figure> drawn = new FigureBook().of(all);

    assertThat(drawn)
        .extracting(Figure::name)
        .doesNotHaveDuplicates()
        .contains(
            "answer-steady",
            "over-threads-steady-1",
            "over-threads-steady-2",
            "latency-steady-1",
            "rates",
            "over-time-10-threads",
            "over-time-100-threads");
    Figure second =
        drawn.stream()
            .filter(f -> f.name().equals("over-threads-steady-2"))
            .findFirst()
            .orElseThrow();
    assertThat(second.alt())
        .as("the first series is in each, to hold the others against")
        .contains("technology0", "technology9")
        .doesNotContain("technology5,");
    Figure rates = drawn.stream().filter(f -> f.name().equals("rates")).findFirst().orElseThrow();
    assertThat(rates.svg()).contains("grpc", "goodput (calls/s)").doesNotContain("NaN");
    assertThat(drawn).allSatisfy(f -> assertThat(f.svg()).doesNotContain("NaN", "undefined"));
  }

  @Test
  void curvesOfMoreSeriesThanColoursAreInSeveralFigures() {
    List<Figure> drawn = new FigureBook().of(MadeUpSweep.ten());

    assertThat(drawn)
        .extracting(Figure::name)
        .doesNotHaveDuplicates()
        .contains("latency-percentiles-1", "latency-percentiles-2", "cold-warm-1", "cold-warm-2")
        .doesNotContain("latency-percentiles", "cold-warm", "latency-percentiles-3");
    assertThat(drawn)
        .filteredOn(f -> f.name().startsWith("cold-warm-"))
        .allSatisfy(f -> assertThat(f.alt()).contains("Series: rpcx, ").doesNotContain("undefined"))
        .anySatisfy(f -> assertThat(f.svg()).contains("technology-6@of-a-long-name"));
  }

  private static RateSearch.Probe probe(int rate, boolean holds, @Nullable Integer p99Us) {
    Double p99 = p99Us == null ? null : (Double) (double) p99Us;
    double good = holds ? rate : 900;
    return new RateSearch.Probe(
        rate, "search", rate, holds, holds ? "" : "p99", (double) rate, good, good, p99, p99, p99);
  }

  @Test
  void thePapersFiguresAndOursAreThere() {
    assertThat(figures)
        .extracting(Figure::name)
        .doesNotHaveDuplicates()
        .contains(
            "figure-8a-rpcx-runtime",
            "figure-8b-rpcx-tps",
            "figure-9a-grpc-runtime",
            "figure-10b-openfeign-tps",
            "bars-grpc-tuned-runtime",
            "heatmap-rpcx-runtime",
            "ratio-grpc-to-rpcx",
            "ratio-openfeign-to-rpcx",
            "latency-percentiles",
            "cold-warm",
            "scalability",
            "cost-per-call");
  }

  @Test
  void everyFigureNamesTechnologyUnitHostsAndConditions() {
    assertThat(figures)
        .allSatisfy(
            f ->
                assertThat(f.svg())
                    .contains("greet", "16 bytes", "closed loop", "Made-up CPU of server"));
    assertThat(figure("figure-9a-grpc-runtime").svg())
        .contains("Figure 9 (a) · grpc: average runtime", "average runtime (ms)", "threads");
  }

  @Test
  void aFailedPointIsACrossAndNoBar() {
    // grpc fails at two of the five thread counts for 610 requests; openfeign at one; rpcx never.
    assertThat(crosses("figure-9a-grpc-runtime")).isEqualTo(2);
    assertThat(crosses("figure-10a-openfeign-runtime")).isEqualTo(1);
    assertThat(crosses("figure-8a-rpcx-runtime")).isZero();
  }

  private static long crosses(String name) {
    return figure(name).svg().lines().filter(line -> line.endsWith(">×</text>")).count();
  }

  @Test
  void failedPointsAreHatchedOnTheGrid() {
    assertThat(figure("heatmap-grpc-runtime").svg()).contains("<pattern", "failed: no result");
    assertThat(figure("ratio-grpc-to-rpcx").svg()).contains("<pattern", "failed: no result");
    assertThat(figure("heatmap-rpcx-runtime").svg()).doesNotContain("<pattern");
  }

  @Test
  void closedLoopPercentilesSaySoUnderEveryPlotOfTheGrid() {
    assertThat(figures)
        .filteredOn(f -> List.of("bars", "heat", "ratio", "latency").contains(f.group()))
        .isNotEmpty()
        .allSatisfy(
            f -> assertThat(f.svg()).contains("Closed-loop percentiles are not a user’s latency."));
  }

  @Test
  void anUnknownCostIsCalledUnknown() {
    assertThat(figure("cost-per-call").svg()).contains(">unknown</text>");
  }

  @Test
  void aWholeGridStaysSmall() {
    int kilobytes = 1024;
    assertThat(new FigureBook().of(MadeUpSweep.whole()))
        .allSatisfy(f -> assertThat(f.svg().length()).isLessThan(300 * kilobytes));
  }
}
