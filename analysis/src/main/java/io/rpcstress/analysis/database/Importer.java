package io.rpcstress.analysis.database;

import io.rpcstress.analysis.database.FileLedger.FileState;
import io.rpcstress.analysis.model.ColdStart;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.Sweep.Fact;
import io.rpcstress.analysis.model.Unreadable;
import io.rpcstress.measure.BadRow;
import io.rpcstress.measure.FailedPoint;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.record.SweepFile;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jspecify.annotations.Nullable;

/**
 * Raw files into the database. Afterwards the database holds of the sweep what its folder holds: a
 * file that is as it was is not touched, one that changed is read again, one that is gone takes its
 * rows with it. All in one transaction.
 */
public final class Importer {

  /** Far above what ten rows need: anything larger is no result file. */
  private static final long LARGEST_FILE_BYTES = 16L << 20;

  /** Enough for every processor; few enough to be held in memory. */
  private static final int FILES_AT_ONCE = 256;

  private final SweepFolder folder;
  private final RawFiles raw;
  private final Handle handle;
  private final long sweep;
  private final FileLedger files;
  private final List<String> notes = new ArrayList<>();

  private Importer(SweepFolder folder, Handle handle, long sweep, FileLedger files) {
    this.folder = folder;
    this.raw = new RawFiles(folder.path());
    this.handle = handle;
    this.sweep = sweep;
    this.files = files;
  }

  /**
   * Imports a sweep.
   *
   * @throws SQLException if the database refuses; then nothing changed
   * @throws IOException if the folder cannot be read; then nothing changed
   */
  public static ImportOutcome run(SweepFolder folder, Database database)
      throws SQLException, IOException {
    return database.inTransaction(
        handle -> {
          long sweep = sweepRow(folder.sweep(), handle);
          FileLedger files = new FileLedger(handle, sweep);
          return new Importer(folder, handle, sweep, files).all();
        });
  }

  private ImportOutcome all() throws IOException {
    facts();
    int runs = runsExpected();
    PointRows out = new PointRows(handle, sweep);
    List<Path> all = raw.csvFiles();
    Set<String> repeated = repeated(all);
    for (int from = 0; from < all.size(); from += FILES_AT_ONCE) {
      results(all.subList(from, Math.min(from + FILES_AT_ONCE, all.size())), runs, repeated, out);
    }
    out.flush();
    for (Path failed : raw.failedFiles()) {
      failure(failed);
    }
    new OpenLoopImport(folder.path(), handle, sweep, files, this::bad).all();
    files.flush();
    List<String> gone = files.gone();
    for (String path : gone) {
      forgetRows(path);
    }
    technologies();
    if (files.read() > 0 || !gone.isEmpty()) {
      // What was cleaned before is not what is there now.
      handle.execute("DELETE FROM cleaned WHERE sweep = ?", sweep);
      handle.execute("DELETE FROM cleaning WHERE sweep = ?", sweep);
    }
    return new ImportOutcome(
        out.written(),
        files.read(),
        files.unchanged(),
        gone.size(),
        unreadable(handle, sweep),
        notes);
  }

  private static long sweepRow(Sweep found, Handle handle) {
    return SweepReader.idOf(found.id(), handle)
        .orElseGet(
            () -> {
              handle.execute(
                  "INSERT INTO sweep (sweepKey, name) VALUES (?, ?)", found.id(), found.name());
              return SweepReader.idOf(found.id(), handle).orElseThrow();
            });
  }

  private void facts() {
    Sweep found = folder.sweep();
    Path file = folder.path().resolve(SweepFile.NAME);
    // The folder's name and the cold starts are no facts of the file's, but change what is written.
    String digest = RawFileDigest.of(sweepFile(file), null, found.name() + coldStarts(found));
    if (files.note(SweepFile.NAME, digest) == FileState.UNCHANGED) {
      return;
    }
    forgetRows(SweepFile.NAME);
    handle
        .createUpdate(
            "UPDATE sweep SET name = :name, experiment = :experiment, gitCommit = :gitCommit,"
                + " startedAt = :start, endedAt = :end WHERE id = :row")
        .bind("row", sweep)
        .bindMethods(found)
        .execute();
    handle.execute("DELETE FROM sweep_fact WHERE sweep = ?", sweep);
    RowBatch facts =
        new RowBatch(
            handle,
            "INSERT INTO sweep_fact (sweep, position, section, name, value)"
                + " VALUES (:sweep, :position, :section, :name, :value)");
    int position = 0;
    for (Fact fact : found.facts()) {
      facts.row().bind("sweep", sweep).bind("position", position++).bindMethods(fact);
      facts.add();
    }
    facts.flush();
    if (folder.problem().isPresent()) {
      bad(SweepFile.NAME, new BadRow(file, 0, folder.problem().get()));
    }
  }

  /** Of one that cannot be read what is said of it: it is another once it can. */
  private byte[] sweepFile(Path file) {
    try {
      return Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
    } catch (IOException e) {
      return folder.problem().orElse("").getBytes(StandardCharsets.UTF_8);
    }
  }

  /** All of them as one text; empty where there is none. */
  private static String coldStarts(Sweep found) {
    return found.section(ColdStart.SECTION).stream()
        .map(Fact::value)
        .collect(Collectors.joining("\n"));
  }

