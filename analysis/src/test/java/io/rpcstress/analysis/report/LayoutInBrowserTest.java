package io.rpcstress.analysis.report;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.figure.MadeUpSweep;
import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.SteadyCells;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** What is cut, squeezed or named without being drawn, in a real browser. */
class LayoutInBrowserTest {

  private static final int LAPTOP_WIDTH = 1400;
  private static final int PHONE_WIDTH = 390;
  private static final int HEIGHT = 800;

  @TempDir static Path folder;

  private static Chromium browser;
  private static Path thirty;

  @BeforeAll
  static void openReport() throws Exception {
    browser = Chromium.start(folder.resolve("profile"));
    thirty = ReportInBrowserTest.written(folder, "thirty", ReportInBrowserTest.thirty());
  }

  @AfterAll
  static void closeBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  private static void laptop(Path page) {
    browser.screen(LAPTOP_WIDTH, HEIGHT).colours("light").open(page);
  }

  private static void phone(Path page) {
    browser.screen(PHONE_WIDTH, HEIGHT).colours("light").open(page);
    browser.script("document.querySelectorAll('details').forEach(d => d.open = true)");
  }

  @Test
  void longNamesLeaveTheFirstChartRoomForItsMarks() {
    laptop(thirty);

    assertThat(
            ((Number)
                    requireNonNull(
                        browser.script(
                            """
                            const one = JSON.parse(document.getElementById('data').textContent).overviews[0];
                            const width = document.getElementById('a-chart').clientWidth;
                            const grid = RpcStress.overview(one, { measure: 0, baseline: one.judged, family: '' },
                                RpcStress.page.theme(false), width, 0).grid;
                            return (width - grid.left - grid.right) / width;
                            """)))
                .doubleValue())
        .isGreaterThan(0.2);
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void noteBesideAFilterIsNotSqueezed() {
    laptop(thirty);

    assertThat(
            browser.texts(
                """
                return [...document.querySelectorAll('.first .save')].filter(line => line.querySelector('input'))
                    .map(line => getComputedStyle(line).float)
                """))
        .isNotEmpty()
        .containsOnly("none");
  }

  @Test
  void explorerNamesWhatItDrawsAndAllOfIt() throws Exception {
    SweepData small = MadeUpSweep.small();
    SweepData few =
        new SweepData(
            small.sweep(),
            small.series(),
            small.cells().stream()
                .filter(
                    cell ->
                        !cell.point().technology().equals("openfeign")
                            || cell.point().requestNum() == 10)
                .toList(),
            List.of(),
            List.of());
    laptop(ReportInBrowserTest.written(folder, "few", few));
    assertThat(browser.element("#x-line-title").getText())
        .as("the request count that every technology has")
        .endsWith("at 10 requests");
    assertThat(legend()).containsExactly("rpcx", "grpc", "grpc@tuned", "openfeign");

    browser.choose("#x-slice", "410");
    assertThat(legend()).containsExactly("rpcx", "grpc", "grpc@tuned");

    laptop(ReportInBrowserTest.written(folder, "ten", MadeUpSweep.ten()));
    assertThat(legend()).hasSize(8);
    assertThat(
            browser.texts(
                """
                const box = document.getElementById('x-line'), option = echarts.getInstanceByDom(box).getOption();
                return [option.legend[0].type || 'plain', box.clientHeight > document.getElementById('x-heat').clientHeight];
                """))
        .as("no name on another page of the legend")
        .containsExactly("plain", "true");
    assertThat(browser.complaints()).isEmpty();
  }

  private static List<String> legend() {
    return browser.texts(
        "return echarts.getInstanceByDom(document.getElementById('x-line')).getOption().legend[0].data");
  }

  @Test
  void phoneShowsCaptionsHeadsAndSentencesWhole() {
    phone(thirty);

    assertThat(
            browser.texts(
                """
                return [...document.querySelectorAll('main .scroll > table > caption')].filter(c => c.checkVisibility())
                    .filter(c => c.getBoundingClientRect().right > c.closest('.scroll').getBoundingClientRect().right + 0.5)
                    .map(c => c.textContent)
                """))
        .as("captions that end outside their box")
        .isEmpty();
    assertThat(
            browser.texts(
                """
                return [...document.querySelectorAll('table.text thead th')].filter(th => /^[a-z]+$/.test(th.textContent))
                    .filter(th => { const r = document.createRange(); r.selectNodeContents(th.querySelector('button') || th);
                      return new Set([...r.getClientRects()].map(box => box.top)).size > 1; })
                    .map(th => th.textContent)
                """))
        .as("words cut in two")
        .isEmpty();
    assertThat(
            browser.texts(
                """
                return [...document.querySelectorAll('table.wide td, table.widest td')].filter(td => td.checkVisibility())
                    .filter(td => td.textContent.trim().split(' ').length > 4 && td.clientWidth < 110)
                    .map(td => td.textContent)
                """))
        .as("columns of single words")
        .isEmpty();
  }

  @Test
  void columnsOfWordsBeginWhereTheirLinesDoAndNumbersEndTogether() {
    laptop(thirty);

    assertThat(
            browser.texts(
                """
                return [...document.querySelectorAll('main .scroll > table:not(.chosen, .text, .matrix)')].flatMap(table =>
                  [...table.tHead.rows[0].cells].slice(1).flatMap((th, i) => {
                    const rows = [...table.tBodies].flatMap(body => [...body.rows]);
                    const cells = rows.map(row => row.cells[i + 1]).filter(td => !/^[-\u2013]?$/.test(td.textContent.trim()));
                    const prose = td => td.textContent.trim().split(' ').filter(word => /^[a-z]/i.test(word)).length > 4;
                    const numbers = cells.some(td => /^[-+]?[0-9]/.test(td.textContent.trim())) && !cells.some(prose);
                    const words = cells.length > 0 && !numbers;
                    return [th, ...cells].filter(cell => getComputedStyle(cell).textAlign !== (words ? 'left' : 'right'))
                        .map(cell => table.dataset.id + ': ' + cell.textContent);
                  }))
                """))
        .isEmpty();
  }

  @Test
  void commandLineBreaksBetweenItsWordsOnly() {
    phone(thirty);

    assertThat(
            browser.texts(
                """
                return [...document.querySelectorAll('#c-run code')].flatMap(code => {
                  const walk = document.createTreeWalker(code, NodeFilter.SHOW_TEXT), cut = [];
                  while (walk.nextNode()) {
                    for (const option of walk.currentNode.data.matchAll(/--[a-z-]+/g)) {
                      const r = document.createRange();
                      r.setStart(walk.currentNode, option.index);
                      r.setEnd(walk.currentNode, option.index + option[0].length);
                      if (new Set([...r.getClientRects()].map(box => box.top)).size > 1) { cut.push(option[0]); }
                    }
                  }
                  return cut;
                })
                """))
        .isEmpty();
    assertThat(browser.element("#c-run code").getText()).contains(" --threads 10 --warmup 10s ");
  }

  @Test
  void figureOfHalfTheWidthIsMadeLargerWithTheKeyboard() {
    laptop(thirty);
    String width =
        "return document.querySelector('.larger').closest('.plate').querySelector('img').clientWidth";
    long before = (long) requireNonNull(browser.script(width));

    browser.element(".larger").sendKeys(Keys.ENTER);
    assertThat((long) requireNonNull(browser.script(width))).isGreaterThan(2 * before);
    assertThat(browser.element(".larger").getDomAttribute("aria-pressed")).isEqualTo("true");

    browser.element(".larger").sendKeys(Keys.SPACE);
    assertThat(browser.script(width)).isEqualTo(before);
    assertThat(browser.accessibilityProblems()).isEmpty();
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void readerPicksWhoseCapabilitiesStandBesideEachOther() throws Exception {
    List<String> names =
        List.of("rpcx", "grpc", "openfeign", "tcp", "thrift", "redis", "mml", "rsocket", "dubbo");
    SteadyCell[] cells = new SteadyCell[names.size()];
    for (int i = 0; i < cells.length; i++) {
      double rate = 10_000.0 * (i + 1); // the last named is the fastest
      cells[i] =
          SteadyCells.cell(SteadyCells.point(names.get(i), 10), rate, 1.01 * rate, 0.99 * rate);
    }
    laptop(ReportInBrowserTest.written(folder, "nine", SteadyCells.data(cells)));
    List<String> first =
        browser.texts(
            "return [...document.querySelectorAll('.matrix tbody th')].map(th => th.textContent)");

    assertThat(heads()).hasSize(6).containsExactlyInAnyOrderElementsOf(first.subList(0, 6));
    assertThat(
            browser.texts(
                "return [...document.querySelectorAll('.pick label')].map(l => l.textContent)"))
        .hasSize(names.size());

    browser.script("document.querySelector('.pick input:not(:checked)').focus()");
    browser.driver().switchTo().activeElement().sendKeys(Keys.SPACE);
    assertThat(heads()).hasSize(7);
    browser.driver().switchTo().activeElement().sendKeys(Keys.SPACE);
    assertThat(heads()).hasSize(6);
    assertThat(browser.accessibilityProblems()).isEmpty();

    browser.printMedia();
    browser.script("window.dispatchEvent(new Event('beforeprint'))");
    assertThat(
            browser.texts(
                """
                const box = document.querySelector('table[data-id=capabilities]').parentElement;
                return [...box.querySelectorAll('thead th')].filter(th => th.checkVisibility())
                    .map(th => th.dataset.head || th.textContent)
                """))
        .as("paper has all")
        .containsAll(names);
    browser.script("window.dispatchEvent(new Event('afterprint'))");
    browser.colours("light");
    assertThat(heads()).hasSize(6);
    assertThat(browser.complaints()).isEmpty();
  }

  /** The technologies whose capabilities are shown. */
  private static List<String> heads() {
    return browser.texts(
        """
        return [...document.querySelectorAll('table[data-id=capabilities] thead th')].slice(1)
            .filter(th => th.checkVisibility()).map(th => th.dataset.head || th.textContent)
        """);
  }
}
