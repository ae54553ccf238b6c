package io.rpcstress.analysis.report;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is cut, squeezed or named without being drawn, in a real browser. */
@Tag("long")
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
}
