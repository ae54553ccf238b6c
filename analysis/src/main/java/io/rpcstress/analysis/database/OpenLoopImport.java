package io.rpcstress.analysis.database;

import io.rpcstress.analysis.database.FileLedger.FileState;
import io.rpcstress.analysis.model.RateSearch;
import io.rpcstress.measure.BadRow;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.RunCsv;
import io.rpcstress.measure.record.SearchFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jdbi.v3.core.Handle;
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
        startedAt, dimensions, minUs, meanUs, p95Us, callsLate, lateAfterMs,
        clientEnergyMj, serverEnergyMj, clientIdleMw, serverIdleMw, bytesOut, bytesIn,
        connectionPolicy, serverStartedAt, serverProcess)
      VALUES (:sweep, :source, :technology, :variant, :type, :threadNum, :requestNum,
        :requestMode, :repetition, :shape, :rate, :seconds, :warmupSeconds, :seed,
        :offeredPerSecond, :achievedPerSecond, :starting, :timeTotalMs, :issued, :ok,
        :failed, :timedOut, :abandoned, :p50Us, :p90Us, :p99Us, :p999Us, :maxUs, :service.p50Us,
        :service.p90Us, :service.p99Us, :service.p999Us, :service.maxUs, :cost.client.cpuMs,
        :cost.server.cpuMs, :words, :startedAt, :dimensions, :fastestUs, :meanUs, :p95Us,
        :callsLate, :lateAfterMs, :cost.energy.clientMj, :cost.energy.serverMj,
        :cost.energy.clientIdleMw, :cost.energy.serverIdleMw, :cost.wire.bytesOut,
        :cost.wire.bytesIn, :connectionPolicy, :serverStartedAt, :serverProcess)\
      """;

  private static final String SEARCH =
      """
      INSERT INTO rate_search (sweep, source, technology, variant, slo, sustainableRate, ending,
        boundReached, confirmationsHeld, confirmations, failure, shape, durationSeconds)
      VALUES (:sweep, :source, :technology, :variant, :slo, :sustainableRate, :ending, :bound,
        :confirmationsHeld, :confirmations, :failure, :shape, :durationSeconds)\
      """;

  private static final String PROBE =
      """
      INSERT INTO rate_probe (sweep, source, number, stage, rate, holds, violated,
        offeredPerSecond, achievedPerSecond, goodputPerSecond, p50Us, p99Us, p999Us)
      VALUES (:sweep, :source, :number, :stage, :rate, :held, :violated, :offeredPerSecond,
        :achievedPerSecond, :goodputPerSecond, :p50Us, :p99Us, :p999Us)\
      """;

  private static final double NANOS_PER_MICRO = 1_000.0;

  private final Path folder;
  private final Handle handle;
  private final long sweep;
  private final FileLedger files;
  private final BadRows bad;

  /** Where a problem is told. */
  interface BadRows {
    void add(String source, BadRow row);
  }

  OpenLoopImport(Path folder, Handle handle, long sweep, FileLedger files, BadRows bad) {
    this.folder = folder;
    this.handle = handle;
    this.sweep = sweep;
    this.files = files;
    this.bad = bad;
  }

  /** Reads what is new or changed. */
  void all() throws IOException {
    RawFiles raw = new RawFiles(folder);
    for (Path csv : raw.openCsvFiles()) {
      read(csv, RawFiles.hlogOf(csv));
    }
    for (Path search : searches(raw.raw())) {
      read(search, null);
    }
  }

  /** Takes out what came from a file. */
  static void forget(Handle handle, long sweep, String source) {
    for (String table : List.of("open_run", "rate_search", "rate_probe")) {
      handle.execute("DELETE FROM " + table + " WHERE sweep = ? AND source = ?", sweep, source);
    }
  }

  private static List<Path> searches(Path raw) throws IOException {
    if (!Files.isDirectory(raw)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.walk(raw, 2)) {
      return paths.filter(SearchFile::isNamed).sorted().toList();
    }
  }

  private void read(Path file, @Nullable Path hlog) {
    String source = folder.relativize(file).toString().replace('\\', '/');
    FileContent content = FileContent.of(file, LARGEST_FILE_BYTES, "too large");
    String problem = content.problem();
    FileState state = files.note(source, RawFileDigest.of(content.bytes(), hlog, problem));
    if (state == FileState.UNCHANGED) {
      return;
    }
    if (state == FileState.CHANGED) {
      forget(handle, sweep, source);
      handle.execute("DELETE FROM bad_row WHERE sweep = ? AND source = ?", sweep, source);
    }
    if (!problem.isEmpty()) {
      bad.add(source, new BadRow(file, 0, problem));
      return;
    }
    String text = new String(content.bytes(), StandardCharsets.UTF_8);
    if (source.endsWith(".json")) {
      search(file, source, text);
    } else {
      runs(file, source, text);
    }
  }

  private void runs(Path file, String source, String text) {
    RunCsv.OpenContent content = RunCsv.parseOpen(file, text);
    for (BadRow row : content.bad()) {
      bad.add(source, row);
    }
    for (OpenRun run : content.runs()) {
      Point point = run.run().point();
      if (file.equals(new RawFiles(folder).csv(point))) {
        insert(source, run, fastestUs(file, bad, source));
      } else {
        bad.add(source, new BadRow(file, 0, "is of " + point + ": not of this file's load"));
      }
    }
  }

  /** Of the response times; null where there is no histogram of them that can be read. */
  private static @Nullable Double fastestUs(Path csv, BadRows bad, String source) {
    try {
      for (Histogram each : RawFiles.histograms(csv)) {
        if (RawFiles.RESPONSE_TAG.equals(each.getTag()) && each.getTotalCount() > 0) {
          return each.getMinValue() / NANOS_PER_MICRO;
        }
      }
    } catch (IOException | RuntimeException e) {
      Path hlog = RawFiles.hlogOf(csv);
      bad.add(
          source,
          new BadRow(
              hlog,
              0,
              PointFile.notWhole(hlog, e)
                  + ": the fastest call is not known; copy the file again from the client's host,"
                  + " or measure the load again"));
    }
    return null;
  }

  private void insert(String source, OpenRun open, @Nullable Double fastestUs) {
    Double ofRow = open.run().latency().minUs();
    handle
        .createUpdate(RUN)
        .bind("sweep", sweep)
        .bind("source", source)
        .bind("fastestUs", ofRow == null ? fastestUs : ofRow)
        .bind("words", ColumnTypes.flags(open.run().flags()))
        .bind("callsLate", PointRows.callsLate(open.run()))
        .bind("lateAfterMs", PointRows.lateAfterMs(open.run()))
        .bindMethods(open.run().point())
        .bindMethods(open.offered())
        .bindMethods(open.run().calls())
        .bindMethods(open.run().latency())
        .bindMethods("cost", open.run().cost())
        .bind("connectionPolicy", open.run().conditions().connectionPolicy())
        .bindMethods("service", open.service())
        .bindMethods(open.run().circumstances())
        .bindMethods(open)
        .bindMethods(open.run())
        .execute();
  }

  private void search(Path file, String source, String text) {
    RateSearch found;
    try {
      found = RateSearch.of(SearchFile.parse(text));
    } catch (IllegalArgumentException e) {
      bad.add(source, new BadRow(file, 0, String.valueOf(e.getMessage())));
      return;
    }
    handle
        .createUpdate(SEARCH)
        .bind("sweep", sweep)
        .bind("source", source)
        .bind("bound", found.boundReached() ? 1 : 0)
        .bindMethods(found)
        .execute();
    for (RateSearch.Probe probe : found.probes()) {
      handle
          .createUpdate(PROBE)
          .bind("sweep", sweep)
          .bind("source", source)
          .bind("held", probe.holds() ? 1 : 0)
          .bindMethods(probe)
          .execute();
    }
  }
}
