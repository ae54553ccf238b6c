package io.rpcstress.analysis.database;

import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.Sweep.Fact;
import io.rpcstress.analysis.model.SweepData.Unreadable;
import io.rpcstress.measure.FailedPoint;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.RunCsv.BadRow;
import io.rpcstress.measure.record.SearchFile;
import io.rpcstress.measure.record.SearchRecord;
import io.rpcstress.measure.record.SweepFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.generic.GenericType;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jspecify.annotations.Nullable;

/**
 * Raw files into the database. Afterwards the database holds of the sweep what its folder holds: a
 * file that is as it was is not touched, one that changed is read again, one that is gone takes its
 * rows with it. All in one transaction.
 */
public final class Importer {

  /** Enough for every processor; few enough to be held in memory. */
  private static final int FILES_AT_ONCE = 256;

  /** The tables whose rows are each of one file. */
  private static final List<String> OF_FILES =
      List.of("raw_file", "bad_row", "point", "original", "latency", "failed_point", "rate_search");

  private static final String POINT =
      """
      INSERT INTO point (sweep, source, technology, variant, threadNum, requestNum, requestMode,
        repetition, dimensions, shape, rate, seconds, warmupSeconds, seed)
      VALUES (:sweep, :source, :technology, :variant, :threadNum, :requestNum, :requestMode,
        :repetition, :dimensions, :offered?.shape, :offered?.rate, :offered?.seconds, :offered?.warmupSeconds,
        :offered?.seed)\
      """;

  private static final String FAILED =
      """
      INSERT INTO failed_point (sweep, source, cause, detail, failures, redo, failedAt, completeRuns)
      VALUES (:sweep, :source, :cause, :detail, :kinds, :redo, :at, :completeRuns)\
      """;

  private static final String SEARCH =
      """
      INSERT INTO rate_search (sweep, source, technology, variant, slo, sustainableRate, document)
      VALUES (:sweep, :source, :technology, :variant, :slo, :sustainableRate, :document)\
      """;

  private final SweepFolder folder;
  private final RawFiles raw;
  private final Handle handle;
  private final long sweep;
  private final int runsExpected;
  private final Map<String, String> known;
  private final Set<String> seen = new HashSet<>();
  private final RowBatch digests;
  private final RowBatch points;
  private final OriginalTable originals;
  private final Latencies latencies;
  private final List<String> notes = new ArrayList<>();
  private int read;

  private Importer(SweepFolder folder, Handle handle, long sweep) {
    this.folder = folder;
    this.raw = new RawFiles(folder.path());
    this.handle = handle;
    this.sweep = sweep;
    this.runsExpected = runsExpected(folder.sweep());
    this.known =
        handle
            .createQuery("SELECT source, digest FROM raw_file WHERE sweep = :sweep")
            .bind("sweep", sweep)
            .setMapKeyColumn("source")
            .setMapValueColumn("digest")
            .collectInto(new GenericType<Map<String, String>>() {});
    this.digests =
        new RowBatch(
            handle,
            "INSERT INTO raw_file (sweep, source, digest) VALUES (:sweep, :source, :digest)");
    this.points = new RowBatch(handle, POINT);
    this.originals = new OriginalTable(handle, sweep);
    this.latencies = new Latencies(handle, sweep);
  }

