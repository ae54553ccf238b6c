package io.rpcstress.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.figure.FigureBook;
import io.rpcstress.analysis.model.OpenResult;
import io.rpcstress.analysis.model.TimeSeries;
import io.rpcstress.analysis.sample.OpenRuns;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.SeriesRow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first screen of a sweep of open loops, in a real browser. */
class OpenLoopInBrowserTest {

  private static final Path PICTURES = Path.of("target", "report-pictures");
  private static final int LAPTOP_WIDTH = 1400;
  private static final int PHONE_WIDTH = 390;
  private static final int HEIGHT = 800;

  @TempDir static Path folder;

  private static Chromium browser;
  private static Path page;

  @BeforeAll
  static void openReport() throws Exception {
    browser = Chromium.start(folder.resolve("profile"));
    Path sweep = Files.createDirectories(folder.resolve("offered"));
    page =
        new ReportPage(new FigureBook())
            .write(OpenRuns.ofFourLoads("rpcx", "grpc", "redis"), sweep)
            .get(0);
  }

  @AfterAll
  static void closeBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  private static void laptop() {
    browser.screen(LAPTOP_WIDTH, HEIGHT).colours("light").open(page);
  }

  @Test
  void theFirstScreenHasHeadlineChartCostsAndCapabilities() throws Exception {
    laptop();

    assertThat(browser.element(".headline").getText())
        .contains("by p99 response time: rpcx was fastest at each of 4 loads")
        .contains("No verdict: one process each.");
    assertThat(browser.element("#a-title").getText())
        .isEqualTo("Open loop: p99 response time, times that of rpcx");
    assertThat(browser.element("#a-note").getText())
        .contains("Each row relative to the baseline at its own load", "from when a call was due")
        .contains("No row has an interval.");
    assertThat(browser.element("table[data-id=call-cost]").getText())
        .as("1,200 ms of client CPU over 6,000 calls, and 900,000 bytes")
        .contains("rpcx constant, no warm-up 200.0 100.0 150 shared 1");
    assertThat(
            (List<?>)
                browser.script(
                    "return [...document.querySelectorAll('.matrix tbody th')].map(t =>"
                        + " t.textContent)"))
        .hasSize(3);
    assertThat(browser.element("#answer .facts").getText()).contains("technologies\n3");
    assertThat(browser.accessibilityProblems()).isEmpty();
    assertThat(browser.complaints()).isEmpty();
    browser.picture(PICTURES, "open-laptop");
  }

  @Test
  void theReaderPicksBaselineAndMeasure() {
    laptop();

    browser.choose("#a-baseline", "redis");
    browser.choose("#a-measure", "median response time");

    assertThat(browser.element("#a-title").getText())
        .isEqualTo("Open loop: median response time, times that of redis");
    assertThat(browser.element("#a-note").getText())
        .contains("Verdicts are about p99 response time alone.");
    browser.script("document.querySelectorAll('#answer details').forEach(d => d.open = true)");
    assertThat(browser.script("return document.querySelectorAll('#a-table tbody tr').length"))
        .as("three technologies at four loads, the baseline at each")
        .isEqualTo(12L);
    assertThat(browser.complaints()).isEmpty();
  }

  /** A sentence may begin with a number: "60 bursts at whole seconds". */
  @Test
  void columnsOfWordsBeginWhereTheirLinesDo() {
    laptop();
    browser.script("document.querySelectorAll('details').forEach(d => d.open = true)");

    assertThat(browser.texts(alignments("[data-id=greet-rate-conditions] td:nth-child(2)")))
        .hasSizeGreaterThan(3)
        .containsOnly("left");
    assertThat(browser.texts(alignments("#a-table td:last-child"))).containsOnly("left");
    assertThat(browser.texts(alignments("#a-table td:nth-child(2)"))).containsOnly("right");
  }

  private static String alignments(String cells) {
    return "return [...document.querySelectorAll('%s')].map(c => getComputedStyle(c).textAlign)"
        .formatted(cells);
  }

  @Test
  void whichOneSaysTheLoadThatItRanksAndTheReaderPicksAnother() {
    laptop();

    assertThat(browser.element("#c-said").getText())
        .contains("constant arrivals, 100 calls/s, 30 s warm-up");
    assertThat(browser.element("#c-table caption").getText())
        .contains("constant arrivals, 100 calls/s, 30 s warm-up");
    assertThat(browser.element("#c-table").getText())
        .as("rpcx' 800 us with a warm-up, not its 2,000 without")
        .contains("0.8");
    assertThat(browser.element("#c-table thead").getText())
        .as("a rate that was reached is none of an open loop's")
        .doesNotContain("calls/s");

    browser.element("#c-arrivals").sendKeys("random"); // with the keyboard
    browser.element("#c-warmup").sendKeys("no");

    assertThat(browser.element("#c-said").getText())
        .contains("random-bursts arrivals, 100 calls/s, no warm-up");
    assertThat(browser.element("#c-table").getText()).doesNotContain("constant").contains("18");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void theReaderPicksWhatIsDrawnOverTime() throws Exception {
    List<OpenResult> runs = new ArrayList<>();
    List<TimeSeries> processes = new ArrayList<>();
    for (String technology : List.of("rpcx", "grpc")) {
      OpenResult run = OpenRuns.run(technology, ArrivalShape.CONSTANT, 0, 0, 2_000);
      List<SeriesRow> rows = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        rows.add(
            new SeriesRow(1_000L * i, 1_000L * (i + 1), 100, SeriesRow.Phase.WINDOW)
                .with(500.0, 2_000.0 - 100 * i, 20.0));
      }
      runs.add(run);
      processes.add(new TimeSeries(run.point(), rows));
    }
    Path sweep = Files.createDirectories(folder.resolve("over-time"));
    browser
        .screen(LAPTOP_WIDTH, HEIGHT)
        .colours("light")
        .open(
            new ReportPage(new FigureBook())
                .write(OpenRuns.data(runs).with(processes, List.of()), sweep)
                .get(0));

    assertThat(shownOverTime()).containsExactly("Each process over time");

    browser.element("#figures .over-time select").sendKeys("99th"); // with the keyboard
    assertThat(shownOverTime()).containsExactly("Each process over time: 99th percentile");
    assertThat(browser.accessibilityProblems()).isEmpty();
    browser.picture(PICTURES, "open-over-time");

    browser.printMedia();
    assertThat(shownOverTime()).as("paper has all").hasSize(3);
    assertThat(browser.complaints()).isEmpty();
  }

  private static List<String> shownOverTime() {
    return browser.texts(
        "return [...document.querySelectorAll('#figures h3[data-group^=time]')]"
            + ".filter(h => h.checkVisibility()).map(h => h.textContent)");
  }

  @Test
  void aPhoneShowsItInOneDirection() throws Exception {
    browser.screen(PHONE_WIDTH, HEIGHT).colours("dark").open(page);

    assertThat(browser.script("return document.documentElement.scrollWidth"))
        .isEqualTo((long) PHONE_WIDTH);
    assertThat(browser.accessibilityProblems()).isEmpty();
    assertThat(browser.complaints()).isEmpty();
    browser.picture(PICTURES, "open-phone-dark");
  }
}