  /** Known from the sweep's options; else 0: the cleaner expects what its longest process has. */
  private int runsExpected() {
    try {
      return folder.sweep().fact(SweepFile.OPTIONS, "runs").map(Integer::valueOf).orElse(0);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /** Reading takes most of the time and is done by all processors; the database is told in turn. */
  private void results(List<Path> csvs, int runs, Set<String> repeated, PointRows out) {
    List<ResultFile> loaded =
        csvs.parallelStream().map(csv -> load(csv, runs, repeated.contains(cell(csv)))).toList();
    for (ResultFile file : loaded) {
      FileState state = files.note(file.path(), file.digest());
      if (state == FileState.CHANGED) {
        out.flush();
        forgetRows(file.path());
      }
      if (state != FileState.UNCHANGED) {
        PointFile content = Objects.requireNonNull(file.content(), "a known file was not read");
        out.add(file.path(), content);
        if (!content.foreign().isEmpty()) {
          notes.add(
              file.path()
                  + ": columns that this version does not know: "
                  + String.join(", ", content.foreign()));
        }
        for (BadRow row : content.bad()) {
          bad(file.path(), row);
        }
      }
    }
  }

  /**
   * A result file that was looked at.
   *
   * @param content null where the file is as it was
   */
  private record ResultFile(String path, String digest, @Nullable PointFile content) {}

  /** The cells that several processes measured: of these histograms are kept. */
  private Set<String> repeated(List<Path> csvs) {
    Set<String> seen = new HashSet<>();
    return csvs.stream().map(this::cell).filter(c -> !seen.add(c)).collect(Collectors.toSet());
  }

  /** A result file's path without its repetition. */
  private String cell(Path csv) {
    return relative(RawFiles.cellOf(csv));
  }

  private ResultFile load(Path csv, int runs, boolean repeated) {
    String path = relative(csv);
    FileContent content = FileContent.of(csv, LARGEST_FILE_BYTES, "no result file is that large");
    String problem = content.problem();
    String digest =
        RawFileDigest.of(
            content.bytes(),
            RawFiles.hlogOf(csv),
            runs + (problem.isEmpty() ? "" : " " + problem) + (repeated ? " repeated" : ""));
    if (files.isKnown(path, digest)) {
      return new ResultFile(path, digest, null);
    }
    return new ResultFile(
        path,
        digest,
        problem.isEmpty()
            ? PointFile.read(raw, csv, content.bytes(), runs, repeated)
            : PointFile.unreadable(csv, problem));
  }

  private void failure(Path file) {
    String path = relative(file);
    if (Files.exists(RawFiles.csvOf(file))) {
      return; // the result is the point's last word
    }
    FileContent content = FileContent.of(file);
    String problem = content.problem();
    FileState state = files.note(path, RawFileDigest.of(content.bytes(), null, problem));
    if (state == FileState.UNCHANGED) {
      return;
    }
    if (state == FileState.CHANGED) {
      forgetRows(path);
    }
    if (!problem.isEmpty()) {
      bad(path, new BadRow(file, 0, problem));
      return;
    }
    try {
      FailedPoint failed = RawFiles.readFailed(file);
      if (raw.failed(failed.point()).equals(file)) {
        insert(path, failed);
      } else {
        bad(path, new BadRow(file, 0, "is of " + failed.point() + ": not of this file's point"));
      }
    } catch (MalformedInputException e) {
      bad(path, new BadRow(file, 0, "is not UTF-8 text"));
    } catch (IOException e) {
      bad(path, new BadRow(file, 0, FileProblem.of(file, e)));
    } catch (IllegalArgumentException e) {
      bad(path, new BadRow(file, 0, String.valueOf(e.getMessage())));
    }
  }

  private void insert(String path, FailedPoint failed) {
    Point point = failed.point();
    PointRows.note(handle, sweep, point.dimensions(), new HashSet<>());
    handle
        .createUpdate(
            """
            INSERT INTO failed_point (sweep, technology, variant, threadNum, requestNum,
              requestMode, cause, detail, failures, redo, failedAt, completeRuns, repetition,
              dimensions, source)
            VALUES (:sweep, :technology, :variant, :threadNum, :requestNum,
              :requestMode, :cause, :detail, :kinds, :redo, :at, :completeRuns, :repetition,
              :dimensions, :source)\
            """)
        .bind("sweep", sweep)
        .bind("source", path)
        .bind("kinds", SideFiles.kinds(failed))
        .bind("completeRuns", failed.runs().size())
        .bindMethods(point)
        .bindMethods(failed)
        .execute();
  }

  private void bad(String source, BadRow row) {
    handle.execute(
        "INSERT INTO bad_row (sweep, source, file, line, problem) VALUES (?, ?, ?, ?, ?)",
        sweep,
        source,
        relative(row.file()),
        row.line(),
        row.problem().replace(row.file() + ": ", ""));
  }

  /** Takes out what came from a file, and what was made of it. */
  private void forgetRows(String path) {
    for (String table : List.of("bad_row", "original", "latency", "failed_point", "client_run")) {
      handle.execute("DELETE FROM " + table + " WHERE sweep = ? AND source = ?", sweep, path);
    }
    OpenLoopImport.forget(handle, sweep, path);
  }

  private void technologies() {
    handle.execute("DELETE FROM technology WHERE sweep = ?", sweep);
    handle.execute(
        "INSERT INTO technology (sweep, name, type) SELECT sweep, technology, MIN(type)"
            + " FROM original WHERE sweep = ? GROUP BY sweep, technology",
        sweep);
  }

  /** All that is wrong with a sweep's files, by file and line. */
  static List<Unreadable> unreadable(Handle handle, long sweep) {
    return handle
        .createQuery("SELECT file, line, problem FROM bad_row WHERE sweep = :sweep")
        .bind("sweep", sweep)
        .map(ConstructorMapper.of(Unreadable.class))
        .stream()
        .sorted(
            Comparator.comparing(Unreadable::file)
                .thenComparing(Unreadable::line)
                .thenComparing(Unreadable::problem))
        .toList();
  }

  private String relative(Path file) {
    return folder.path().relativize(file).toString().replace('\\', '/');
  }
}
