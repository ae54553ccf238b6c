package io.rpcstress.analysis.command;

import io.rpcstress.analysis.answer.Findings;
import io.rpcstress.analysis.choice.ChoiceData.Limits;
import io.rpcstress.analysis.database.Cleaner;
import io.rpcstress.analysis.database.Database;
import io.rpcstress.analysis.database.DatabaseUrl;
import io.rpcstress.analysis.database.Importer;
import io.rpcstress.analysis.database.Importer.ImportOutcome;
import io.rpcstress.analysis.database.SideFiles;
import io.rpcstress.analysis.database.SweepFolder;
import io.rpcstress.analysis.database.SweepReader;
import io.rpcstress.analysis.experiment.ExperimentSections;
import io.rpcstress.analysis.figure.FigureBook;
import io.rpcstress.analysis.figure.FigureFiles;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.SweepData.Unreadable;
import io.rpcstress.analysis.report.ReportPage;
import io.rpcstress.analysis.table.AnswerTable;
import io.rpcstress.analysis.table.LatexFiles;
import io.rpcstress.analysis.table.LinesTable;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.analysis.table.TableFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * One sweep in its database, and the steps that can be done with it. Each step says on stderr what
 * it did. To be closed.
 */
final class SweepDatabase implements AutoCloseable {

  private static final double NANOS_PER_SECOND = 1e9;

  /** More than a person reads at a terminal; the database has all. */
  private static final int BAD_ROWS_SHOWN = 1_000;

  private static final int NOTES_SHOWN = 20;

  private final SweepFolder folder;
  private final Database database;
  private final PrintWriter progress;

  /** The page and the files have the same figures; they are drawn once. */
  private final FigureBook figures = new FigureBook();

  private final Set<String> unreadFolders = new HashSet<>();
  private boolean unread;
  private boolean unwritten;

  private SweepDatabase(SweepFolder folder, Database database, PrintWriter progress) {
    this.folder = folder;
    this.database = database;
    this.progress = progress;
  }

  /** Where a command reads several sweeps, each is checked before the first is imported. */
  static void check(SweepOptions options) throws IOException {
    try (SweepFolder folder = SweepFolder.of(options.directory, options.sweepId)) {
      var unused = folder.database(options.url);
    }
  }

  static SweepDatabase open(SweepOptions options, PrintWriter progress) throws IOException {
    return open(SweepFolder.of(options.directory, options.sweepId), options, progress);
  }

  /** For steps after the import, which leave no new and empty database behind. */
  static SweepDatabase openImported(SweepOptions options, PrintWriter progress) throws IOException {
    SweepFolder folder = SweepFolder.of(options.directory, options.sweepId);
    DatabaseUrl url = folder.database(options.url);
    if (!url.isThere()) {
      throw SweepReader.notImported(folder.sweep().id(), url.url());
    }
    return open(folder, options, progress);
  }

  private static SweepDatabase open(SweepFolder folder, SweepOptions options, PrintWriter progress)
      throws IOException {
    Files.createDirectories(folder.out());
    Database database = Database.open(folder.database(options.url), System.getenv());
    return new SweepDatabase(folder, database, progress);
  }

  /** All steps from the raw files to what {@link #read} gives. */
  SweepData readRaw() throws SQLException, IOException {
    importRaw();
    clean();
    return read();
  }

  void importRaw() throws SQLException, IOException {
    folder.note().ifPresent(note -> progress.println("note: " + note));
    long start = System.nanoTime();
    ImportOutcome outcome = Importer.run(folder, database);
    double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
    progress.println(
        String.format(
            Locale.ROOT,
            "import: %d rows from %d files in %.1f s (%.0f rows/s); %d files unchanged, %d gone",
            outcome.rowsAdded(),
            outcome.filesRead(),
            seconds,
            outcome.rowsAdded() / seconds,
            outcome.filesUnchanged(),
            outcome.filesGone()));
    outcome.notes().stream().limit(NOTES_SHOWN).forEach(line -> progress.println("note: " + line));
    notRead(outcome.unreadable(), "in table bad_row");
  }

  /** What a command ends with: 1 where something could not be read or written. */
  int exitCode() {
    return unread || unwritten ? Errors.FAILED : 0;
  }

  /** The folders of which something could not be read, so that numbers of them may be missing. */
  Set<String> unreadFolders() {
    return Set.copyOf(unreadFolders);
  }

  private void notRead(List<Unreadable> bad, String allOfThem) {
    bad.stream().limit(BAD_ROWS_SHOWN).forEach(row -> progress.println("not read: " + row));
    if (bad.size() > BAD_ROWS_SHOWN) {
      progress.println("... and " + (bad.size() - BAD_ROWS_SHOWN) + " more " + allOfThem);
    }
    unread |= !bad.isEmpty();
    for (Unreadable row : bad) {
      Path folder = Path.of(row.file()).getParent();
      if (folder != null && row.file().endsWith(".csv")) { // a histogram has percentiles alone
        unreadFolders.add(String.valueOf(folder.getFileName()));
      }
    }
  }

  void clean() throws SQLException, IOException {
    progress.println("clean: " + Cleaner.run(folder.sweep(), database) + " points");
  }

  /** What is in the database, and beside it in files of which it has nothing. */
  SweepData read() throws SQLException, IOException {
    SweepData rows = SweepReader.read(folder.sweep().id(), database);
    SweepData all = SideFiles.added(rows, folder.path());
    List<Unreadable> bad = all.badRows();
    notRead(bad.subList(rows.badRows().size(), bad.size()), "in tables/not-read.csv");
    return all;
  }

  void tables(SweepData data) {
    List<Table> tables = new ArrayList<>(ExperimentSections.allTables(data));
    tables.addAll(AnswerTable.of(findings(data).overviews()));
    tables.addAll(LinesTable.of(findings(data).overviews()));
    write("tables", () -> TableFiles.write(tables, folder.out()));
  }

  Path page() {
    return folder.out().resolve(ReportPage.FILE);
  }

  void page(SweepData data, Limits limits) {
    write("report", () -> new ReportPage(figures).write(data, limits, folder.out()));
  }

  void figures(SweepData data) {
    write("figures", () -> FigureFiles.write(figures.of(data), folder.out()));
  }

  void paper(SweepData data) {
    write(
        "paper",
        () -> {
          Path paper = folder.out().resolve("paper");
          List<Path> files =
              new ArrayList<>(FigureFiles.writePdf(figures.of(data), paper.resolve("figures")));
          files.addAll(LatexFiles.write(data, List.copyOf(files), paper));
          return files;
        });
  }

  /** What is concluded from the sweep: the same for all that is made of it. */
  Findings findings(SweepData data) {
    return figures.findings(data);
  }

  private interface Writing {
    List<Path> files() throws IOException;
  }

  /** What cannot be written is said, and the rest is made. */
  private void write(String what, Writing writing) {
    try {
      made(what, writing.files());
    } catch (IOException e) {
      progress.println("not written: " + what + ": " + Errors.said(e));
      unwritten = true;
    }
  }

  @Override
  public void close() throws SQLException, IOException {
    database.close();
    folder.close();
  }

  private void made(String what, List<Path> files) {
    progress.println(
        what
            + ": "
            + (files.size() == 1 ? files.get(0) : files.size() + " files in " + folder.out()));
  }
}
