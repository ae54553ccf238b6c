package io.rpcstress.analysis.figure;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.answer.Findings;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Resources;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.table.AnswerTable;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.analysis.table.Tables;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
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

  /** Also of a sweep all of whose points have a dimension that no title says. */
  @Test
  void everyFigureHasTheIdOfATableOfItsReport() {
    assertThat(figure("ratio-grpc-tuned-to-rpcx").table()).isEqualTo("ratio-to-rpcx");
    assertThat(figures).extracting(Figure::table).isSubsetOf(tables(MadeUpSweep.small()));

    Dimensions all = Dimensions.NONE.with(Dimension.IN_FLIGHT, "4");
    SweepData small = MadeUpSweep.small();
    SweepData inFlight =
        Cells.data(
            small.sweep(),
            small.series().stream().map(each -> each.with(all)).toList(),
            small.all().stream().map(cell -> with(all, cell)).toList(),
            List.of());
    assertThat(new FigureBook().of(inFlight))
        .extracting(Figure::table)
        .contains("ratio-to-rpcx in-flight 4")
        .isSubsetOf(tables(inFlight));
  }

  @Test
  void aFigureOfOneRequestModeHasTheIdOfTheTableOfThatMode() {
    SweepData total = MadeUpSweep.small();
    SweepData both =
        Cells.with(
            total, total.all().stream().map(ChartEngineTest::perThread).toArray(Cell[]::new));

    assertThat(new FigureBook().of(both))
        .extracting(Figure::table)
        .contains("points-total", "points-per-thread", "latency-total")
        .contains("cold-and-warm-total", "cost-per-call-per-thread")
        .isSubsetOf(tables(both));
  }

  private static Cell perThread(Cell cell) {
    Point point = cell.point();
    return Cells.of(
        cell.type(),
        new Point(
            point.technology(),
            point.variant(),
            point.threadNum(),
            point.requestNum(),
            RequestMode.PER_THREAD),
        cell.processes());
  }

  private static Cell with(Dimensions all, Cell cell) {
    return Cells.of(cell.type(), cell.point().with(all), cell.processes());
  }

  private static List<String> tables(SweepData data) {
    return Stream.concat(
            Tables.of(data).stream(), AnswerTable.of(Findings.of(data).overviews()).stream())
        .map(Table::id)
        .toList();
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

  @Tag("long")
  @Test
  void aWholeGridStaysSmall() {
    int kilobytes = 1024;
    assertThat(new FigureBook().of(MadeUpSweep.whole()))
        .allSatisfy(f -> assertThat(f.svg().length()).isLessThan(300 * kilobytes));
  }
}
