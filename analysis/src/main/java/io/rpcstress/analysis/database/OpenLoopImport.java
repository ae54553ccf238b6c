package io.rpcstress.analysis.database;

import io.rpcstress.analysis.database.FileLedger.Verdict;
import io.rpcstress.analysis.model.RateSearch;
import io.rpcstress.measure.BadRow;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.OpenRunReader;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.Run;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** The files of open loops into tables of their own. */
final class OpenLoopImport {

  /** Far above what one row or one search needs. */
  private static final long LARGEST_FILE_BYTES = 4L << 20;

  private static final String RUN =
      """
      INSERT INTO open_run (sweep, source, technology, variant, type, threadNum, requestNum,
        requestMode, repetition, shape, rate, durationSeconds, warmupSeconds, seed,
        offeredPerSecond, achievedPerSecond, callStarting, timeTotal, callsIssued, callsOk,
        callsFailed, callsTimedOut, callsAbandoned, p50Us, p90Us, p99Us, p999Us, maxUs, serviceP50Us,
        serviceP90Us, serviceP99Us, serviceP999Us, serviceMaxUs, clientCpuMs, serverCpuMs, flags,
        startedAt, dimensions, minUs, meanUs, p95Us)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
        ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
      """;

  private static final String SEARCH =
      """
      INSERT INTO rate_search (sweep, source, technology, variant, slo, sustainableRate, ending,
        boundReached, confirmationsHeld, confirmations, failure, shape, durationSeconds)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
      """;

  private static final String PROBE =
      """
      INSERT INTO rate_probe (sweep, source, number, stage, rate, holds, violated,
        offeredPerSecond, achievedPerSecond, goodputPerSecond, p50Us, p99Us, p999Us)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
      """;

  private static final double NANOS_PER_MICRO = 1_000.0;

  private final Path folder;
  private final Connection connection;
  private final long sweep;
  private final FileLedger files;
  private final BadRows bad;

  /** Where a problem is told. */
  interface BadRows {
    void add(String source, BadRow row) throws SQLException;
  }

  OpenLoopImport(Path folder, Connection connection, long sweep, FileLedger files, BadRows bad) {
    this.folder = folder;
    this.connection = connection;
    this.sweep = sweep;
    this.files = files;
    this.bad = bad;
  }

  /** Reads what is new or changed. */
  void all() throws SQLException, IOException {
    RawFiles raw = new RawFiles(folder);
    for (Path csv : raw.openCsvFiles()) {
      read(csv);
    }
    for (Path search : searches(raw.raw())) {
      read(search);
    }
  }

  /** Takes out what came from a file. */
  static void forget(Connection connection, long sweep, String source) throws SQLException {
    for (String table : List.of("open_run", "rate_search", "rate_probe")) {
      Statements.update(
          connection, "DELETE FROM " + table + " WHERE sweep = ? AND source = ?", sweep, source);
    }
  }

  private static List<Path> searches(Path raw) throws IOException {
    if (!Files.isDirectory(raw)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.walk(raw, 2)) {
      return paths
          .filter(p -> p.getFileName().toString().matches("search-.*[.]json"))
          .sorted()
          .toList();
    }
  }

  private void read(Path file) throws SQLException, IOException {
    String source = folder.relativize(file).toString().replace('\\', '/');
    boolean tooLarge = Files.size(file) > LARGEST_FILE_BYTES;
    byte[] bytes = tooLarge ? new byte[0] : Files.readAllBytes(file);
    String context = tooLarge ? "of " + Files.size(file) : "";
    Verdict verdict = files.note(source, RawFileDigest.of(bytes, null, context));
    if (verdict == Verdict.UNCHANGED) {
      return;
    }
    if (verdict == Verdict.CHANGED) {
      forget(connection, sweep, source);
      Statements.update(
          connection, "DELETE FROM bad_row WHERE sweep = ? AND source = ?", sweep, source);
    }
    if (tooLarge) {
      bad.add(source, new BadRow(file, 0, "has " + Files.size(file) + " bytes: too large"));
      return;
    }
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (source.endsWith(".json")) {
      search(file, source, text);
    } else {
      runs(file, source, text);
    }
  }

