package io.rpcstress.analysis.report;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rpcstress.analysis.Analysis;
import io.rpcstress.analysis.compare.SweepComparison;
import io.rpcstress.analysis.database.Database;
import io.rpcstress.analysis.database.ServiceFiles;
import io.rpcstress.analysis.database.SweepFolder;
import io.rpcstress.analysis.database.SweepReader;
import io.rpcstress.analysis.database.TimeSeriesFiles;
import io.rpcstress.analysis.figure.FigureBook;
import io.rpcstress.analysis.figure.MadeUpSweep;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.SteadyCells;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.analysis.table.TableFiles;
import io.rpcstress.analysis.table.Tables;
import io.rpcstress.measure.FailureCause;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The report as a reader meets it: opened from a file, without a network, in a real browser. */
class ReportInBrowserTest {

  /** Pictures for people to look at; nothing reads them back. */
  private static final Path PICTURES = Path.of("target", "report-pictures");

  private static final int LAPTOP_WIDTH = 1400;
  private static final int LAPTOP_HEIGHT = 800;
  private static final int PHONE_WIDTH = 390;

  /** A4 without margins of 14 mm, CSS pixels. */
  private static final int PAPER_WIDTH = 688;

  private static final int PHONE_HEIGHT = 740;

  /** Pixels of a chart in which its scale and first rows are. */
  private static final int MIN_CHART = 180;

  /** The first screen has fewer stops. */
  private static final int MAX_TABS = 80;

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
    Path sweep = Files.createDirectories(folder.resolve(name));
    return new ReportPage(new FigureBook()).write(data, sweep).get(0);
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
                "return ['.headline', '#a-chart canvas'].every(css =>"
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
        .isEqualTo("First seconds of a JVM: time of a run, times that of rpcx");

    assertThat(more()).contains("grpc ● both ways").doesNotContain("rpcx ● per call");
    assertThat(first("table[data-id=call-cost]")).as("in the chart's order").isEqualTo("rpcx");

    browser.choose("#a-baseline", "openfeign");

    assertThat(browser.element("#a-title").getText()).endsWith("times that of openfeign");
    assertThat(more()).contains("rpcx ● per call", "grpc ● both ways");
    assertThat(browser.element("#a-more").getText())
        .isEqualTo("+ more than openfeign, the baseline.");
    assertThat(browser.element("#a-note").getText()).contains("against rpcx only");
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

  @Test
  void steadyAndFirstSecondsAreASwitchAndThirtySeriesHaveARowEach() throws Exception {
    laptop(written(folder, "thirty", thirty()));

    assertThat(browser.element("#a-title").getText()).startsWith("Steady: time of a call");
    assertThat(
            (Long)
                browser.script(
                    """
                    const said = document.createRange();
                    said.selectNodeContents(document.querySelector('.headline').firstChild);
                    return new Set([...said.getClientRects()].map(r => r.top)).size;
                    """))
        .as("lines of the headline")
        .isLessThanOrEqualTo(2);
    assertThat(browser.script("return document.querySelectorAll('#a-table tbody tr').length"))
        .isEqualTo(30L);
    assertThat(browser.element(".first .save .rows").getText())
        .as("a box that ends between two rows looks whole")
        .matches("[0-9]+ rows: scroll for more");
    browser.script("document.querySelectorAll('#answer details').forEach(d => d.open = true)");
    assertThat(browser.element("#a-table").getText())
        .as("a row that lacks a point, and one of which processes are left out")
        .contains("1 of 2", "too few processes: technology-of-a-long-name-9 has 0 of 4 left");
    assertThat(browser.element("#c-table").getText())
        .as("asked first is a load of the kind that is shown")
        .doesNotContain("not 110");
    assertThat(browser.element("#answer .facts").getText()).contains("points failed\n8");
    assertThat(browser.element("#failed").getText())
        .contains("technology-of-a-long-name-5", "technology-without-a-result");
    browser.script("document.querySelectorAll('#answer details').forEach(d => d.open = false)");
    browser.picture(PICTURES, "thirty-laptop");
    browser.choose("#a-subject", "First seconds of a JVM");
    assertThat(browser.script("return document.querySelectorAll('#a-table tbody tr').length"))
        .isEqualTo(4L);

    browser
        .screen(PHONE_WIDTH, PHONE_HEIGHT)
        .colours("dark")
        .open(folder.resolve("thirty/report.html"));
    assertThat(browser.script("return document.documentElement.scrollWidth"))
        .isEqualTo((long) PHONE_WIDTH);
    browser.picture(PICTURES, "thirty-phone-dark");
    assertThat(browser.accessibilityProblems()).isEmpty();
    assertThat(browser.complaints()).isEmpty();
  }

