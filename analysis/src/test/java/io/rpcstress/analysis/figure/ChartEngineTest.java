package io.rpcstress.analysis.figure;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.RateSearch;
import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.TimeSeries;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.sample.SteadyCells;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.analysis.table.Tables;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.SeriesRow;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
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

  /** A letter has one colour, so a cell below it must not be turned dark. */
  @Test
  void aColourOfWhatLimitsAPointIsTheSameOnDark() {
    String script = Resources.text(ChartEngine.class, "charts.js");
    int from = script.indexOf("var LIMITS = [");
    List<String> colours =
        Pattern.compile("#[0-9a-f]{6}")
            .matcher(script.substring(from, script.indexOf("];", from)))
            .results()
            .map(MatchResult::group)
            .toList();
    String svg = figure("figure-8a-rpcx-runtime").svg();
    String dark = svg.substring(svg.indexOf("<style>"), svg.indexOf("</style>"));

    assertThat(colours).hasSize(7).noneMatch(colour -> dark.contains("[fill=\"" + colour + "\"]"));
    assertThat(dark).as("what is turned dark").contains("[fill=\"#d8dee4\"]");
  }

  /** Cut at its end, a name of many dimensions would be another one's. */
  @Test
  void aNameThatIsTooLongIsCutInItsMiddle() {
    List<Cell> cells = new ArrayList<>();
    Point one = new Point("technology-of-a-name", "of-a-long-variant", 10, 100, RequestMode.TOTAL);
    cells.add(Cells.cell(5, one, Cells.around(5)));
    for (String clients : new String[] {"1", "2"}) {
      Point point = one.with(Dimension.IN_FLIGHT, "64").with(Dimension.CLIENTS, clients);
      cells.add(Cells.cell(5, point, Cells.around(10)));
    }

    String svg = answer(cells).svg();

    assertThat(svg).containsPattern(">technology-[^<]*\u2026[^<]* clients 2<");
    assertThat(svg).containsPattern(">technology-[^<]*\u2026[^<]*flight 64<");
  }

  private static Figure answer(List<Cell> cells) {
    return new FigureBook()
        .of(Cells.data(cells, List.of())).stream()
            .filter(f -> f.name().startsWith("answer-"))
            .findFirst()
            .orElseThrow();
  }

  /** By their ratios alone rows of one load would stand among those of another. */
  @Test
  void rowsOfSeveralLoadsStandLoadByLoadEachWithItsBaseline() {
    List<Cell> cells = new ArrayList<>();
    for (String inFlight : new String[] {"1", "64"}) {
      Point point =
          new Point("rpcx", Point.EXAMPLE, 10, 100, RequestMode.TOTAL)
              .with(Dimension.IN_FLIGHT, inFlight);
      boolean one = inFlight.equals("1");
      cells.add(Cells.cell(1, point, Cells.around(10)));
      cells.add(Cells.cell(2, point.of("grpc", Point.EXAMPLE), Cells.around(one ? 40 : 20)));
      cells.add(Cells.cell(4, point.of("tcp", Point.EXAMPLE), Cells.around(one ? 5 : 30)));
    }

    Figure drawn = answer(cells);

    assertThat(drawn.alt())
        .isEqualTo(
            "Ratios with their intervals, load by load, least first: tcp 0.500\u00d7 no verdict; rpcx"
                + " baseline; grpc 4.00\u00d7 no verdict; rpcx in-flight 64 baseline; grpc in-flight 64"
                + " 2.00\u00d7 no verdict; tcp in-flight 64 3.00\u00d7 no verdict.");
    assertThat(drawn.svg())
        .contains("rows of different loads have no order", ">at the defaults<", ">in-flight 64<")
        .contains("No row has an interval. Filled: a verdict.")
        .doesNotContain("floor: tcp");
  }

  /**
   * It has a line of its own: a long one is no reason to leave the verdicts out beside the rows.
   */
  @Test
  void whatALoadIsCalledTakesTheMarksNoRoom() {
    List<Cell> cells = new ArrayList<>();
    for (String payload : new String[] {"products=1,stock=remote", "products=100,stock=local"}) {
      Point point =
          new Point("rpcx", Point.EXAMPLE, 10, 100, RequestMode.TOTAL)
              .with(Dimension.OPERATION, "place-order")
              .with(Dimension.PAYLOAD, payload);
      cells.add(Cells.cell(1, point, Cells.around(10)));
      cells.add(Cells.cell(2, point.of("grpc", Point.EXAMPLE), Cells.around(20)));
    }

    SweepData data = Cells.data(cells, List.of());

    assertThat(DrawnOptions.of(data, "^answer", "{ left: o.grid.left }").get(0).get("left").asInt())
        .as("a name of four letters")
        .isLessThan(80);
    assertThat(answer(cells).svg())
        .contains(">products=100,stock=local<")
        .as("what the ratios are of")
        .containsPattern(">baseline: [0-9.]+ ms a run<");
  }

  @Test
  void callsWithoutAProxyAreCalledDirect() {
    List<Cell> cells = new ArrayList<>();
    for (String path : new String[] {"direct", "haproxy"}) {
      Point point =
          new Point("rpcx", Point.EXAMPLE, 10, 100, RequestMode.TOTAL).with(Dimension.PATH, path);
      cells.add(Cells.cell(1, point, Cells.around(10)));
      cells.add(Cells.cell(2, point.of("grpc", Point.EXAMPLE), Cells.around(20)));
    }

    assertThat(answer(cells).svg()).contains(">direct<", ">via haproxy<");
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

  /** A published experiment's hundred batches; the paper's ten runs have order 0 and averages. */
  @Test
  void batchesAreDrawnAsTheyFollowEachOther() {
    double[] times = new double[12];
    for (int i = 0; i < times.length; i++) {
      times[i] = 100 - i;
    }
    Point put = SweepGenerator.point("rpcx", 1, 1_000, RequestMode.TOTAL);
    SweepData data =
        Cells.data(
            List.of(
                Cells.repeated(1, put, times, times),
                Cells.repeated(2, put.of("grpc", Point.EXAMPLE), Cells.around(80))),
            List.of());

    Figure drawn =
        new FigureBook()
            .of(data).stream().filter(f -> f.group().equals("time")).findFirst().orElseThrow();
    assertThat(drawn.name()).isEqualTo("over-runs-1-threads-1000-requests-a-run");
    assertThat(drawn.alt()).endsWith("Series: rpcx.");
    Table table =
        Tables.of(data).stream()
            .filter(t -> t.id().equals("runs-over-time"))
            .findFirst()
            .orElseThrow();
    assertThat(table.rows()).hasSize(2 * 13);
    assertThat(table.rows().get(1))
        .containsExactly("rpcx", "1", "1000", "0", "1000", "1100", "10000.0", "window");
  }

  @Test
  void aGridOfOnePointHasNoPictureOfAGrid() {
    List<Figure> drawn =
        new FigureBook()
            .of(
                Cells.data(
                    List.of(
                        Cells.cell(
                            1,
                            SweepGenerator.point("rpcx", 1, 100, RequestMode.TOTAL),
                            Cells.around(5)),
                        Cells.cell(
                            2,
                            SweepGenerator.point("grpc", 1, 100, RequestMode.TOTAL),
                            Cells.around(9))),
                    List.of()));

    assertThat(drawn)
        .extracting(Figure::group)
        .contains("answer")
        .doesNotContain("bars", "heat", "ratio");
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