  private void runs(Path file, String source, String text) throws SQLException, IOException {
    OpenRunReader.Content content = OpenRunReader.parse(file, text);
    for (BadRow row : content.bad()) {
      bad.add(source, row);
    }
    for (OpenRun run : content.runs()) {
      Point point = run.run().point();
      if (new RawFiles(folder).isCsvOf(file, point)) {
        insert(source, run, fastestUs(file, bad, source));
      } else {
        bad.add(source, new BadRow(file, 0, "is of " + point + ": not of this file's load"));
      }
    }
  }

  /** Of the response times; null where there is no histogram of them. */
  private static @Nullable Double fastestUs(Path csv, BadRows bad, String source)
      throws SQLException, IOException {
    try {
      for (Histogram each : RawFiles.histograms(csv)) {
        if (RawFiles.RESPONSE_TAG.equals(each.getTag()) && each.getTotalCount() > 0) {
          return each.getMinValue() / NANOS_PER_MICRO;
        }
      }
    } catch (IllegalArgumentException e) {
      bad.add(source, new BadRow(RawFiles.hlogOf(csv), 0, String.valueOf(e.getMessage())));
    }
    return null;
  }

  private void insert(String source, OpenRun open, @Nullable Double fastestUs) throws SQLException {
    Run run = open.run();
    Point point = run.point();
    OfferedLoad offered = open.offered();
    CallCounts calls = run.calls();
    Latency response = run.latency();
    Latency service = open.service();
    Statements.update(
        connection,
        RUN,
        sweep,
        source,
        point.technology(),
        point.variant(),
        run.type(),
        point.threadNum(),
        point.requestNum(),
        point.requestMode().label(),
        point.repetition(),
        offered.shape().label(),
        offered.rate(),
        offered.seconds(),
        offered.warmupSeconds(),
        offered.seed(),
        open.offeredPerSecond(),
        open.achievedPerSecond(),
        open.starting(),
        run.timeTotalMs(),
        calls.issued(),
        calls.ok(),
        calls.failed(),
        calls.timedOut(),
        calls.abandoned(),
        response.p50Us(),
        response.p90Us(),
        response.p99Us(),
        response.p999Us(),
        response.maxUs(),
        service.p50Us(),
        service.p90Us(),
        service.p99Us(),
        service.p999Us(),
        service.maxUs(),
        run.cost().clientCpuMs(),
        run.cost().serverCpuMs(),
        String.join(" ", run.flags()),
        run.startedAt().toString(),
        point.dimensions().toString(),
        response.minUs() == null ? fastestUs : response.minUs(),
        response.meanUs(),
        response.p95Us());
  }

  private void search(Path file, String source, String text) throws SQLException {
    RateSearch found;
    try {
      found = RateSearchJson.parse(text);
    } catch (IllegalArgumentException e) {
      bad.add(source, new BadRow(file, 0, String.valueOf(e.getMessage())));
      return;
    }
    Statements.update(
        connection,
        SEARCH,
        sweep,
        source,
        found.technology(),
        found.variant(),
        found.slo(),
        found.sustainableRate(),
        found.ending(),
        found.boundReached() ? 1 : 0,
        found.confirmationsHeld(),
        found.confirmations(),
        found.failure(),
        found.shape(),
        found.durationSeconds());
    for (RateSearch.Probe probe : found.probes()) {
      Statements.update(
          connection,
          PROBE,
          sweep,
          source,
          probe.number(),
          probe.stage(),
          probe.rate(),
          probe.holds() ? 1 : 0,
          probe.violated(),
          probe.offeredPerSecond(),
          probe.achievedPerSecond(),
          probe.goodputPerSecond(),
          probe.p50Us(),
          probe.p99Us(),
          probe.p999Us());
    }
  }
}
