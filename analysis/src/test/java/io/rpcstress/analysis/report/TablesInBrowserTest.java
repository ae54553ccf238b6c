package io.rpcstress.analysis.report;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** Wide tables and their marks, in a real browser. */
class TablesInBrowserTest {

  private static final int LAPTOP_WIDTH = 1400;
  private static final int PHONE_WIDTH = 390;
  private static final int HEIGHT = 800;

  /** The table of timed loops. */
  private static final String STEADY = "table[data-id=steady]";

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

  private static void open(int width, Path page) {
    browser.screen(width, HEIGHT).colours("light").open(page);
    browser.script("document.querySelectorAll('details').forEach(d => d.open = true)");
  }

  private static long shownColumns() {
    return (long)
        requireNonNull(
            browser.script(
                "return [...document.querySelectorAll('"
                    + STEADY
                    + " thead th')]"
                    + ".filter(th => th.checkVisibility()).length"));
  }

  @Test
  void aMarkThatIsClickedIsWhereTabComesBackTo() throws Exception {
    open(LAPTOP_WIDTH, ReportInBrowserTest.written(folder, "flagged", ReportPageTest.flagged()));
    List<String> stops =
        browser.texts(
            """
            const table = [...document.querySelectorAll('table')]
                .find(t => t.querySelectorAll('.mark').length > 1 && t.checkVisibility());
            table.id = 'marked';
            return [...table.querySelectorAll('.mark')].map(m => m.tabIndex);
            """);
    assertThat(stops).startsWith("0", "-1");

    browser.script(
        "document.querySelectorAll('#marked .mark')[1].scrollIntoView({block: 'center', behavior: 'instant'})");
    browser.driver().findElements(By.cssSelector("#marked .mark")).get(1).click();

    assertThat(
            browser.texts(
                "return [...document.querySelectorAll('#marked .mark')].map(m => m.tabIndex)"))
        .startsWith("-1", "0");
    browser.driver().switchTo().activeElement().sendKeys(Keys.ARROW_UP);
    assertThat(
            browser.texts(
                "return [...document.querySelectorAll('#marked .mark')].map(m => m.tabIndex)"))
        .as("and arrows take it along")
        .startsWith("0", "-1");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void columnsOfDetailAreBehindASwitchThatTheKeyboardReaches() {
    open(LAPTOP_WIDTH, thirty);
    assertThat(shownColumns()).isEqualTo(13);
    assertThat(fits(STEADY)).as("no column is cut on a laptop").isTrue();

    browser.script(
        "document.querySelector('"
            + STEADY
            + "').parentElement.nextElementSibling.querySelector('button').focus()");
    browser.driver().switchTo().activeElement().sendKeys(Keys.ENTER);
    assertThat(shownColumns()).isEqualTo(24);
    assertThat(browser.driver().switchTo().activeElement().getText()).isEqualTo("all 24 columns");
    assertThat(browser.driver().switchTo().activeElement().getDomAttribute("aria-pressed"))
        .isEqualTo("true");
    assertThat(browser.accessibilityProblems()).isEmpty();

    browser.driver().switchTo().activeElement().sendKeys(Keys.SPACE);
    assertThat(shownColumns()).isEqualTo(13);

    browser.printMedia();
    browser.script("window.dispatchEvent(new Event('beforeprint'))");
    assertThat(
            browser.texts(
                "return [...document.querySelector('"
                    + STEADY
                    + "').parentElement.querySelectorAll('table.part thead th')]"
                    + ".filter(th => th.checkVisibility()).map(th => th.dataset.head || th.textContent)"))
        .as("paper has all")
        .contains("load", "of it JIT, us/call", "steady from window", "flags");
    browser.script("window.dispatchEvent(new Event('afterprint'))");
    browser.colours("light");
    assertThat(shownColumns()).isEqualTo(13);
    assertThat(browser.complaints()).isEmpty();
  }

  private static boolean fits(String table) {
    return Boolean.TRUE.equals(
        browser.script(
            "const box = document.querySelector(arguments[0]).parentElement;"
                + " return box.scrollWidth <= box.clientWidth + 1",
            table));
  }

  @ParameterizedTest
  @ValueSource(ints = {LAPTOP_WIDTH, PHONE_WIDTH})
  void aTableScrollsInItsBoxAndItsRowsKeepTheirNames(int width) {
    open(width, thirty);
    browser.script(
        "document.querySelectorAll('.save button').forEach(b => /^all/.test(b.textContent) && b.click())");

    assertThat(browser.script("return document.documentElement.scrollWidth"))
        .isEqualTo((long) width);
    assertThat(
            browser.texts(
                """
                return [...document.querySelectorAll('main .scroll')].filter(box => box.checkVisibility())
                    .filter(box => box.scrollWidth > box.clientWidth + 1).flatMap(box => {
                      box.scrollLeft = box.scrollWidth;
                      const left = box.getBoundingClientRect().left;
                      return [...box.querySelectorAll('tbody tr:not([hidden]) th[scope=row]')].slice(0, 3)
                          .filter(th => Math.abs(th.getBoundingClientRect().left - left) > 2)
                          .map(th => box.getAttribute('aria-label') + ': ' + th.textContent);
                    })
                """))
        .as("names that are scrolled out of sight")
        .isEmpty();
    assertThat(
            browser.texts(
                """
                return [...document.querySelectorAll('main .scroll')].filter(box => box.checkVisibility())
                    .filter(box => box.scrollWidth > box.clientWidth + 1).flatMap(box =>
                      [...box.querySelectorAll('tbody th[scope=row]')].slice(0, 3)
                          .filter(th => th.getBoundingClientRect().width > box.clientWidth / 2)
                          .map(th => box.getAttribute('aria-label') + ': ' + th.textContent))
                """))
        .as("names that leave the numbers no room")
        .isEmpty();
    assertThat(browser.complaints()).isEmpty();
  }
}
