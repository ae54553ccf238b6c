package io.rpcstress.analysis.report;

import static java.util.Objects.requireNonNull;

import com.deque.html.axecore.selenium.AxeBuilder;
import io.rpcstress.analysis.model.Resources;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A headless Chromium that has a page open. Fetches nothing: it takes what is installed. */
public final class Chromium implements AutoCloseable {

  /** Far longer than any step takes; a slow machine fails no test. */
  static final Duration PATIENCE = Duration.ofMinutes(5);

  private final ChromeDriver driver;

  private Chromium(ChromeDriver driver) {
    this.driver = driver;
  }

  /** Starts the browser, or skips the test with a word where there is none. */
  public static Chromium start(Path profile) {
    Optional<Path> browser = installed("chromium");
    Optional<Path> control = installed("chromedriver");
    Assumptions.assumeTrue(
        browser.isPresent() && control.isPresent(),
        "no browser: apt-get install -y --no-install-recommends chromium chromium-driver");
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(browser.orElseThrow().toFile());
    options.setCapability("goog:loggingPrefs", logs);
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--hide-scrollbars",
        "--user-data-dir=" + profile);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(control.orElseThrow().toFile())
            .usingAnyFreePort()
            .build();
    return new Chromium(new ChromeDriver(service, options));
  }

  private static Optional<Path> installed(String program) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Arrays.stream(path.split(File.pathSeparator, -1))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** A screen of so many CSS pixels. */
  public Chromium screen(int width, int height) {
    cdp(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    return this;
  }

  /** {@code light} or {@code dark}. */
  Chromium colours(String scheme) {
    cdp(
        "Emulation.setEmulatedMedia",
        Map.of(
            "media",
            "",
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    return this;
  }

  /** The page as a printer sees it; {@link #colours} goes back to the screen. */
  void printMedia() {
    cdp("Emulation.setEmulatedMedia", Map.of("media", "print"));
  }

  /** Opens a file and waits for its explorer. */
  public Chromium open(Path page) {
    driver.get(page.toUri().toString());
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> "complete".equals(script("return document.readyState")));
    return this;
  }

  public Object script(String javascript, Object... arguments) {
    return driver.executeScript(javascript, arguments);
  }

  /** What a script returns, a list, as texts. */
  List<String> texts(String javascript) {
    return ((List<?>) requireNonNull(script(javascript))).stream().map(String::valueOf).toList();
  }

  ChromeDriver driver() {
    return driver;
  }

  WebElement element(String css) {
    return driver.findElement(By.cssSelector(css));
  }

  /** Chooses a value of one of the explorer's selects, as a user's click would. */
  void choose(String css, String visibleText) {
    for (WebElement option : element(css).findElements(By.tagName("option"))) {
      if (option.getText().equals(visibleText)) {
        option.click();
        return;
      }
    }
    throw new AssertionError(css + " has no option '" + visibleText + "'");
  }

  /** What the console said since the last call: warnings, errors, violations of the policy. */
  public List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(Object::toString)
        .toList();
  }

  /** Every violation that axe-core finds, folded parts opened, one line a finding. */
  List<?> accessibilityProblems() {
    driver.executeScript(Resources.text(AxeBuilder.class, "/axe.min.js"));
    driver.manage().timeouts().scriptTimeout(PATIENCE);
    return (List<?>)
        driver.executeAsyncScript(
            """
            const done = arguments[arguments.length - 1];
            const folded = [...document.querySelectorAll('details:not([open])')];
            folded.forEach(d => d.open = true);
            const fold = found => { folded.forEach(d => d.open = false); done(found); };
            axe.run().then(found => fold(found.violations
                .flatMap(v => v.nodes.map(n => v.id + ': ' + n.html.substring(0, 200) + ' '
                    + n.failureSummary))), problem => fold([String(problem)]));
            """);
  }

  /**
   * Keeps pictures of the screen and of the whole page, for people to look at who ask for them:
   * {@code mvn verify -Drpcstress.pictures=true}.
   */
  void picture(Path folder, String name) throws IOException {
    if (!Boolean.getBoolean("rpcstress.pictures")) {
      return; // a page of many screens takes the browser seconds to draw
    }
    Files.createDirectories(folder);
    Files.write(folder.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
    // Charts are drawn in the next frame.
    driver.executeAsyncScript("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))");
    Map<String, Object> whole =
        driver.executeCdpCommand(
            "Page.captureScreenshot", Map.of("captureBeyondViewport", true, "format", "png"));
    Files.write(
        folder.resolve(name + "-whole.png"),
        Base64.getDecoder().decode((String) requireNonNull(whole.get("data"))));
  }

  /** The page as it would be printed on A4. */
  byte[] pdf() {
    Map<String, Object> printed =
        driver.executeCdpCommand(
            "Page.printToPDF",
            Map.of("printBackground", true, "paperWidth", 8.27, "paperHeight", 11.69));
    return Base64.getDecoder().decode((String) requireNonNull(printed.get("data")));
  }

  private void cdp(String command, Map<String, Object> parameters) {
    driver.executeCdpCommand(command, parameters);
  }

  @Override
  public void close() {
    driver.quit();
  }
}
