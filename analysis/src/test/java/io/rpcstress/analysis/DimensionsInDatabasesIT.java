package io.rpcstress.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rpcstress.analysis.sample.FatJar;
import io.rpcstress.analysis.sample.PrivateServer;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A dimension, in SQLite, PostgreSQL and MariaDB: the same tables and the same comparison from
 * each.
 */
class DimensionsInDatabasesIT {

  private static final Map<String, String> LOGIN =
      Map.of(
          "RPC_STRESS_DB_USER", PrivateServer.USER,
          "RPC_STRESS_DB_PASSWORD", PrivateServer.PASSWORD);

  @TempDir static Path folder;
  private static Path one = Path.of("");
  private static Path two = Path.of("");
  private static Map<String, String> expected = Map.of();
  private static String compared = "";

  @BeforeAll
  static void sweepsAndWhatSqliteGives() throws Exception {
    one = sweep("one", 40_000);
    two = sweep("two", 44_000);
    FatJar.Result summary = FatJar.run(FatJar.QUICK, Map.of(), "summary", one.toString());
    assertThat(summary.exitCode()).as(summary.err()).isZero();
    FatJar.Result made = FatJar.run(FatJar.QUICK, Map.of(), "tables", one.toString());
    assertThat(made.exitCode()).as(made.err()).isZero();
    expected = tables();
    assertThat(expected.getOrDefault("points.csv", "").lines())
        .filteredOn(line -> line.endsWith(",servers=2"))
        .hasSize(4);
    assertThat(expected.get("table-3-runtime.csv")).contains("rpcx 2 servers");
    FatJar.Result both =
        FatJar.run(FatJar.QUICK, Map.of(), "compare", one.toString(), two.toString());
    assertThat(both.exitCode()).as(both.err()).isZero();
    compared = both.out();
    assertThat(compared)
        .contains("8 points compared", "| rpcx |", "| rpcx 2 servers |")
        .contains("0 newly failed, 0 left out, 0 only before, 0 only after");
  }

  /** The same technologies at two places of the dimension. */
  private static Path sweep(String name, long micros) throws IOException {
    Path sweep = folder.resolve(name);
    SweepGenerator generator = new SweepGenerator(sweep).sweepJson(name);
    for (String technology : List.of("rpcx", "grpc")) {
      for (int threads : List.of(10, 20)) {
        Point point = SweepGenerator.point(technology, threads, 100, RequestMode.TOTAL);
        long own = micros + 100L * threads + technology.length();
        generator.point(point, tenRuns(own));
        generator.point(point.with(Dimension.SERVERS, "2"), tenRuns(2 * own));
      }
    }
    return sweep;
  }

  /** Order 0, which is slow, and nine others. */
  private static long[] tenRuns(long micros) {
    return LongStream.range(0, 10).map(i -> i == 0 ? 20 * micros : micros + 7 * i).toArray();
  }

  @Test
  void postgresqlGivesWhatSqliteGives() throws Exception {
    Optional<PrivateServer> server = PrivateServer.postgresql();
    assumeTrue(server.isPresent(), "PostgreSQL is not installed (Debian: postgresql)");
    try (PrivateServer running = server.get()) {
      givesWhatSqliteGives(running.url());
    }
  }

  @Test
  void mariaDbGivesWhatSqliteGives() throws Exception {
    Optional<PrivateServer> server = PrivateServer.mariaDb();
    assumeTrue(server.isPresent(), "MariaDB is not installed (Debian: mariadb-server)");
    try (PrivateServer running = server.get()) {
      givesWhatSqliteGives(running.url());
    }
  }

  private static void givesWhatSqliteGives(String url) throws Exception {
    FatJar.Result both =
        FatJar.run(
            FatJar.QUICK,
            LOGIN,
            "compare",
            one.toString(),
            two.toString(),
            "--db",
            url); // imports both
    assertThat(both.exitCode()).as(both.err()).isZero();
    assertThat(both.out()).isEqualTo(compared);
    forgetTables();
    FatJar.Result made = FatJar.run(FatJar.QUICK, LOGIN, "tables", one.toString(), "--db", url);
    assertThat(made.exitCode()).as(made.err()).isZero();
    assertThat(tables()).isEqualTo(expected);
    assertThat(dimensions(url)).as("one a sweep").containsOnly("servers=2").hasSize(2);
  }

  /** So that none is taken for this database's that another one gave. */
  private static void forgetTables() throws IOException {
    try (Stream<Path> files = Files.list(one.resolve("tables"))) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
  }

  private static Map<String, String> tables() throws IOException {
    Map<String, String> found = new TreeMap<>();
    try (Stream<Path> files = Files.list(one.resolve("tables"))) {
      for (Path file : files.toList()) {
        found.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    return found;
  }

  private static List<String> dimensions(String url) throws SQLException {
    List<String> found = new ArrayList<>();
    try (Connection connection =
            DriverManager.getConnection(url, PrivateServer.USER, PrivateServer.PASSWORD);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT name, value FROM point_dimension")) {
      while (rows.next()) {
        found.add(rows.getString(1) + "=" + rows.getString(2));
      }
    }
    return found;
  }
}
