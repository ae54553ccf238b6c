package io.rpcstress.client.harness.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rpcstress.driver.Address;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jars of technologies that this program was built without. */
class DriverJarsTest {

  private static final List<String> TOY = List.of("org.example.toy.ToyDriver");

  @SuppressWarnings("NullAway.Init") // set before the tests
  @TempDir
  static Path classes;

  @SuppressWarnings("NullAway.Init") // set before the tests
  private static ToyJar toy;

  @TempDir Path folder;

  @BeforeAll
  static void compile() throws IOException {
    toy = ToyJar.compiled(classes);
  }

  private List<InstalledDriver> found() {
    return DriverJars.in(folder, Set.of());
  }

  private void isRefused(Path jar, String... why) {
    assertThatExceptionOfType(UnusableDriverException.class)
        .isThrownBy(this::found)
        .satisfies(
            refusal ->
                assertThat(refusal.getMessage())
                    .startsWith(jar + " cannot be used: ")
                    .doesNotContain("\n")
                    .contains(why));
  }

  @Test
  void aJarBringsItsTechnologyInAClassLoaderOfItsOwn() throws IOException {
    Path jar = toy.jar(folder.resolve("driver-toy.jar"));
    assertThat(found())
        .singleElement()
        .satisfies(
            driver -> {
              assertThat(driver.technology().name()).isEqualTo("toy");
              assertThat(driver.jar()).isEqualTo(jar.toAbsolutePath());
            });
    assertThatExceptionOfType(ClassNotFoundException.class)
        .isThrownBy(() -> Class.forName(TOY.get(0)));
  }

  @Test
  void whatADriverThrowsComesThroughAsItIs() throws IOException {
    toy.jar(folder.resolve("driver-other.jar"), "1", List.of("org.example.other.OtherDriver"));
    Driver other = found().get(0).driver();
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(
            () ->
                other.open(
                    Target.of(new Address("127.0.0.1", 9078)),
                    new DriverOptions(
                        "example",
                        ConnectionPolicy.perThread(),
                        1,
                        false,
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(1))))
        .withMessage("nobody measures it");
    assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
  }

  @Test
  void onlyJarsOfThatFolderWhoseNameSaysSoAreLookedAt() throws IOException {
    Files.createDirectory(folder.resolve("below"));
    Files.createDirectory(folder.resolve("driver-folder.jar"));
    Files.writeString(folder.resolve("driver-notes.txt"), "no jar");
    toy.jar(folder.resolve("toy.jar"));
    toy.jar(folder.resolve("below/driver-toy.jar"));
    assertThat(found()).isEmpty();
  }

  @Test
  void whereTheBuildPutTheProgramItsDriversAreFoundToo() throws IOException {
    Path own = Files.createDirectories(folder.resolve("client-harness/target"));
    Path built = Files.createDirectories(folder.resolve("technologies/toy/driver/target"));
    Path jar = toy.jar(built.resolve("driver-toy.jar"));
    toy.jar(built.resolve("driver-other.jar")); // not of its module's name
    assertThat(DriverJars.in(own, Set.of())).as("this is no clone").isEmpty();

    Files.writeString(folder.resolve("pom.xml"), "<project/>");
    assertThat(DriverJars.in(own, Set.of()))
        .extracting(InstalledDriver::jar)
        .containsExactly(jar.toAbsolutePath());

    Path beside = toy.jar(own.resolve("driver-toy.jar"));
    assertThat(DriverJars.in(own, Set.of()))
        .as("what lies beside the program goes before it")
        .extracting(InstalledDriver::jar)
        .containsExactly(beside.toAbsolutePath());
    assertThat(DriverJars.in(Files.createDirectories(folder.resolve("other")), Set.of())).isEmpty();
  }

  @Test
  void aJarThatTheClassPathHasIsNotLookedAtAgain() throws IOException {
    Path jar = toy.jar(folder.resolve("driver-toy.jar"));
    assertThat(DriverJars.in(folder, Set.of(jar.toAbsolutePath()))).isEmpty();
  }

  @Test
  void aJarOfAnotherVersionOfTheApiIsRefused() throws IOException {
    Path jar = toy.jar(folder.resolve("driver-toy.jar"), "2", TOY);
    isRefused(jar, "it was built with driver API 2, this program has 1");
  }

  @Test
  void aJarThatDoesNotTellItsVersionIsRefused() throws IOException {
    Path jar = toy.jar(folder.resolve("driver-toy.jar"), null, TOY);
    isRefused(jar, "'Rpc-Stress-Driver-Api: 1' expected");
  }

  @Test
  void aJarWithoutADriverIsRefused() throws IOException {
    Path jar = toy.jar(folder.resolve("driver-toy.jar"), "1", List.of());
    isRefused(jar, "META-INF/services/io.rpcstress.driver.Driver expected");
  }

  @Test
  void aJarThatNamesAClassThatItDoesNotHaveIsRefused() throws IOException {
    Path jar = toy.jar(folder.resolve("driver-toy.jar"), "1", List.of("org.example.Gone"));
    isRefused(jar, "org.example.Gone");
  }

  @Test
  void aFileThatIsNoJarIsRefused() throws IOException {
    Path jar = Files.writeString(folder.resolve("driver-toy.jar"), "half a download");
    isRefused(jar, "it cannot be read as a jar");
  }

  @Test
  void aJarWhoseDriversThisProgramHasIsRefused() throws IOException {
    String bundled = Drivers.all().get(0).getClass().getName();
    Path jar = toy.jar(folder.resolve("driver-rpcx.jar"), "1", List.of(bundled));
    isRefused(jar, "this program has its drivers already");
  }

  @Test
  void theJarOfATechnologyIsCalledByItsFamily() {
    assertThat(DriverJars.namesFor("http-json"))
        .containsExactly("driver-http-json.jar", "driver-http.jar");
    assertThat(DriverJars.namesFor("../toy")).isEmpty();
  }

  @Test
  void aDriverThatCannotSayWhatItIsIsRefusedByName(@TempDir Path sources, @TempDir Path own)
      throws IOException {
    ToyJar broken =
        ToyJar.compiled(own)
            .with(
                sources,
                "org/example/Broken.java",
                """
                package org.example;

                import io.rpcstress.driver.*;

                public final class Broken implements Driver {
                  @Override
                  public Technology technology() {
                    throw new IllegalStateException("no licence");
                  }

                  @Override
                  public Session open(Target target, DriverOptions options) {
                    return null;
                  }
                }
                """);
    broken.jar(folder.resolve("driver-broken.jar"), "1", List.of("org.example.Broken"));
    assertThatExceptionOfType(UnusableDriverException.class)
        .isThrownBy(this::found)
        .withMessageContainingAll("driver-broken.jar", "no licence");
  }

  @Test
  void theDriversOfThisProgramAreFoundWithoutAnyJar() {
    assertThat(Drivers.names()).containsExactly("rpcx", "grpc", "openfeign", "tcp", "grpc-stream");
    assertThat(Drivers.all()).extracting(Driver::technology).doesNotContainNull();
    assertThat(Drivers.jar("rpcx")).isEmpty();
    assertThat(Drivers.find("null")).isPresent();
  }
}