  public static ImportOutcome run(SweepFolder folder, Database database)
      throws SQLException, IOException {
    return database.inTransaction(
        handle -> new Importer(folder, handle, sweepRow(folder.sweep(), handle)).all());
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

  /** Known from the sweep's options; else 0: the cleaner expects what its longest process has. */
  private static int runsExpected(Sweep sweep) {
    try {
      return sweep.fact(SweepFile.OPTIONS, "runs").map(Integer::valueOf).orElse(0);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private ImportOutcome all() throws IOException {
    facts();
    List<Path> closed = raw.csvFiles();
    Set<String> repeated = repeated(closed);
    each(
        closed,
        csv -> runsExpected + (repeated.contains(cell(csv)) ? " repeated" : ""),
        (csv, bytes) -> RawFile.closed(raw, csv, bytes, runsExpected),
        csv -> repeated.contains(cell(csv)));
    each(raw.openCsvFiles(), (csv, bytes) -> RawFile.open(raw, csv, bytes));
    each(failures(), (file, bytes) -> RawFile.failed(raw, file));
    each(searches(), RawFile::search);
    digests.flush();
    points.flush();
    originals.flush();
    latencies.flush();
    List<String> gone = known.keySet().stream().filter(source -> !seen.contains(source)).toList();
    gone.forEach(this::forget);
    if (read > 0 || !gone.isEmpty()) {
      // What was cleaned before is not what is there now.
      handle.execute("DELETE FROM cleaned WHERE sweep = ?", sweep);
      handle.execute("DELETE FROM cleaning WHERE sweep = ?", sweep);
    }
    return new ImportOutcome(
        originals.written(),
        read,
        seen.size() - read,
        gone.size(),
        unreadable(handle, sweep),
        notes);
  }

  /** The result is a point's last word, whatever was tried before. */
  private List<Path> failures() throws IOException {
    return Stream.concat(raw.failedFiles().stream(), raw.openFailedFiles().stream())
        .filter(file -> !Files.exists(RawFiles.csvOf(file)))
        .toList();
  }

  private List<Path> searches() throws IOException {
    if (!Files.isDirectory(raw.raw())) {
      return List.of();
    }
    try (Stream<Path> paths = Files.walk(raw.raw(), 2)) {
      return paths.filter(SearchFile::isNamed).sorted().toList();
    }
  }

  /** The cells that several processes measured: of these histograms are kept. */
  private Set<String> repeated(List<Path> csvs) {
    Set<String> once = new HashSet<>();
    return csvs.stream().map(this::cell).filter(c -> !once.add(c)).collect(Collectors.toSet());
  }

  /** A result file's path without its repetition. */
  private String cell(Path csv) {
    return relative(RawFiles.cellOf(csv));
  }

  private void facts() {
    Sweep found = folder.sweep();
    Path file = folder.path().resolve(SweepFile.NAME);
    // The folder's name and the cold starts are no facts of the file's, but change what is written.
    String context =
        found.name()
            + found.section(Sweep.COLD_START).stream()
                .map(Fact::value)
                .collect(Collectors.joining("\n"));
    FileBytes content = Files.exists(file) ? FileBytes.of(file) : new FileBytes(new byte[0], "");
    if (!isNew(SweepFile.NAME, content.digest(file, context))) {
      return;
    }
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
    folder.problem().ifPresent(why -> bad(SweepFile.NAME, new BadRow(file, 0, why)));
  }

  /** Makes of a file what it holds. */
  private interface Parser {
    RawFile of(Path file, byte[] bytes);
  }

  /** A file that was looked at; its content is null where it is as it was. */
  private record Looked(Path file, String digest, @Nullable RawFile content) {}

  private void each(List<Path> files, Parser parser) {
    each(files, file -> "", parser, file -> false);
  }

  /** Reading takes most of the time and is done by all processors; the database follows in turn. */
  private void each(
      List<Path> files,
      Function<Path, String> context,
      Parser parser,
      Function<Path, Boolean> repeated) {
    for (int from = 0; from < files.size(); from += FILES_AT_ONCE) {
      List<Path> some = files.subList(from, Math.min(from + FILES_AT_ONCE, files.size()));
      some.parallelStream()
          .map(file -> look(file, context.apply(file), parser))
          .toList()
          .forEach(looked -> keep(looked, repeated.apply(looked.file())));
    }
  }

  private Looked look(Path file, String context, Parser parser) {
    FileBytes content = FileBytes.of(file);
    String digest = content.digest(RawFiles.hlogOf(file), context);
    if (digest.equals(known.get(relative(file)))) {
      return new Looked(file, digest, null);
    }
    return new Looked(
        file,
        digest,
        content.problem().isEmpty()
            ? parser.of(file, content.bytes())
            : RawFile.unreadable(file, content.problem()));
  }

  private void keep(Looked looked, boolean repeated) {
    String source = relative(looked.file());
    RawFile content = looked.content();
    if (!isNew(source, looked.digest()) || content == null) {
      return;
    }
    Point point = content.point();
    if (point != null) {
      points.row().bind("sweep", sweep).bind("source", source).bindMethods(point);
      points.add();
      content.rows().forEach(cells -> originals.add(source, point.dimensions(), cells));
    }
    Histogram latency = content.latency();
    if (latency != null) {
      latencies.add(source, latency, repeated || content.isTimed());
    }
    FailedPoint failure = content.failure();
    if (failure != null) {
      insert(source, failure);
    }
    SearchRecord search = content.search();
    if (search != null) {
      handle
          .createUpdate(SEARCH)
          .bind("sweep", sweep)
          .bind("source", source)
          .bind("document", content.document())
          .bindMethods(search)
          .execute();
    }
    if (!content.foreign().isEmpty()) {
      notes.add(
          source
              + ": columns that this version does not know: "
              + String.join(", ", content.foreign()));
    }
    content.bad().forEach(row -> bad(source, row));
  }

  private void insert(String source, FailedPoint failed) {
    String kinds =
        failed.failures().entrySet().stream()
            .map(e -> e.getKey() + "=" + e.getValue())
            .collect(Collectors.joining(" "));
    handle
        .createUpdate(FAILED)
        .bind("sweep", sweep)
        .bind("source", source)
        .bind("kinds", kinds)
        .bind("completeRuns", failed.runs().size())
        .bindMethods(failed)
        .execute();
  }

  /** Notes a file; one that changed is forgotten first. False where there is nothing to do. */
  private boolean isNew(String source, String digest) {
    seen.add(source);
    String before = known.get(source);
    if (digest.equals(before)) {
      return false;
    }
    if (before != null) {
      forget(source);
    }
    read++;
    digests.row().bind("sweep", sweep).bind("source", source).bind("digest", digest);
    digests.add();
    return true;
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

  private void forget(String source) {
    for (String table : OF_FILES) {
      handle.execute("DELETE FROM " + table + " WHERE sweep = ? AND source = ?", sweep, source);
    }
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

  /**
   * What an import did.
   *
   * @param filesRead result and failure files that were new or had changed
   * @param filesUnchanged files that were imported before and have not changed
   * @param filesGone files that an earlier import saw and the folder no longer has; their rows left
   * @param unreadable all that is wrong with the sweep's files, found now or before
   * @param notes what a person should know that is nothing wrong, one line each
   */
  public record ImportOutcome(
      long rowsAdded,
      int filesRead,
      int filesUnchanged,
      int filesGone,
      List<Unreadable> unreadable,
      List<String> notes) {}
}
