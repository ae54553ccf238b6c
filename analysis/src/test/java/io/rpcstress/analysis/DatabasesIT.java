package io.rpcstress.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rpcstress.analysis.sample.FatJar;
import io.rpcstress.analysis.sample.PrivateServer;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.RequestMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same sweep in SQLite and PostgreSQL. */
class DatabasesIT {

  private static final Map<String, String> LOGIN =
      Map.of(
          "RPC_STRESS_DB_USER", PrivateServer.USER,
          "RPC_STRESS_DB_PASSWORD", PrivateServer.PASSWORD);

  @TempDir static Path folder;
  private static Path sweep = Path.of("");
  private static Path second = Path.of("");
  private static Map<String, String> expected = Map.of();
  private static String answer = "";

  @BeforeAll
  static void sweepsAndWhatSqliteGives() throws Exception {
    sweep = folder.resolve("first");
    Random random = new Random(7);
    SweepGenerator generator = new SweepGenerator(sweep).sweepJson("first");
    for (String technology : List.of("rpcx", "grpc", "openfeign", "tcp")) {
      for (int threads = 10; threads <= 310; threads += 100) {
        for (int requests = 100; requests <= 500; requests += 200) {
          // Long and short runtimes whose sums round differently in another order of addition.
          long[] micros = random.longs(10, 1, 600_000_000).toArray();
          generator.point(
              SweepGenerator.point(technology, threads, requests, RequestMode.TOTAL), micros);
        }
      }
    }
    generator.point(SweepGenerator.point("rpcx", 410, 100, RequestMode.TOTAL), 9, 1, 2, 3);
    generator.failed("grpc", 410, 100, FailureCause.TIMEOUT);
    generator.judged("tcp", 510, 100);
    Files.writeString(sweep.resolve("raw/rpcx/t9-r9.csv"), "this is no result\n");
    second = folder.resolve("second");
    new SweepGenerator(second)
        .sweepJson("second")
        .grid(List.of("rpcx", "grpc"), new int[] {10, 20}, new int[] {100});

    // What report makes of a database but for its pictures, which are drawn without one.
    FatJar.Result sqlite = FatJar.run(FatJar.QUICK, Map.of(), "summary", sweep.toString());
    assertThat(sqlite.exitCode()).as(sqlite.err()).isEqualTo(1);
    FatJar.Result made = FatJar.run(FatJar.QUICK, Map.of(), "tables", sweep.toString());
    assertThat(made.exitCode()).as(made.err()).isZero();
    expected = tables();
    assertThat(expected)
        .containsKeys("table-3-runtime.md", "points.csv", "failed-points.csv", "late.csv");
    answer = sqlite.out();
  }

  @Test
  void postgresqlGivesTheTablesThatSqliteGives() throws Exception {
    Optional<PrivateServer> server = PrivateServer.postgresql();
    assumeTrue(server.isPresent(), "PostgreSQL is not installed (Debian: postgresql)");
    try (PrivateServer running = server.get()) {
      givesTheTablesThatSqliteGives(running.url());
    }
  }

  private void givesTheTablesThatSqliteGives(String url) throws Exception {
    // Another sweep is there first, so that keys differ from those in SQLite.
    FatJar.Result other = step("import", second, url);
    assertThat(other.exitCode()).as(other.err()).isZero();
    forgetTables();
    FatJar.Result first = step("summary", sweep, url);

    assertThat(first.exitCode()).as(first.err()).isEqualTo(1);
    assertThat(first.err()).contains("raw/rpcx/t9-r9.csv:1").doesNotContain(PrivateServer.PASSWORD);
    FatJar.Result made = step("tables", sweep, url);
    assertThat(made.exitCode()).as(made.err()).isZero();
    assertThat(tables()).isEqualTo(expected);
    assertThat(first.out()).isEqualTo(answer);

    List<String> before = contents(url);
    FatJar.Result again = step("import", sweep, url);
    assertThat(again.err()).contains("import: 0 rows from 0 files");
    assertThat(again.exitCode()).isEqualTo(1);
    FatJar.Result cleaned = step("clean", sweep, url);
    assertThat(cleaned.exitCode()).as(cleaned.err()).isZero();
    assertThat(contents(url)).isEqualTo(before);
    assertThat(before).contains("sweep: 2", "original: 534", "failed_point: 1");
  }

  private static FatJar.Result step(String command, Path of, String url) throws Exception {
    return FatJar.run(FatJar.QUICK, LOGIN, command, of.toString(), "--db", url);
  }

  /** So that none is taken for this database's that another one gave. */
  private static void forgetTables() throws IOException {
    try (Stream<Path> files = Files.list(sweep.resolve("tables"))) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
  }

  private static Map<String, String> tables() throws IOException {
    Map<String, String> found = new TreeMap<>();
    try (Stream<Path> files = Files.list(sweep.resolve("tables"))) {
      for (Path file : files.toList()) {
        found.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    return found;
  }

  /** How many rows each table has, and every row of the two models. */
  private static List<String> contents(String url) throws SQLException {
    List<String> found = new java.util.ArrayList<>();
    try (Connection connection =
            DriverManager.getConnection(url, PrivateServer.USER, PrivateServer.PASSWORD);
        Statement statement = connection.createStatement()) {
      for (String table :
          List.of(
              "sweep",
              "sweep_fact",
              "raw_file",
              "original",
              "cleaned",
              "latency",
              "failed_point",
              "bad_row",
              "cleaning",
              "point")) {
        try (ResultSet count = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
          count.next();
          found.add(table + ": " + count.getLong(1));
        }
      }
      for (String table : List.of("original", "cleaned")) {
        try (ResultSet rows = statement.executeQuery("SELECT * FROM " + table + " ORDER BY id")) {
          while (rows.next()) {
            StringBuilder row = new StringBuilder();
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
              row.append(rows.getString(i)).append(' ');
            }
            found.add(row.toString());
          }
        }
      }
    }
    return found;
  }
}
