package io.rpcstress.analysis.database;

import io.rpcstress.analysis.model.ColdStart;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.record.ColdStartFile;
import io.rpcstress.measure.record.SweepFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A sweep's folder, or its archive, as the user names it. To be closed, for an archive's sake.
 *
 * @param path absolute; within the archive where it is one
 * @param out where what is made of it goes: the same folder; of an archive one beside it
 * @param sweep what its sweep.json says; its key may be given by the user instead
 * @param problem what is wrong with sweep.json; empty where it is whole, or missing
 * @param note what the user should know of the folder though it is no error; empty if nothing
 */
public record SweepFolder(
    Path path, Path out, Sweep sweep, Optional<String> problem, Optional<String> note)
    implements AutoCloseable {

  private static final String ZIP = ".zip";
  private static final String KEY_BY_FOLDER = "folder:";

  /**
   * Looks at a folder.
   *
   * @param sweepId the key the user gives it; null: as in sweep.json, or the folder's name
   * @throws UnusableInputException if it is no sweep's folder
   * @throws IOException if it cannot be read
   */
  public static SweepFolder of(Path directory, @Nullable String sweepId) throws IOException {
    Path named = directory.toAbsolutePath().normalize();
    if (Files.isRegularFile(named) && named.toString().endsWith(ZIP)) {
      FileSystem archive = FileSystems.newFileSystem(named);
      try {
        String name = named.getFileName().toString();
        Path out = named.resolveSibling(name.substring(0, name.length() - ZIP.length()));
        return of(sweepIn(archive, directory), out, sweepId);
      } catch (IOException | RuntimeException e) {
        archive.close();
        throw e;
      }
    }
    if (!Files.isDirectory(named)) {
      throw new UnusableInputException(
          "DIR '"
              + directory
              + "' is no folder: a sweep's folder expected, with raw/ in it, or its archive");
    }
    if (!Files.isDirectory(new RawFiles(named).raw())) {
      throw new UnusableInputException(
          "DIR '"
              + directory
              + "' has no folder raw: a sweep's folder expected, as sweep.sh or"
              + " run --out leaves it");
    }
    return of(named, named, sweepId);
  }

  private static Path sweepIn(FileSystem archive, Path directory) throws IOException {
    try (Stream<Path> top = Files.list(archive.getPath("/"))) {
      return top.filter(each -> Files.isDirectory(new RawFiles(each).raw()))
          .findFirst()
          .orElseThrow(
              () ->
                  new UnusableInputException(
                      "DIR '"
                          + directory
                          + "' is no sweep's archive: a folder with raw/ expected"));
    }
  }

  private static SweepFolder of(Path path, Path out, @Nullable String sweepId) throws IOException {
    Path nameOnly = path.getFileName();
    String name = nameOnly == null ? "/" : nameOnly.toString();
    String fallback = sweepId == null ? KEY_BY_FOLDER + name : sweepId;
    Sweep unknown = new Sweep(fallback, name, null, null, null, null, List.of());
    String note = "";
    List<Sweep.Fact> coldStarts = List.of();
    try {
      coldStarts = coldStarts(path);
    } catch (IOException e) {
      note = left(ColdStartFile.NAME, FileBytes.problem(path.resolve(ColdStartFile.NAME), e));
    } catch (IllegalArgumentException e) {
      note = left(ColdStartFile.NAME, String.valueOf(e.getMessage()));
    }
    Sweep sweep = unknown;
    String problem = "";
    Path file = path.resolve(SweepFile.NAME);
    if (!Files.exists(file)) {
      Without found = withoutSweep(path, unknown);
      sweep = unknown.withFacts(found.hosts());
      note = found.note() + (note.isEmpty() ? "" : "; " + note);
    } else {
      try {
        Sweep read = SweepJson.parse(Files.readString(file), name, fallback);
        sweep = sweepId == null ? read : read.withId(sweepId);
      } catch (CharacterCodingException e) {
        problem =
            "is not UTF-8 text: hosts and options are not known; copy it again from the client's"
                + " host";
      } catch (IOException e) {
        problem = FileBytes.problem(file, e) + "; hosts and options are not known";
      } catch (IllegalArgumentException e) {
        problem = String.valueOf(e.getMessage());
      }
    }
    return new SweepFolder(
        path,
        out,
        sweep.withFacts(coldStarts),
        Optional.of(problem).filter(said -> !said.isEmpty()),
        Optional.of(note).filter(said -> !said.isEmpty()));
  }

  /** What is known of a folder without a sweep.json. */
  private record Without(List<Sweep.Fact> hosts, String note) {}

  /** Results of single commands: what is known of their hosts stands in a file of its own. */
  private static Without withoutSweep(Path path, Sweep unknown) {
    Path file = path.resolve(SweepFile.HOSTS_NAME);
    String none = "no sweep.json: hosts and options are not known";
    String leftOut = "";
    List<Sweep.Fact> hosts = List.of();
    try {
      if (Files.exists(file)) {
        hosts = SweepJson.parse(Files.readString(file), unknown.name(), unknown.id()).facts();
        none = "no sweep.json: options are not known, hosts by " + SweepFile.HOSTS_NAME;
      }
    } catch (IOException e) {
      leftOut = "; " + left(SweepFile.HOSTS_NAME, FileBytes.problem(file, e));
    } catch (IllegalArgumentException e) {
      leftOut = "; " + left(SweepFile.HOSTS_NAME, String.valueOf(e.getMessage()));
    }
    return new Without(
        hosts,
        none
            + ", and as many runs are expected of each process as the longest one has; copy "
            + (hosts.isEmpty() ? "it" : SweepFile.NAME)
            + " beside raw/ to have them"
            + leftOut);
  }

  private static String left(String name, String problem) {
    return name + " is left out: " + problem;
  }

  private static List<Sweep.Fact> coldStarts(Path folder) throws IOException {
    Path file = folder.resolve(ColdStartFile.NAME);
    List<Sweep.Fact> facts = new ArrayList<>();
    if (Files.exists(file)) {
      facts.add(
          new Sweep.Fact(
              ColdStart.SECTION,
              "samples",
              ColdStartFile.text(ColdStartFile.parse(Files.readString(file)))));
    }
    return facts;
  }

  /** Whether the sweep's key could be another sweep's as well. */
  public boolean hasMakeshiftKey() {
    return sweep.id().startsWith(KEY_BY_FOLDER);
  }

  /**
   * The database to use.
   *
   * @param url as the user gave it; null for the file in the folder
   * @throws UnusableInputException if it is none, or the sweep has no key that tells it from others
   */
  public DatabaseUrl database(@Nullable String url) {
    if (url == null) {
      return DatabaseUrl.in(out);
    }
    DatabaseUrl parsed = DatabaseUrl.parse(url);
    if (hasMakeshiftKey()) {
      throw new UnusableInputException(
          "DIR '"
              + path.getFileName()
              + "' has no id in a sweep.json, which tells it from other"
              + " sweeps in '"
              + url
              + "': give it one with --sweep-id");
    }
    return parsed;
  }

  @Override
  public void close() throws IOException {
    if (!path.equals(out)) {
      path.getFileSystem().close();
    }
  }
}