  /**
   * More series than there are colours, at 10 and 100 threads: processes of some are flagged, some
   * lack or failed a point, and one has no result at all.
   */
  static SweepData thirty() {
    List<SteadyCell> cells = new ArrayList<>();
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
    return new SweepData(
        SMALL.sweep(),
        SMALL.series(),
        SMALL.cells(),
        SMALL.failures(),
        List.of(),
        List.of(),
        List.of(),
        cells,
        failures);
  }

  private static double[] around(double rate) {
    return new double[] {rate, rate * 1.02, rate * 0.99, rate * 1.01};
  }

  /** Every tenth has no process that settled; of every fourth one process was disturbed. */
  private static SteadyCell noted(int series, SteadyCell cell) {
    SteadyCell noted = series % 4 == 1 ? SteadyCells.flagged(cell, 0, "foreign-cpu") : cell;
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
        .contains("rate --protocol", "--rate 1000 --threads 77", "--threshold 'p99<10ms'");
    assertThat(browser.element("#c-run").getText())
        .as("a command without a host would measure the client's own")
        .contains("with --host and the servers’ host, which the files do not say:");
    assertThat(browser.element("#c-table").getText()).contains("cost not known");
    browser.element("#c-p99").sendKeys(Keys.chord(Keys.CONTROL, "a"), "-3");
    assertThat(browser.element("#c-p99").getDomAttribute("aria-invalid")).isEqualTo("true");
    assertThat(browser.element("#c-said").getText())
        .startsWith(
            "p99 below, ms: left out, a number from 0.001 to 60,000 expected. Not measured");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void everyTableLeavesThePageAsItsFilesSay() {
    laptop(page);
    browser.script(
        """
        window.saved = [];
        HTMLAnchorElement.prototype.click = function () {
          const name = this.download;
          window.blobs[window.blobs.length - 1].text().then(text => window.saved.push([name, text]));
        };
        window.blobs = [];
        const make = URL.createObjectURL;
        URL.createObjectURL = blob => { window.blobs.push(blob); return make.call(URL, blob); };
        document.querySelectorAll('.save button').forEach(button => button.click());
        """);
    long tables = (long) browser.script("return document.querySelectorAll('table').length");
    await()
        .atMost(Chromium.PATIENCE)
        .until(() -> browser.script("return saved.length").equals(2 * tables));

    Table table =
        Tables.of(SMALL).stream()
            .filter(t -> t.id().equals("failed-points"))
            .findFirst()
            .orElseThrow();
    assertThat(saved("failed-points.csv")).isEqualTo(TableFiles.csv(table));
    JsonNode json = JsonMapper.builder().build().readTree(saved("failed-points.json"));
    assertThat(json.get("title").stringValue()).isEqualTo(table.title());
    assertThat(json.get("rows").size()).isEqualTo(table.rows().size());
    assertThat(json.get("rows").get(0).get(7).stringValue()).isEqualTo(table.rows().get(0).get(7));
    assertThat(browser.complaints()).isEmpty();
  }

  private static String saved(String file) {
    return (String)
        requireNonNull(
            browser.script("return saved.find(one => one[0] === arguments[0])[1]", file));
  }

  private static String shot(String chart) {
    return (String)
        browser.script(
            """
            // One layer of the chart a canvas.
            return [...document.querySelectorAll(arguments[0] + ' canvas')]
                .map(canvas => canvas.toDataURL()).join();
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

  /**
   * A reader who walks by Tab meets each table's marks once, sees where he is, and reads on by
   * arrows.
   */
  @Test
  void marksAreOneTabStopATableAndSayTheirFlags() throws Exception {
    laptop(written(folder, "flagged", ReportPageTest.flagged()));
    browser.script("document.activeElement.blur(); document.querySelector('.skip').focus()");
    List<String> unseen = new ArrayList<>();
    WebElement at = browser.driver().switchTo().activeElement();
    for (int tab = 0; tab < MAX_TABS && !"c-threads".equals(at.getDomAttribute("id")); tab++) {
      at.sendKeys(Keys.TAB);
      at = browser.driver().switchTo().activeElement();
      unseen.addAll(
          strings(
              """
              const one = document.activeElement, box = one.getBoundingClientRect();
              const seen = box.height > 0 && getComputedStyle(one).outlineStyle !== 'none';
              return seen ? [] : [one.outerHTML.substring(0, 120)];
              """));
    }
    assertThat(at.getDomAttribute("id")).as("walked by Tab").isEqualTo("c-threads");
    assertThat(unseen).as("a stop without a visible focus").isEmpty();
    assertThat(
            strings(
                """
                document.querySelectorAll('details').forEach(d => d.open = true);
                return [...document.querySelectorAll('main table')].map(t => [t.dataset.id,
                        [...t.querySelectorAll('.mark')].filter(m => m.tabIndex >= 0).length])
                    .filter(([id, stops]) => stops > 1).map(String);
                """))
        .as("tables with several marks to stop at")
        .isEmpty();

    browser.script(
        "[...document.querySelectorAll('.mark')].find(m => m.textContent === '~').focus()");
    assertThat(browser.element("#tip").getText())
        .as("the flag and its consequence")
        .contains("jitter", "takes the point out of verdicts until it is measured again")
        .doesNotContain("see the doubtful");
    browser.driver().switchTo().activeElement().sendKeys(Keys.ARROW_DOWN);
    assertThat(browser.script("return document.activeElement.className")).isEqualTo("mark");
    assertThat(browser.complaints()).isEmpty();
  }

  private static List<String> strings(String script) {
    return ((List<?>) requireNonNull(browser.script(script)))
        .stream().map(String::valueOf).toList();
  }

  @Test
  void aSweepThatWasNotShownSteadyHasItsChartWithHollowMarks() throws Exception {
    SteadyCell[] cells = new SteadyCell[2];
    for (int i = 0; i < cells.length; i++) {
      SteadyCell cell =
          SteadyCells.cell(SteadyCells.point(i == 0 ? "rpcx" : "grpc", 10), 20_000, 21_000);
      cells[i] = SteadyCells.flagged(SteadyCells.flagged(cell, 0, "not-steady"), 1, "not-steady");
    }
    laptop(written(folder, "warm", SteadyCells.data(cells)));

    assertThat(browser.element(".headline").getText())
        .contains("times as long as rpcx: grpc 1.00", "4 of 4 processes were not shown steady");
    assertThat(browser.element("#a-title").getText()).startsWith("Warm, not shown steady");
    browser.script("document.querySelector('#answer details:not(.menu)').open = true");
    assertThat(browser.element("#a-table").getText()).contains("grpc 1.00", "no verdict");
    assertThat(browser.element("table[data-id=call-cost]").getText()).contains("shared 1");
    assertThat(browser.accessibilityProblems()).isEmpty();
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void twoSweepsOfTimedLoopsAreAPageThatAPhoneShowsToo() throws Exception {
    SweepData before =
        SteadyCells.data(
            SteadyCells.cell(SteadyCells.point("rpcx", 10), 20_000, 20_300, 19_800, 20_100),
            SteadyCells.cell(SteadyCells.point("grpc", 10), 10_000, 10_200, 9_900, 10_050));
    SweepData after =
        SteadyCells.data(
            SteadyCells.cell(SteadyCells.point("rpcx", 10), 20_100, 20_200, 19_900, 20_000),
            SteadyCells.cell(SteadyCells.point("grpc", 10), 5_000, 5_100, 4_950, 5_020));
    Path compared = folder.resolve("compare.html");
    Files.writeString(compared, ComparisonPage.html(SweepComparison.of(before, after)));

    browser.screen(PHONE_WIDTH, PHONE_HEIGHT).colours("dark").open(compared);

    assertThat(browser.element(".headline").getText())
        .contains(
            "grpc (2.00 times) takes more time than name", "no difference", "rpcx (1.00 times)");
    assertThat(browser.element("table[data-id=loop-loads]").getText())
        .contains("steady, time of a call", "4, 4");
    assertThat(browser.script("return document.documentElement.scrollWidth"))
        .isEqualTo((long) PHONE_WIDTH);
    assertThat(browser.accessibilityProblems()).isEmpty();
    assertThat(browser.complaints()).isEmpty();
    browser.picture(PICTURES, "compare-phone-dark");
  }

  @Test
  void theHeatMapIsReachedAndReadWithTheKeyboard() {
    laptop(page);
    browser.script("document.getElementById('x-heat').focus()");

    browser.element("#x-heat").sendKeys(Keys.ARROW_RIGHT, Keys.ARROW_UP);
    assertThat(browser.element("#x-read").getText())
        .startsWith("110 threads × 210 requests: ")
        .contains(" ms");

    browser.element("#x-heat").sendKeys(Keys.ENTER);
    assertThat(browser.element("#x-line-title").getText()).endsWith("at 210 requests");
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

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void axeFindsNoSeriousProblem(String scheme) throws Exception {
    browser.screen(LAPTOP_WIDTH, LAPTOP_HEIGHT).colours(scheme).open(page);

    assertThat(browser.accessibilityProblems()).isEmpty();
    browser.picture(PICTURES, "laptop-" + scheme);
  }

  /**
   * Its sections have tables and figures of the same titles, and landmarks need names of their own.
   */
  @Test
  void axeFindsNoProblemInAPublishedReport() throws Exception {
    Path put = published("put");
    laptop(put);

    assertThat(browser.accessibilityProblems()).isEmpty();
    assertThat(browser.complaints()).isEmpty();
  }

  /** The report of a folder of results/ as it is made now; once for all tests. */
  private static Path published(String name) throws Exception {
    Path copy = folder.resolve("published-" + name);
    Path page = copy.resolve(ReportPage.FILE);
    if (Files.exists(page)) {
      return page;
    }
    try (FileSystem zip =
            FileSystems.newFileSystem(Path.of("../results/published", name + ".zip"));
        Stream<Path> files = Files.walk(zip.getPath("/", name))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path to = copy.resolve(zip.getPath("/", name).relativize(file).toString());
        Files.createDirectories(requireNonNull(to.getParent()));
        Files.copy(file, to);
      }
    }
    assertThat(Analysis.commandLine().execute("import", copy.toString())).isZero();
    assertThat(Analysis.commandLine().execute("clean", copy.toString())).isZero();
    SweepFolder sweep = SweepFolder.of(copy, null);
    try (Database database = Database.open(sweep.database(null), Map.of())) {
      SweepData rows = SweepReader.read(sweep.sweep().id(), database);
      SweepData data = ServiceFiles.added(TimeSeriesFiles.added(rows, copy), copy);
      return new ReportPage(new FigureBook()).write(data, copy).get(0);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void thePaperIsLightOrDarkAsTheReaderLikesIt(String scheme) {
    browser.screen(LAPTOP_WIDTH, LAPTOP_HEIGHT).colours(scheme).open(page);
    assertThat(browser.script("return getComputedStyle(document.body).backgroundColor"))
        .isEqualTo(scheme.equals("light") ? "rgb(255, 255, 255)" : "rgb(13, 17, 23)");
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

  /** Sections and conditions are folded there, and a long chart has its scale where it begins. */
  @Test
  void aPhonesFirstScreenHasTheChartsFirstRows() throws Exception {
    browser.screen(PHONE_WIDTH, 844).colours("light").open(published("put"));

    assertThat(
            (Number)
                requireNonNull(
                    browser.script(
                        "return document.getElementById('a-chart').getBoundingClientRect().top")))
        .as("pixels above the chart, of 844")
        .satisfies(top -> assertThat(top.doubleValue()).isLessThan(844 - MIN_CHART));
    assertThat(
            strings(
                "return [...document.querySelectorAll('details.menu')].filter(d => d.open).map(d => d.outerHTML)"))
        .isEmpty();
    browser.element("nav summary").click();
    assertThat(browser.element("nav a").isDisplayed()).isTrue();
    laptop(published("put"));
    assertThat(browser.element("nav a").isDisplayed())
        .as("not folded where there is room")
        .isTrue();
    assertThat(browser.element("nav summary").isDisplayed()).isFalse();
  }

  @Test
  void printsWithoutWhatNeedsAScreen() throws Exception {
    laptop(page);
    browser.printMedia();
    assertThat(displayed("nav", ".controls", "#x-heat", "#a-controls")).isEmpty();
    assertThat(displayed("#answer", "#explore .on-paper", "#tables", "#figures"))
        .containsExactly("#answer", "#explore .on-paper", "#tables", "#figures");
    byte[] pdf = browser.pdf();
    Files.createDirectories(PICTURES);
    Files.write(PICTURES.resolve("print.pdf"), pdf);
    assertThat(new String(pdf, 0, 5, java.nio.charset.StandardCharsets.US_ASCII))
        .isEqualTo("%PDF-");
    assertThat(browser.complaints()).isEmpty();
  }

  /** On A4 with its margins; wide tables, heads and what lies over each other are seen alike. */
  @Test
  void paperCutsNothingOffAndRepeatsHeads() throws Exception {
    browser
        .screen(PAPER_WIDTH, LAPTOP_HEIGHT)
        .colours("light")
        .open(written(folder, "paper", thirty()));
    browser.printMedia();
    browser.script("window.dispatchEvent(new Event('beforeprint'))");

    assertThat(
            (List<?>)
                browser.script(
                    """
                    return [...document.querySelectorAll('main .scroll, main .card, main img')]
                        .filter(e => e.getBoundingClientRect().right > arguments[0] + 0.5
                            || e.scrollWidth > e.clientWidth + 1)
                        .map(e => e.outerHTML.substring(0, 120) + ' ' + e.scrollWidth)
                    """,
                    PAPER_WIDTH))
        .as("wider than the page")
        .isEmpty();
    assertThat(
            (List<?>)
                browser.script(
                    """
                    return [...document.querySelectorAll('main .scroll')]
                        .filter(e => e.scrollHeight > e.clientHeight + 1)
                        .map(e => e.getAttribute('aria-label'))
                    """))
        .as("laid over what follows")
        .isEmpty();
    assertThat(
            browser.script(
                "return getComputedStyle(document.querySelector('table[data-id=points] th'),"
                    + " '::before').content"))
        .as("a browser repeats no button on the next page")
        .isEqualTo("\"technology\"");
    assertThat(browser.script("return document.querySelector('#a-chart canvas').height"))
        .isNotEqualTo(0L);
    assertThat(
            (List<?>)
                browser.script(
                    """
                    return [...document.querySelectorAll('main table')]
                        .filter(t => t.checkVisibility() && t.tHead && t.tHead.rows[0].cells.length > 9)
                        .map(t => t.caption.textContent)
                    """))
        .as("of so many columns that they are printed small")
        .isEmpty();
    assertThat(
            (List<?>)
                browser.script(
                    "return [...document.querySelectorAll('table.part')].filter(t => t.checkVisibility()"
                        + " && parseFloat(getComputedStyle(t).fontSize) < 10).map(t => t.outerHTML)"))
        .as("parts below the size of other tables, 8 pt")
        .isEmpty();
    assertThat(columnsOfParts("steady"))
        .as("every column once, and in each part the one that tells the rows apart")
        .startsWith("technology | ")
        .satisfies(heads -> assertThat(heads.split("technology \\|", -1)).hasSizeGreaterThan(2));
    browser.picture(PICTURES, "paper");
    browser.script("window.dispatchEvent(new Event('afterprint'))");
    assertThat(browser.script("return document.querySelectorAll('table.part').length"))
        .as("left behind")
        .isEqualTo(0L);
    assertThat(browser.script("return document.querySelector('table[data-id=steady]').hidden"))
        .isEqualTo(false);
    assertThat(browser.complaints()).isEmpty();
  }

  /** The heads of a table's parts, in their order. */
  private static String columnsOfParts(String table) {
    return (String)
        requireNonNull(
            browser.script(
                """
                const box = document.querySelector('table[data-id=' + arguments[0] + ']').parentElement;
                return [...box.querySelectorAll('table.part thead th')]
                    .map(th => th.dataset.head || th.textContent).join(' | ');
                """,
                table));
  }

  private static List<String> displayed(String... css) {
    return Arrays.stream(css).filter(one -> browser.element(one).isDisplayed()).toList();
  }

  @Test
  void wordsOfAPeerStayWords() {
    laptop(page);

    assertThat(browser.driver().getTitle()).isEqualTo("rpc-stress report: made-up");
    assertThat(
            (List<?>)
                browser.script(
                    "return [...document.querySelectorAll('#failed td')].map(t => t.textContent)"))
        .anyMatch(EVIL::equals);
    assertThat(browser.script("return document.querySelectorAll('img[onerror]').length"))
        .isEqualTo(0L);
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void aSweepWithoutAPointSaysSo() throws Exception {
    laptop(written(folder, "empty", MadeUpSweep.empty()));
    assertThat(browser.element("#answer").getText()).contains("nothing can be said");
    assertThat(
            browser.script(
                "return ['experiments', 'explore', 'open', 'failed'].filter(id =>"
                    + " document.getElementById(id) || document.querySelector(`nav a[href='#${id}']`))"
                    + ".join()"))
        .as("sections without anything in them, and links to them")
        .isEqualTo("");
    assertThat(browser.complaints()).isEmpty();
  }
}
