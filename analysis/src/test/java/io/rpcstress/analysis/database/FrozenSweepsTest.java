package io.rpcstress.analysis.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.Analysis;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two sweeps as earlier versions wrote them, of 39 and of 43 columns: what is imported and cleaned
 * of them stays what it was, to the last digit.
 */
class FrozenSweepsTest {

  private static final Path SWEEPS = Path.of("src/test/resources/sweeps");

  private static final String CLEANED =
      "technology, variant, threadNum, requestNum, requestMode, type, timeTotalAvg, tpsAvg,"
          + " ordersUsed, complete, callsPerSecondAvg, callsOk, callsNotOk, clientCpuUsPerCall,"
          + " clientCtxSwitchesPerCall, clientAllocBytesPerCall, serverCpuUsPerCall,"
          + " serverCtxSwitchesPerCall, bytesOutPerCall, bytesInPerCall, packetsOutPerCall,"
          + " packetsInPerCall, serverRssKbMax, clientGcMsSum";

  private static final String LATENCY =
      "technology, variant, threadNum, requestNum, requestMode, repetition, samples, p1Us, p10Us,"
          + " p25Us, p50Us, p75Us, p90Us, p95Us, p99Us, p995Us, p999Us, p9999Us, maxUs, meanUs";

  private static final String ORIGINAL =
      "technology, variant, threadNum, requestNum, requestMode, repetition, \"order\", type,"
          + " timeTotal, TPS, callsIssued, callsOk, callsFailed, callsTimedOut, callsPerSecond,"
          + " p50Us, p90Us, p99Us, p999Us, maxUs, connections, clientCpuMs, clientCtxSwitches,"
          + " clientAllocBytes, clientGcMs, serverCpuMs, serverCtxSwitches, serverRssKb, bytesOut,"
          + " bytesIn, packetsOut, packetsIn, flags, startedAt, callsAbandoned, callsServed,"
          + " operation, payloadBytes, \"loop\", connectionPolicy, clientHostCpuPercent,"
          + " clientForeignCpuPercent, clientJitterMs";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"sample", "technologies"})
  void importedAndCleanedNumbersStay(String name) throws Exception {
    String found = dumped(name);

    Path frozen = SWEEPS.resolve(name + "-imported.txt");
    if (!found.equals(Files.readString(frozen))) {
      Files.writeString(Path.of("target", name + "-imported.txt"), found);
    }
    assertThat(found).isEqualTo(Files.readString(frozen));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sample", "technologies"})
  void anEarlierSweepStillReports(String name) throws IOException {
    Path copy = folder.resolve(name);
    copyTree(SWEEPS.resolve(name), copy);

    assertThat(Analysis.commandLine().execute("report", copy.toString())).isZero();

    assertThat(copy.resolve("report.html")).isNotEmptyFile();
  }

  private String dumped(String name) throws SQLException, IOException {
    Path copy = folder.resolve(name);
    copyTree(SWEEPS.resolve(name), copy);
    SweepFolder sweep = SweepFolder.of(copy, null);
    try (Database database = Database.open(sweep.database(null), Map.of())) {
      ImportOutcome outcome = Importer.run(sweep, database);
      assertThat(outcome.unreadable()).isEmpty();
      Cleaner.run(sweep.sweep(), database);
      return database.inTransaction(
          handle ->
              "cleaned: "
                  + CLEANED
                  + "\n"
                  + rows(handle, "cleaned", CLEANED)
                  + "latency: "
                  + LATENCY
                  + "\n"
                  + rows(handle, "latency", LATENCY)
                  + "SHA-256 of the rows of original: "
                  + sha256(rows(handle, "original", ORIGINAL))
                  + "\n");
    }
  }

  private static String rows(Handle handle, String table, String columns) {
    int count = columns.split(",", -1).length;
    List<String> rows =
        handle
            .createQuery("SELECT " + columns + " FROM " + table)
            .map(
                (row, context) -> {
                  StringBuilder text = new StringBuilder();
                  for (int i = 1; i <= count; i++) {
                    Object value = row.getObject(i);
                    text.append(value == null ? "-" : value.toString()).append('|');
                  }
                  return text.append('\n').toString();
                })
            .list();
    return String.join("", rows.stream().sorted().toList());
  }

  private static String sha256(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has it", e);
    }
  }

  private static void copyTree(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : all.toList()) {
        Path there = to.resolve(from.relativize(each).toString());
        if (Files.isDirectory(each)) {
          Files.createDirectories(there);
        } else {
          Files.copy(each, there);
        }
      }
    }
  }
}
