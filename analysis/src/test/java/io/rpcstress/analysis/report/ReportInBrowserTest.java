package io.rpcstress.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rpcstress.analysis.answer.Verdicts;
import io.rpcstress.analysis.choice.ChoiceData.Limits;
import io.rpcstress.analysis.choice.Chooser;
import io.rpcstress.analysis.figure.FigureBook;
import io.rpcstress.analysis.figure.MadeUpSweep;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.sample.OpenRuns;
import io.rpcstress.analysis.sample.SteadyCells;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.analysis.table.TableFiles;
import io.rpcstress.analysis.table.Tables;
import io.rpcstress.measure.FailureCause;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The report as a reader meets it: opened from a file, without a network, in a real browser. */
class ReportInBrowserTest {

  /** Pictures for people to look at; nothing reads them back. */
  private static final Path PICTURES = Path.of("target", "report-pictures");

  private static final int LAPTOP_WIDTH = 1400;
  private static final int LAPTOP_HEIGHT = 800;
  private static final int PHONE_WIDTH = 390;

  private static final int PHONE_HEIGHT = 740;

  /** What a peer could write into a failure; the page of most tests has it. */
  private static final String EVIL =
      "</td></script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">{{data}}";

  private static final SweepData SMALL = MadeUpSweep.small(EVIL);

  @TempDir static Path folder;

  private static Chromium browser;
  private static Path page;

  @BeforeAll
  static void openReport() throws Exception {
    browser = Chromium.start(folder.resolve("profile"));
    page = written(folder, "small", SMALL);
  }

  @AfterAll
  static void closeBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  /** Writes a sweep's report into a folder of its own. */
  static Path written(Path folder, String name, SweepData data) throws Exception {
    return written(folder, name, data, Limits.NONE);
  }

  private static Path written(Path folder, String name, SweepData data, Limits limits)
      throws Exception {
    Path sweep = Files.createDirectories(folder.resolve(name));
    return new ReportPage(new FigureBook()).write(data, limits, sweep).get(0);
  }

  private static void laptop(Path file) {
    browser.screen(LAPTOP_WIDTH, LAPTOP_HEIGHT).colours("light").open(file);
  }

  @Test
  void loadsFromAFileAsksForNothingAndComplainsOfNothing() {
    laptop(page);

    assertThat(browser.script("return document.documentElement.dataset.ready")).isEqualTo("yes");
    assertThat(browser.complaints()).isEmpty();
    assertThat(
            (List<?>)
                browser.script(
                    "return performance.getEntriesByType('resource').map(r => r.name).filter(n => !n.startsWith('data:'))"))
        .isEmpty();
  }

  @Test
  void theFirstScreenAnswers() throws Exception {
    laptop(page);

    assertThat(
            browser.script(
                "return ['.headline', '#a-chart svg'].every(css =>"
                    + " document.querySelector(css).getBoundingClientRect().bottom < innerHeight)"))
        .isEqualTo(true);
    browser.picture(PICTURES, "laptop-light");
  }

