package io.rpcstress.analysis;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.rpcstress.analysis.report.Chromium;
import io.rpcstress.analysis.sample.FatJar;
import io.rpcstress.analysis.sample.SweepGenerator;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** As many rows as the paper has, through the real jar in half a gigabyte. */
@Tag("long")
class PaperSizeIT {

  /** The size that a page may have beside its data. */
  private static final int MAX_PAGE_CHARACTERS = 5_000_000;

  private static final Pattern DATA_IN_PAGE =
      Pattern.compile("<script type=\"application/json\"[^>]*>[^<]*</script>");

  /** What a browser lays out before its first paint; counted, since a machine may be slow. */
  private static final long MAX_NODES = 30_000;

  /** Points that are drawn when the page is opened: one map and one slice of the grid. */
  private static final long MAX_POINTS_DRAWN = 20_000;

  private static final String DRAWN =
      "[...document.querySelectorAll('.chart')].map(c => echarts.getInstanceByDom(c)).filter(c => c)"
          + ".flatMap(c => c.getOption().series).reduce((sum, s) => sum + s.data.length, 0)";

  private static final int[] WIDTHS = {1400, 390};

  /** Loads of the page, of which the fastest is printed: the first has the browser's own start. */
  private static final int LOADS = 5;

  @TempDir static Path folder;

  private static FatJar.Result result;

  @BeforeAll
  static void report() throws Exception {
    new SweepGenerator(folder).sweepJson("paper").paperGrid();
    result = FatJar.run(List.of("-Xmx512m"), Map.of(), "report", folder.toString());
  }

  @Test
  void importsAndTablesThePapersRowsToTheLastDigitInHalfAGigabyte() throws Exception {
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.err()).contains("import: " + SweepGenerator.PAPER_ROWS + " rows");
    List<String> points = Files.readAllLines(folder.resolve("tables/points.csv"));
    assertThat(points).hasSize(1 + SweepGenerator.PAPER_ROWS / 10);
    for (String line : points.subList(1, points.size())) {
      String[] cells = line.split(",", -1);
      long average =
          SweepGenerator.averageMicros(
              cells[0], Integer.parseInt(cells[3]), Integer.parseInt(cells[4]));
      assertThat(new BigDecimal(cells[6])).as(line).isEqualTo(BigDecimal.valueOf(average, 3));
      assertThat(cells[10]).isEqualTo("yes");
    }
    sqlSaysTheSame();
    tableThreeSaysTheSame();
    thePageStaysSmallBesideItsData();
  }

  private void thePageStaysSmallBesideItsData() throws IOException {
    String page = Files.readString(folder.resolve("report.html"));
    String rest = DATA_IN_PAGE.matcher(page).replaceAll("");

    assertThat(rest.length()).as("without its data").isLessThan(MAX_PAGE_CHARACTERS);
    assertThat(rest)
        .as("rows by the thousand are in files")
        .contains("in <code>tables/points.csv")
        .as("no explorer has what is said of every long table")
        .doesNotContain("in the explorer above");
  }

  /**
   * How long it takes is printed, and fails no test: a machine may be slow. What makes it long is
   * bounded: elements, and points that are drawn.
   */
  @Test
  void aBrowserPaintsTheAnswerBeforeItReadsTheData() throws Exception {
    String page = Files.readString(folder.resolve("report.html"));
    assertThat(page.indexOf("<script"))
        .as("what blocks painting")
        .isGreaterThan(page.indexOf("</main>"));

    try (Chromium browser = Chromium.start(folder.resolve("profile"))) {
      for (int width : WIDTHS) {
        double fastest = Double.POSITIVE_INFINITY;
        for (int load = 0; load < LOADS; load++) {
          browser.screen(width, 844).open(folder.resolve("report.html"));
          fastest =
              Math.min(
                  fastest,
                  number(
                      browser,
                      "performance.getEntriesByName('first-contentful-paint')[0].startTime"));
        }
        double nodes = number(browser, "document.querySelectorAll('*').length");
        double points = number(browser, DRAWN);
        System.out.printf(
            "first paint of the paper's full grid (%,d bytes) at %d pixels: %.0f ms, the fastest of"
                + " %d loads; %.0f elements, %.0f points drawn%n",
            page.length(), width, fastest, LOADS, nodes, points);
        assertThat(nodes).as("elements to lay out").isLessThan(MAX_NODES);
        assertThat(points).as("points drawn at once").isBetween(1.0, (double) MAX_POINTS_DRAWN);
      }
      assertThat(browser.complaints()).isEmpty();
    }
  }

  private static double number(Chromium browser, String expression) {
    return ((Number) requireNonNull(browser.script("return " + expression))).doubleValue();
  }

  /**
   * The databases' own AVG, which adds up doubles in whatever order: equal but for the last bits.
   */
  private void sqlSaysTheSame() throws Exception {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("results.db"));
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                """
                SELECT c.timeTotalAvg, AVG(o.timeTotal), c.tpsAvg, AVG(o.TPS), COUNT(*)
                FROM cleaned c JOIN original o ON o.sweep = c.sweep AND o.technology = c.technology
                  AND o.variant = c.variant AND o.requestMode = c.requestMode
                  AND o.threadNum = c.threadNum AND o.requestNum = c.requestNum
                WHERE o."order" BETWEEN 1 AND 9 GROUP BY c.id
                """)) {
      int points = 0;
      while (rows.next()) {
        points++;
        assertThat(rows.getDouble(1)).isEqualTo(rows.getDouble(2), offset(1e-7));
        assertThat(rows.getDouble(3)).isEqualTo(rows.getDouble(4), offset(1e-7));
        assertThat(rows.getInt(5)).isEqualTo(9);
      }
      assertThat(points).isEqualTo(SweepGenerator.PAPER_ROWS / 10);
    }
  }

  private void tableThreeSaysTheSame() throws Exception {
    List<String> lines = Files.readAllLines(folder.resolve("tables/table-3-runtime.csv"));
    assertThat(lines).hasSize(1 + 11 * 3);
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      int threads = Integer.parseInt(cells[0]);
      int requests = Integer.parseInt(cells[1]);
      BigDecimal rpcx = BigDecimal.valueOf(SweepGenerator.averageMicros("rpcx", threads, requests));
      BigDecimal grpc = BigDecimal.valueOf(SweepGenerator.averageMicros("grpc", threads, requests));
      assertThat(cells[2]).isEqualTo(printed(rpcx));
      assertThat(cells[4]).isEqualTo(printed(grpc));
      assertThat(cells[8])
          .isEqualTo(
              BigDecimal.valueOf(100)
                  .multiply(grpc.subtract(rpcx))
                  .divide(grpc, 1, RoundingMode.HALF_UP)
                  .toPlainString());
    }
  }

  private static String printed(BigDecimal micros) {
    // As the double that is nearest, since that is what a database can hold.
    return new BigDecimal(micros.doubleValue() / 1000)
        .setScale(2, RoundingMode.HALF_UP)
        .toPlainString();
  }
}
