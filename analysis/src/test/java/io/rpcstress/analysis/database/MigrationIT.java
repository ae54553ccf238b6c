package io.rpcstress.analysis.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.PrivateServer;
import io.rpcstress.analysis.sample.SweepGenerator;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.flywaydb.core.api.MigrationVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of an earlier version become today's, with the rows that are in them. */
class MigrationIT {

  private static final Map<String, String> LOGIN =
      Map.of(
          "RPC_STRESS_DB_USER", PrivateServer.USER,
          "RPC_STRESS_DB_PASSWORD", PrivateServer.PASSWORD);

  @TempDir Path folder;

  @Test
  void sqlite() throws Exception {
    keepsRows("jdbc:sqlite:" + folder.resolve("old.db"), Map.of());
  }

  @Test
  void postgresql() throws Exception {
    Optional<PrivateServer> server = PrivateServer.postgresql();
    assumeTrue(server.isPresent(), "PostgreSQL is not installed (Debian: postgresql)");
    try (PrivateServer running = server.get()) {
      keepsRows(running.url(), LOGIN);
    }
  }

  @Test
  void mariaDb() throws Exception {
    Optional<PrivateServer> server = PrivateServer.mariaDb();
    assumeTrue(server.isPresent(), "MariaDB is not installed (Debian: mariadb-server)");
    try (PrivateServer running = server.get()) {
      keepsRows(running.url(), LOGIN);
    }
  }

  private void keepsRows(String url, Map<String, String> login) throws Exception {
    DatabaseUrl address = DatabaseUrl.parse(url);
    Database.flyway(address, login, MigrationVersion.fromVersion("1")).migrate();
    Properties properties = new Properties();
    properties.putAll(address.dialect().properties());
    if (!login.isEmpty()) {
      properties.setProperty("user", PrivateServer.USER);
      properties.setProperty("password", PrivateServer.PASSWORD);
    }
    try (Connection connection = DriverManager.getConnection(url, properties);
        Statement statement = connection.createStatement()) {
      statement.execute("INSERT INTO sweep (id, sweepKey, name) VALUES (7, 'old', 'old')");
      for (int order = 0; order <= 9; order++) {
        statement.execute(
            """
            INSERT INTO original (type, threadNum, requestNum, timeTotal, TPS, "order", sweep,
              technology, variant, requestMode, callsIssued, callsOk, callsFailed, callsTimedOut,
              callsPerSecond, flags, startedAt, callsAbandoned, operation, "loop",
              connectionPolicy)
            VALUES (1, 10, 100, 50, 2000, %d, 7, 'rpcx', 'example', 'total', 100, 100, 0, 0, 2000,
              '', '2026-01-31T12:00:00Z', 0, 'greet', 'closed', 'multiplexed:1')
            """
                .formatted(order));
      }
      statement.execute(
          """
          INSERT INTO latency (sweep, technology, variant, threadNum, requestNum, requestMode,
            samples, p50Us) VALUES (7, 'rpcx', 'example', 10, 100, 'total', 900, 123.5)
          """);
      statement.execute(
          """
          INSERT INTO failed_point (sweep, technology, variant, threadNum, requestNum,
            requestMode, cause, detail, failures, redo, failedAt, completeRuns)
          VALUES (7, 'grpc', 'example', 10, 100, 'total', 'timeout', '', '', '',
            '2026-01-31T12:00:00Z', 0)
          """);
      statement.execute("INSERT INTO cleaning (sweep, rule, query) VALUES (7, 'r', 'q')");
    }

    try (Database database = Database.open(address, login)) {
      assertThatThrownBy(() -> SweepReader.read("old", database))
          .isInstanceOf(UnusableInputException.class)
          .hasMessageContaining("run clean first");
      new SweepGenerator(folder.resolve("new")).sweepJson("new").point("rpcx", 10, 10);
      SweepFolder fresh = SweepFolder.of(folder.resolve("new"), null);
      Importer.run(fresh, database);
      Cleaner.run(fresh.sweep(), database);
      Cleaner.run(fresh.sweep().withId("old"), database);

      SweepData old = SweepReader.read("old", database);
      Cell cell = old.cells().get(0);
      assertThat(cell.timeTotalAvg()).isEqualTo(50);
      assertThat(cell.orders()).hasSize(10).allMatch(o -> o.repetition() == 0);
      assertThat(cell.latency().at(50)).isEqualTo(123.5);
      assertThat(cell.latency().meanUs()).isNull();
      assertThat(old.failures()).hasSize(1);
      assertThat(SweepReader.read("new", database).cells()).hasSize(1);
    }
  }
}