  @Test
  void choosingATechnologyAMetricAndASliceChangesChartsAndTable() {
    laptop(page);
    String heat = shot("#x-heat");
    String line = shot("#x-line");
    String table = browser.element("#x-table").getText();

    browser.choose("#x-series", "grpc");
    assertThat(browser.element("#x-heat-title").getText()).isEqualTo("grpc: average runtime (ms)");
    await().atMost(Chromium.PATIENCE).until(() -> !shot("#x-heat").equals(heat));

    browser.choose("#x-metric", "average TPS (1/s)");
    assertThat(browser.element("#x-line-title").getText())
        .isEqualTo("average TPS (1/s) at 410 requests");
    await().atMost(Chromium.PATIENCE).until(() -> !shot("#x-line").equals(line));
    assertThat(browser.element("#x-table").getText()).isNotEqualTo(table);

    String before = browser.element("#x-table").getText();
    browser.choose("#x-slice", "610");
    assertThat(browser.element("#x-table").getText())
        .isNotEqualTo(before)
        .contains("× failed: timeout");

    browser.choose("#x-view", "ratio to the baseline");
    assertThat(browser.element("#x-heat-title").getText()).startsWith("grpc against rpcx");
    browser.choose("#x-slice-by", "a thread count");
    browser.choose("#x-slice", "410");
    assertThat(browser.element("#x-line-title").getText()).endsWith("at 410 threads");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void pickingABaselineTurnsTheFirstChartAround() {
    laptop(page);
    String chart = shot("#a-chart");
    assertThat(browser.element("#a-title").getText())
        .endsWith("(first seconds of a JVM): time of a run, times that of rpcx");

    assertThat(more()).contains("grpc ● both ways").doesNotContain("rpcx ● per call");
    assertThat(first("table[data-id=call-cost]")).as("in the chart's order").isEqualTo("rpcx");

    browser.choose("#a-baseline", "openfeign");

    assertThat(browser.element("#a-title").getText()).endsWith("times that of openfeign");
    assertThat(more()).contains("rpcx ● per call", "grpc ● both ways");
    assertThat(browser.element("#a-more").getText())
        .isEqualTo("+ more than openfeign, the baseline.");
    assertThat(browser.element("#a-note").getText()).contains("against rpcx is judged");
    await().atMost(Chromium.PATIENCE).until(() -> !shot("#a-chart").equals(chart));
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void theReaderSetsTheLoadAndAllOfTheFirstScreenIsOfIt() {
    laptop(page);
    String chart = shot("#a-chart");
    String headline = browser.element(".headline").getText();
    String picked = "10 threads, 210 requests, 16 bytes";
    assertThat(headline).doesNotContain(picked);

    browser.choose("#l-load", picked);

    assertThat(browser.element(".headline").getText()).startsWith("At " + picked);
    assertThat(browser.element("#a-title").getText()).startsWith("At " + picked);
    assertThat(browser.element("table[data-id=call-cost] caption").getText())
        .isEqualTo("What a call costs, at " + picked);
    assertThat(browser.script("return document.getElementById('c-threads').value")).isEqualTo("10");
    await().atMost(Chromium.PATIENCE).until(() -> !shot("#a-chart").equals(chart));
    assertThat(browser.complaints()).isEmpty();
  }

  /** What is marked in the first screen's matrix: the technology and the cell. */
  private static List<String> more() {
    return ((List<?>)
            browser.script(
                "return [...document.querySelectorAll('.matrix .more')]"
                    + ".map(c => c.parentElement.cells[0].textContent + ' ' + c.textContent.trim())"))
        .stream().map(String::valueOf).toList();
  }

  private static Object first(String table) {
    return browser.script(
        "return document.querySelector(arguments[0] + ' tbody th').textContent", table);
  }

  /**
   * More series than there are colours, at 10 and 100 threads: processes of some are flagged, some
   * lack or failed a point, and one has no result at all.
   */
  static SweepData thirty() {
    List<Cell> cells = new ArrayList<>();
    List<Failure> failures = new ArrayList<>();
    failures.add(failure("technology-without-a-result", 10));
    for (int i = 0; i < 30; i++) {
      String name = i == 0 ? "rpcx" : i == 2 ? "tcp" : "technology-of-a-long-name-" + i;
      double rate = i == 0 ? 20_000 : 60_000.0 / i;
      cells.add(noted(i, SteadyCells.cell(SteadyCells.point(name, 10), around(rate))));
      if (i % 7 == 5) {
        failures.add(failure(name, 100));
      } else if (i % 7 != 3) {
        cells.add(noted(i, SteadyCells.cell(SteadyCells.point(name, 100), around(1.5 * rate))));
      }
    }
    cells.addAll(0, SMALL.all());
    failures.addAll(0, SMALL.allFailures());
    return Cells.data(SMALL.sweep(), SMALL.series(), cells, failures);
  }

  private static double[] around(double rate) {
    return new double[] {rate, rate * 1.02, rate * 0.99, rate * 1.01};
  }

  /** Every tenth has no process that settled; of every fourth one process was disturbed. */
  private static Cell noted(int series, Cell cell) {
    Cell noted = series % 4 == 1 ? SteadyCells.flagged(cell, 0, "foreign-cpu") : cell;
    for (int i = 0; series % 10 == 9 && i < cell.processes().size(); i++) {
      noted = SteadyCells.flagged(noted, i, "not-steady");
    }
    return noted;
  }

  private static Failure failure(String technology, int threads) {
    return new Failure(
        SteadyCells.point(technology, threads),
        FailureCause.TIMEOUT,
        "no reply within 60 s",
        "timed-out=7",
        "java -jar client-harness.jar run --protocol " + technology,
        Instant.EPOCH,
        0);
  }

  @Test
  void theQuestionIsAskedAndAnsweredWithTheKeyboardAlone() throws Exception {
    laptop(page);
    browser.script("document.getElementById('c-threads').focus()");

    WebElement threads = browser.driver().switchTo().activeElement();
    threads.sendKeys(Keys.chord(Keys.CONTROL, "a"), "77", Keys.TAB);
    assertThat(browser.element("#c-table").getText()).contains("measured at 110 threads, not 77");
    browser.driver().switchTo().activeElement().sendKeys(Keys.TAB); // past the payload
    WebElement rate = browser.driver().switchTo().activeElement();
    assertThat(rate.getDomAttribute("id")).isEqualTo("c-rate");
    rate.sendKeys("1000", Keys.TAB);
    browser.driver().switchTo().activeElement().sendKeys("10", Keys.TAB);
    browser.driver().switchTo().activeElement().sendKeys(Keys.TAB); // past the cores
    browser.driver().switchTo().activeElement().sendKeys(Keys.TAB); // and the line
    browser.driver().switchTo().activeElement().sendKeys("3.6");

    assertThat(browser.element("#c-said").getText())
        .isEqualTo(
            "Not measured: nothing here shows 1,000 calls/s with p99 below 10 ms."
                + " Only an open loop, which makes calls when they are due, measures a p99 at a rate, and none"
                + " was run here.");
    assertThat(browser.element("#c-said + #c-run pre").isDisplayed())
        .as("what to run comes before the rows that do not answer")
        .isTrue();
    assertThat(browser.element("#c-run pre").getText())
        .contains("rate --protocol", "--rate 1000 --threads 77");
    assertThat(browser.element("#c-run").getText())
        .as("a command without a host would measure the client's own")
        .contains("with --host and the servers’ host, which the files do not say:");
    assertThat(browser.element("#c-table").getText()).contains("CPU not known");
    browser.element("#c-p99").sendKeys(Keys.chord(Keys.CONTROL, "a"), "-3");
    assertThat(browser.element("#c-p99").getDomAttribute("aria-invalid")).isEqualTo("true");
    assertThat(browser.element("#c-said").getText())
        .startsWith(
            "p99 below, ms: left out, a number from 0.001 to 60,000 expected. Not measured");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void aReportMadeForLimitsOpensWithThemAndWithTheAnswerOfTheTerminal() throws Exception {
    SweepData data = OpenRuns.ofTwoRates();
    Limits limits = new Limits(1_000, 3.5);
    laptop(written(folder, "limits", data, limits));

    assertThat(
            browser.script(
                "return ['c-rate', 'c-p99'].map(id => document.getElementById(id).value).join()"))
        .isEqualTo("1000,3.5");
    List<String> printed = Chooser.answer(data, Verdicts.of(data), limits);
    assertThat(browser.element("#c-said").getText())
        .as("without the lines of costs between them")
        .isEqualTo(printed.get(0) + " " + printed.get(printed.size() - 1));
    assertThat(browser.element(".headline").getText())
        .as("what stands first on the page")
        .isEqualTo(printed.get(0) + "\n" + printed.get(printed.size() - 1));
    assertThat(browser.complaints()).isEmpty();
  }

  private static String shot(String chart) {
    return (String)
        browser.script(
            """
            // One layer of a grid's chart a canvas; the answer's is an SVG.
            const box = document.querySelector(arguments[0]);
            return [...box.querySelectorAll('canvas')].map(canvas => canvas.toDataURL()).join()
                + [...box.querySelectorAll('svg')].map(svg => svg.outerHTML).join();
            """,
            chart);
  }

  @Test
  void tablesAreSortedAndFilteredAndMarksExplainedWithTheKeyboardAlone() {
    laptop(page);
    String rows =
        "return [...document.querySelectorAll('table[data-id=points] tbody tr')].filter(r => !r.hidden)"
            + ".map(r => Number(r.cells[6].textContent))";
    browser.script("document.querySelectorAll('details').forEach(d => d.open = true)");
    browser.script(
        "document.querySelector('table[data-id=points] thead tr').cells[6].querySelector('button').focus()");

    WebElement head = browser.driver().switchTo().activeElement();
    List<?> before = (List<?>) browser.script(rows);
    head.sendKeys(Keys.ENTER);
    List<Double> ascending =
        ((List<?>) browser.script(rows)).stream().map(n -> ((Number) n).doubleValue()).toList();
    assertThat(ascending).isSorted().hasSameSizeAs(before);
    assertThat(browser.element("table[data-id=points] th[aria-sort=ascending]").getText())
        .isEqualTo("timeTotalAvg");
    head.sendKeys(Keys.ENTER, Keys.ENTER);
    assertThat((List<?>) browser.script(rows)).as("as it was").isEqualTo(before);

    browser.script(
        "document.querySelector('table[data-id=points]').parentElement.nextElementSibling"
            + ".querySelector('input').focus()");
    browser.driver().switchTo().activeElement().sendKeys("grpc 410");
    assertThat((List<?>) browser.script(rows)).isNotEmpty().hasSizeLessThan(before.size());

    browser.script("document.querySelector('.mark').focus()");
    assertThat(browser.element("#tip").isDisplayed()).isTrue();
    assertThat(browser.element("#tip").getText()).matches("(?s)\\S+: .{10,}");
    browser.driver().switchTo().activeElement().sendKeys(Keys.ESCAPE);
    assertThat(browser.element("#tip").isDisplayed()).isFalse();
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void aTableOutOfThePageIsTheOneOfItsFile() {
    laptop(page);
    browser.script(
        """
        HTMLAnchorElement.prototype.click = () => {};
        URL.createObjectURL = blob => { blob.text().then(text => { window.saved = text; }); return 'blob:'; };
        """);
    for (Table table : Tables.of(SMALL)) {
      if (List.of("latency", "cost-per-call", "cold-and-warm").contains(table.id())) {
        browser.script(
            "document.querySelector('table[data-id=%s]').parentElement.nextElementSibling"
                    .formatted(table.id())
                + ".querySelector('button[aria-label^=CSV]').click()");
        await()
            .untilAsserted(
                () ->
                    assertThat(browser.script("return window.saved"))
                        .as(table.id())
                        .isEqualTo(TableFiles.csv(table)));
      }
    }
  }

  @Test
  void everyControlHasItsTurnWithTheTabKey() {
    laptop(page);
    List<?> unreachable =
        (List<?>)
            browser.script(
                "return [...document.querySelectorAll('select, input, button:not(.mark), a[href], [role=region], summary')]"
                    + ".filter(e => e.tabIndex < 0).map(e => e.outerHTML)");
    assertThat(unreachable).isEmpty();
  }

  @Test
  void axeFindsNoSeriousProblem() throws Exception {
    assertAccessible("light");
  }

  @Tag("long")
  @Test
  void axeFindsNoSeriousProblemInTheDark() throws Exception {
    assertAccessible("dark");
  }

  private void assertAccessible(String scheme) throws Exception {
    browser.screen(LAPTOP_WIDTH, LAPTOP_HEIGHT).colours(scheme).open(page);

    assertThat(browser.accessibilityProblems()).isEmpty();
    browser.picture(PICTURES, "laptop-" + scheme);
  }

  @Test
  void aPhoneScrollsInOneDirectionOnly() throws Exception {
    browser.screen(PHONE_WIDTH, PHONE_HEIGHT).colours("light").open(page);
    assertThat(
            (List<?>)
                browser.script(
                    """
                    return [...document.querySelectorAll('body *')]
                        .filter(e => e.getBoundingClientRect().right > arguments[0] + 0.5
                            && !e.parentElement.closest('.scroll, .frame, .skip'))
                        .map(e => e.outerHTML.substring(0, 120))
                    """,
                    PHONE_WIDTH))
        .isEmpty();
    assertThat(browser.script("return document.documentElement.scrollWidth"))
        .isEqualTo((long) PHONE_WIDTH);
    browser.picture(PICTURES, "phone-light");
  }

  @Test
  void printsOnePageWithAnswerConditionsAndChart() throws Exception {
    laptop(page);
    browser.printMedia();
    assertThat(displayed("nav", "#a-controls", "#explore", "#tables", "#figures")).isEmpty();
    assertThat(displayed("#answer", ".hosts", ".headline", "#a-chart"))
        .containsExactly("#answer", ".hosts", ".headline", "#a-chart");
    byte[] pdf = browser.pdf();
    Files.createDirectories(PICTURES);
    Files.write(PICTURES.resolve("print.pdf"), pdf);
    assertThat(new String(pdf, StandardCharsets.ISO_8859_1))
        .startsWith("%PDF-")
        .containsOnlyOnce("/Type /Page\n");
    assertThat(browser.complaints()).isEmpty();
  }

  private static List<String> displayed(String... css) {
    return Arrays.stream(css).filter(one -> browser.element(one).isDisplayed()).toList();
  }
}
