package io.rpcstress.toy;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.measure.DimensionSource;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A dimension that a jar of its own declares goes from the option to the report, with the shipped
 * jars and nothing of them touched: names, rows, resuming, SQLite, tables, charts and comparison.
 * PostgreSQL and MariaDB are {@code DimensionsInDatabasesIT}'s, in the module analysis.
 */
@Timeout(600)
final class ToyDimensionIT {

  /** Where this module's tests run, and where the others lie. */
  private static final Path PROJECT = Path.of("..");

  private static final String HARNESS = "io.rpcstress.client.harness.ClientHarness";
  private static final String ANALYSIS = "io.rpcstress.analysis.Analysis";
  private static final List<String> QUICK_JVM =
      List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
  private static final long PATIENCE_SECONDS = 300;
  private static final String PLAIN = "raw/tcp/t2-r20.csv";
  private static final String SPRING = "raw/tcp/t2-r20-tide-spring.csv";

  @TempDir private static Path folder = Path.of(".");

  private static Path toy = Path.of(".");

  @SuppressWarnings("NullAway.Init") // started before the tests
  private static Process server;

  private static String port = "";

  /** What became of a program. */
  private record Ended(int status, String out, String err) {}

  @BeforeAll
  static void jarOfTheDimensionAndServer() throws IOException {
    toy = folder.resolve("tide.jar");
    String name = Tide.class.getName();
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(toy));
        InputStream code = Tide.class.getResourceAsStream("Tide.class")) {
      jar.putNextEntry(new JarEntry(name.replace('.', '/') + ".class"));
      Objects.requireNonNull(code).transferTo(jar);
      jar.putNextEntry(new JarEntry("META-INF/services/" + DimensionSource.class.getName()));
      jar.write(name.getBytes(StandardCharsets.UTF_8));
    }
    server =
        new ProcessBuilder(java("-jar", shipped("server-tcp").toString(), "--port", "0"))
            .redirectError(folder.resolve("server.txt").toFile())
            .start();
    BufferedReader said = server.inputReader(StandardCharsets.UTF_8);
    String ready = String.valueOf(said.readLine());
    assertThat(ready).as(said(folder.resolve("server.txt"))).startsWith("READY tcp ");
    port = ready.substring(ready.lastIndexOf(':') + 1);
  }

  @AfterAll
  static void endTheServer() {
    server.destroyForcibly();
  }

  private static List<String> java(String... words) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(QUICK_JVM);
    command.addAll(Arrays.asList(words));
    return command;
  }

  private static Path shipped(String module) {
    Path jar = PROJECT.resolve(module).resolve("target").resolve(module + ".jar");
    assertThat(jar).as("packaged before this test").exists();
    return jar.toAbsolutePath().normalize();
  }

  private static String said(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file) : "";
  }

  private static Ended run(String classPath, String main, String... words) throws Exception {
    List<String> command = java("-cp", classPath, main);
    command.addAll(Arrays.asList(words));
    Path out = Files.createTempFile(folder, "out", ".txt");
    Path err = Files.createTempFile(folder, "err", ".txt");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("%s", command).isTrue();
      return new Ended(process.exitValue(), said(out), said(err));
    } finally {
      process.destroyForcibly();
    }
  }

  private static Ended harness(String... words) throws Exception {
    return run(shipped("client-harness") + File.pathSeparator + toy, HARNESS, words);
  }

  private static Ended analysis(String... words) throws Exception {
    return run(shipped("analysis") + File.pathSeparator + toy, ANALYSIS, words);
  }

  private static Ended begun(Path sweep, String tides) throws Exception {
    return harness(
        "sweep",
        "begin",
        sweep.toString(),
        "--protocols",
        "tcp,tcp@multiplexed",
        "--threads",
        "2",
        "--requests",
        "20",
        "--runs",
        "3",
        "--seed",
        "7",
        "--port",
        "tcp=" + port,
        "--usage-port",
        "tcp=" + usagePort(),
        "--dimension",
        tides,
        "--jvm-options",
        String.join(" ", QUICK_JVM));
  }

  /** The server said it on its standard error. */
  private static String usagePort() throws IOException {
    String told = said(folder.resolve("server.txt"));
    String after = told.substring(told.indexOf("usage http://") + "usage http://".length());
    return after.substring(after.indexOf(':') + 1, after.indexOf("/usage"));
  }

  private static void measured(Path sweep) throws Exception {
    Ended begun = begun(sweep, "tide=none,tide=spring");
    assertThat(begun.status()).as(begun.err()).isZero();
    Ended measured = harness("sweep", "measure", sweep.toString());
    assertThat(measured.status()).as(measured.err()).isZero();
  }

  private static Map<String, String> raw(Path sweep) throws IOException {
    try (Stream<Path> files = Files.walk(sweep.resolve("raw"))) {
      Map<String, String> all = new TreeMap<>();
      for (Path file : files.filter(f -> f.toString().endsWith(".csv")).toList()) {
        all.put(sweep.relativize(file).toString(), Files.readString(file));
      }
      return all;
    }
  }

  @Test
  void goesFromTheOptionToNamesRowsResumingDatabaseTablesChartsAndComparison() throws Exception {
    Path one = folder.resolve("one");
    measured(one);

    Map<String, String> rows = raw(one);
    assertThat(rows)
        .containsOnlyKeys(
            PLAIN,
            SPRING,
            "raw/tcp@multiplexed/t2-r20.csv",
            "raw/tcp@multiplexed/t2-r20-tide-spring.csv");
    assertThat(cells(rows, PLAIN, "tide")).containsOnly("none").hasSize(3);
    assertThat(cells(rows, SPRING, "tide")).containsOnly("spring").hasSize(3);

    Files.delete(one.resolve(SPRING));
    assertThat(begun(one, "tide=none,tide=spring").err()).contains("resuming the sweep");
    assertThat(harness("sweep", "next", one.toString()).out().lines())
        .contains("--dimension", "tide=spring", "tcp");
    assertThat(harness("sweep", "measure", one.toString()).status()).isZero();
    Map<String, String> again = raw(one);
    assertThat(again.keySet()).isEqualTo(rows.keySet());
    again.remove(SPRING);
    rows.remove(SPRING);
    assertThat(again).as("nothing else is measured again").isEqualTo(rows);
    Ended other = begun(one, "tide=spring");
    assertThat(other.status()).isEqualTo(2);
    assertThat(other.err()).contains("--dimension tide=none,tide=spring, now it is tide=spring");

    Ended report = analysis("report", one.toString());
    assertThat(report.status()).as(report.err()).isZero();
    assertThat(one.resolve("results.db")).isNotEmptyFile();
    assertThat(one.resolve("tables/points.csv")).content().contains(",tide=spring\n");
    assertThat(one.resolve("report.html"))
        .content()
        .as("the charts' data, and a table's row")
        .contains("\"label\":\"tcp tide spring\"", ">tcp@multiplexed tide spring<");

    Path two = folder.resolve("two");
    measured(two);
    Ended compared = analysis("compare", one.toString(), two.toString());
    assertThat(compared.status()).as(compared.err()).isZero();
    assertThat(compared.out())
        .contains("4 points compared", "| tcp |", "| tcp tide spring |")
        .contains("0 newly failed, 0 left out, 0 only before, 0 only after");
    whoDoesNotKnowItSaysSo(two);
    Ended known = analysis("import", two.toString());
    assertThat(known.status()).as(known.err()).isZero();
  }

  /** The shipped programs alone, where somebody hands the folder on without the jar. */
  private static void whoDoesNotKnowItSaysSo(Path sweep) throws Exception {
    Ended alone = run(shipped("analysis").toString(), ANALYSIS, "import", sweep.toString());
    assertThat(alone.status()).isEqualTo(1);
    assertThat(alone.err())
        .contains("columns that this version does not know: tide")
        .contains("not read: " + SPRING + ": has no row that could be read")
        .doesNotContain("not read: " + PLAIN);
    Ended next =
        run(shipped("client-harness").toString(), HARNESS, "sweep", "next", sweep.toString());
    assertThat(next.status()).isEqualTo(2);
    assertThat(next.err()).contains("'tide' is no dimension").hasLineCount(1);
  }

  @Test
  void whatIsNoValueOfItIsRefusedInOneLineAndNothingIsWritten() throws Exception {
    Path sweep = folder.resolve("refused");
    for (List<String> each :
        List.of(
            List.of("tide=High", "tide 'High'"),
            List.of("tode=spring", "'tode': did you mean 'tide'? valid: tide"),
            List.of("path=haproxy", "path: it is one of this program's own"),
            List.of("spring", "'spring': NAME=VALUE expected"))) {
      Ended begun = begun(sweep, each.get(0));
      assertThat(begun.status()).as(each.get(0)).isEqualTo(2);
      assertThat(begun.err()).contains("--dimension", each.get(1)).hasLineCount(1);
    }
    assertThat(sweep).doesNotExist();
    Ended run =
        harness(
            "run",
            "--protocol",
            "tcp",
            "--threads",
            "1",
            "--requests",
            "1",
            "--dimension",
            "tide=neap,tide=spring",
            "--port",
            "tcp=" + port);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("one value of each expected here; a sweep takes several");
  }

  /** A column's cells. */
  private static List<String> cells(Map<String, String> files, String file, String column) {
    List<String> lines = String.valueOf(files.get(file)).lines().toList();
    int at = List.of(lines.get(0).split(",", -1)).indexOf(column);
    assertThat(at).as(lines.get(0)).isNotNegative();
    return lines.stream().skip(1).map(line -> line.split(",", -1)[at]).toList();
  }
}
