package io.rpcstress.analysis.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.Sweep.Fact;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.record.ColdStartRecord;
import io.rpcstress.measure.record.SweepFile;
import io.rpcstress.measure.record.SweepRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
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
  private static final int LONGEST_NAME = 255;
  private static final int LONGEST_KEY = 200;

  /**
   * Looks at a folder.
   *
   * @param sweepId the key the user gives it; null: as in sweep.json, or the folder's name
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
          "DIR '%s' is no folder: a sweep's folder expected, with raw/ in it, or its archive"
              .formatted(directory));
    }
    if (!Files.isDirectory(new RawFiles(named).raw())) {
      throw new UnusableInputException(
          "DIR '%s' has no folder raw: a sweep's folder expected, as sweep.sh or run --out leaves it"
              .formatted(directory));
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
                      "DIR '%s' is no sweep's archive: a folder with raw/ expected"
                          .formatted(directory)));
    }
  }

  private static SweepFolder of(Path path, Path out, @Nullable String sweepId) {
    String name = String.valueOf(path.getFileName());
    String fallback = sweepId == null ? KEY_BY_FOLDER + name : sweepId;
    List<String> problems = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    Sweep sweep = new Sweep(fallback, name, null, null, null, null, List.of());
    if (Files.exists(path.resolve(SweepFile.NAME))) {
      Sweep read = read(path, SweepFile.NAME, text -> parse(text, name, fallback), problems);
      if (read != null) {
        sweep = sweepId == null ? read : read.withId(sweepId);
      }
    } else {
      // Results of single commands: what is known of their hosts stands in a file of its own.
      List<String> leftOut = new ArrayList<>();
      Sweep hosts = read(path, SweepFile.HOSTS_NAME, text -> parse(text, name, fallback), leftOut);
      notes.add(
          "no sweep.json: %s, and as many runs are expected of each process as the longest one has;"
                  .formatted(
                      hosts == null
                          ? "hosts and options are not known"
                          : "options are not known, hosts by " + SweepFile.HOSTS_NAME)
              + " copy %s beside raw/ to have them"
                  .formatted(hosts == null ? "it" : SweepFile.NAME));
      leftOut.forEach(why -> notes.add(SweepFile.HOSTS_NAME + " is left out: " + why));
      sweep = hosts == null ? sweep : sweep.withFacts(hosts.facts());
    }
    List<String> leftOut = new ArrayList<>();
    String coldStarts =
        read(
            path,
            ColdStartRecord.NAME,
            text -> ColdStartRecord.text(ColdStartRecord.parse(text)),
            leftOut);
    leftOut.forEach(why -> notes.add(ColdStartRecord.NAME + " is left out: " + why));
    return new SweepFolder(
        path,
        out,
        coldStarts == null
            ? sweep
            : sweep.withFacts(List.of(new Sweep.Fact(Sweep.COLD_START, "samples", coldStarts))),
        problems.stream().findFirst(),
        notes.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", notes)));
  }

  /** What a file says; null where there is none, or where it cannot be read, which is a problem. */
  private static <T> @Nullable T read(
      Path folder, String name, Function<String, T> parser, List<String> problems) {
    Path file = folder.resolve(name);
    if (!Files.exists(file)) {
      return null;
    }
    FileBytes whole = FileBytes.of(file);
    if (!whole.problem().isEmpty()) {
      problems.add(whole.problem() + without(name));
      return null;
    }
    try {
      return parser.apply(UTF_8.newDecoder().decode(ByteBuffer.wrap(whole.bytes())).toString());
    } catch (CharacterCodingException e) {
      problems.add("is not UTF-8 text: copy it again from the client's host" + without(name));
    } catch (IllegalArgumentException e) {
      problems.add(String.valueOf(e.getMessage()));
    }
    return null;
  }

  /** What is not known without a file that cannot be read. */
  private static String without(String name) {
    return name.equals(SweepFile.NAME) ? "; hosts and options are not known" : "";
  }

  /** Whether the sweep's key could be another sweep's as well. */
  public boolean hasMakeshiftKey() {
    return sweep.id().startsWith(KEY_BY_FOLDER);
  }

  /**
   * The database to use.
   *
   * @param url as the user gave it; null for the file in the folder
   */
  public DatabaseUrl database(@Nullable String url) {
    if (url == null) {
      return DatabaseUrl.in(out);
    }
    DatabaseUrl parsed = DatabaseUrl.parse(url);
    if (hasMakeshiftKey()) {
      throw new UnusableInputException(
          "DIR '%s' has no id in a sweep.json, which tells it from other sweeps in '%s': give it one"
                  .formatted(path.getFileName(), url)
              + " with --sweep-id");
    }
    return parsed;
  }

  @Override
  public void close() throws IOException {
    if (!path.equals(out)) {
      path.getFileSystem().close();
    }
  }

  /**
   * What {@code sweep.json} says, as a database can keep it: names no longer than its columns.
   *
   * @param fallback key of a sweep whose file gives none
   */
  private static Sweep parse(String text, String name, String fallback) {
    SweepRecord read = SweepRecord.parse(text);
    List<Fact> facts =
        read.facts().stream()
            .map(
                fact ->
                    new Fact(
                        shortened(fact.section(), LONGEST_NAME),
                        shortened(fact.name(), LONGEST_NAME),
                        fact.value()))
            .toList();
    String id = read.id();
    return new Sweep(
        id == null || id.isBlank() ? fallback : shortened(id, LONGEST_KEY),
        name,
        shortened(read.experiment()),
        shortened(read.gitCommit()),
        read.start(),
        read.end(),
        facts);
  }

  private static @Nullable String shortened(@Nullable String text) {
    return text == null ? null : shortened(text, LONGEST_NAME);
  }

  private static String shortened(String text, int length) {
    return text.length() <= length ? text : text.substring(0, length);
  }
}
