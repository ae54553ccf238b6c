package io.rpcstress.analysis;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.report.Chromium;
import io.rpcstress.analysis.sample.FatJar;
import io.rpcstress.analysis.sample.SweepGenerator;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
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

  /** What a browser lays out before its first paint. */
  private static final double MAX_NODES = 30_000;

  /** Points that are drawn when the page is opened: one map and one slice of the grid. */
  private static final double MAX_POINTS_DRAWN = 20_000;

  private static final String DRAWN =
      "[...document.querySelectorAll('.chart')].map(c => echarts.getInstanceByDom(c)).filter(c => c)"
          + ".flatMap(c => c.getOption().series).reduce((sum, s) => sum + s.data.length, 0)";

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

  /** What makes painting long is bounded: elements, and points that are drawn. */
  @Test
  void aBrowserPaintsTheAnswerBeforeItReadsTheData() throws Exception {
    Path page = folder.resolve("report.html");
    String html = Files.readString(page);
    assertThat(html.indexOf("<script")).isGreaterThan(html.indexOf("</main>"));

    try (Chromium browser = Chromium.start(folder.resolve("profile"))) {
      browser.screen(1400, 844).open(page);
      assertThat(number(browser, "document.querySelectorAll('*').length")).isLessThan(MAX_NODES);
      assertThat(number(browser, DRAWN)).isBetween(1.0, MAX_POINTS_DRAWN);
      assertThat(browser.complaints()).isEmpty();
    }
  }

  private static double number(Chromium browser, String expression) {
    return ((Number) requireNonNull(browser.script("return " + expression))).doubleValue();
  }
}
