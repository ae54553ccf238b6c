package io.rpcstress.client.harness.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rpcstress.contract.ServerVariant;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.ConnectionPolicy.Kind;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.OwnPolicy;
import io.rpcstress.driver.Technology.Variant;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which technologies can be there at the same time. */
class InstalledDriversTest {

  private static InstalledDriver driver(String jar, Technology technology) {
    Driver driver =
        new Driver() {
          @Override
          public Technology technology() {
            return technology;
          }

          @Override
          public Session open(Target target, DriverOptions options) {
            throw new UnsupportedOperationException();
          }
        };
    return InstalledDriver.of(driver, Path.of("/there").resolve(jar));
  }

  private static Technology technology(String name, int type, int port, ServerVariant... servers) {
    return new Technology(
        name,
        type,
        port,
        "",
        List.of(servers).stream()
            .map(
                server ->
                    new Variant(
                        server.label(),
                        "",
                        OwnPolicy.of(ConnectionPolicy.perThread()),
                        List.of(Kind.PER_THREAD),
                        server))
            .toList(),
        List.of("greet"));
  }

  private static Technology toy(String name, int type, int port) {
    return technology(name, type, port, ServerVariant.EXAMPLE);
  }

  private static void areRefused(InstalledDriver one, InstalledDriver other, String message) {
    assertThatExceptionOfType(UnusableDriverException.class)
        .isThrownBy(() -> new InstalledDrivers(List.of(one, other)))
        .withMessage(message);
  }

  @Test
  void theyAreInTheOrderOfTheirNumbers() {
    InstalledDrivers drivers =
        new InstalledDrivers(
            List.of(
                driver("driver-b.jar", toy("b", 12, 9012)),
                driver("driver-a.jar", toy("a", 11, 9011))));
    assertThat(drivers.drivers())
        .extracting(each -> each.technology().name())
        .containsExactly("a", "b");
    assertThat(drivers.find("b")).isPresent();
    assertThat(drivers.find("null")).as("the harness's own floor").isPresent();
    assertThat(drivers.find("c")).isEmpty();
  }

  @Test
  void oneTechnologyTwiceIsRefused() {
    areRefused(
        driver("driver-a.jar", toy("toy", 11, 9011)),
        driver("driver-b.jar", toy("toy", 12, 9012)),
        "driver-a.jar and driver-b.jar both have the technology toy: one of them has to go");
  }

  @Test
  void twoTechnologiesWithOneNumberAreRefused() {
    areRefused(
        driver("driver-a.jar", toy("a", 11, 9011)),
        driver("driver-b.jar", toy("b", 11, 9012)),
        "a (driver-a.jar) and b (driver-b.jar) both have the number 11: give one of them another");
  }

  @Test
  void twoTechnologiesWithOnePortAreRefused() {
    areRefused(
        driver("driver-a.jar", toy("a", 11, 9011)),
        driver("driver-b.jar", toy("b", 12, 9011)),
        "a (driver-a.jar) and b (driver-b.jar) both have the default port 9011: give one of them"
            + " another");
  }

  @Test
  void thePortOfATunedServerIsTakenToo() {
    areRefused(
        driver("driver-a.jar", technology("a", 11, 9011, ServerVariant.TUNED)),
        driver("driver-b.jar", toy("b", 12, 9111)),
        "a (driver-a.jar) and b (driver-b.jar) both have the default port 9111: give one of them"
            + " another");
  }

  @Test
  void thePortOfTheCountersIsTakenToo() {
    areRefused(
        driver("driver-a.jar", toy("a", 11, 9011)),
        driver("driver-b.jar", toy("b", 12, 10_011)),
        "a (driver-a.jar) and b (driver-b.jar) both have the default port 10011: give one of them"
            + " another");
  }

  @Test
  void theHarnessOwnFloorKeepsItsNameAndNumber() {
    assertThatExceptionOfType(UnusableDriverException.class)
        .isThrownBy(
            () -> new InstalledDrivers(List.of(driver("driver-a.jar", toy("null", 11, 9011)))))
        .withMessageStartingWith("client-harness and driver-a.jar both have the technology null");
    assertThatExceptionOfType(UnusableDriverException.class)
        .isThrownBy(() -> new InstalledDrivers(List.of(driver("driver-a.jar", toy("a", 0, 9011)))))
        .withMessageContaining("both have the number 0");
  }

  @Test
  void aTechnologyThatNoFileOrOptionCouldCarryIsRefused() {
    for (Technology bad :
        List.of(
            toy("../a", 11, 9011),
            toy("", 11, 9011),
            toy("A", 11, 9011),
            toy("a@b", 11, 9011),
            toy("a", 11, 0),
            toy("a", 11, 65_536),
            technology("a", 11, 65_500, ServerVariant.TUNED),
            technology("a", 11, 9011))) {
      assertThatExceptionOfType(UnusableDriverException.class)
          .as("%s", bad)
          .isThrownBy(() -> driver("driver-a.jar", bad))
          .withMessageStartingWith("driver-a.jar: ");
    }
  }
}
