package io.rpcstress.analysis.publish;

import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.measure.AtomicFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A sweep's folder as a ZIP file: the record without what can be made of it again. Stateless. */
public final class SweepArchive {

  /** At the top of a sweep's folder; beside these, whatever begins with a point or a database. */
  private static final Set<String> LEFT_OUT =
      Set.of("tables", "figures", "report.html", "superseded", "profile");

  private static final String DATABASE = "results.db";

  private static final LocalDateTime UNKNOWN_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

  private SweepArchive() {}

  /**
   * Writes it: the same bytes for the same files.
   *
   * @param folder the sweep's
   * @return how many files of the sweep it has
   */
  public static int write(Path folder, Sweep sweep, Path archive) throws IOException {
    Path from = folder.toRealPath(); // a folder on another disk may be a link
    SortedMap<String, Path> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(from)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        Path inSweep = from.relativize(file);
        if (belongs(inSweep)) {
          files.put(inSweep.toString(), file);
        }
      }
    }
    AtomicFile.write(archive, out -> write(out, sweep, files));
    return files.size();
  }

  private static void write(OutputStream out, Sweep sweep, SortedMap<String, Path> files)
      throws IOException {
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (var file : files.entrySet()) {
        zip.putNextEntry(entry(sweep, file.getKey()));
        Files.copy(file.getValue(), zip);
      }
    }
  }

  private static boolean belongs(Path inSweep) {
    String top = inSweep.getName(0).toString();
    for (Path part : inSweep) {
      if (part.toString().startsWith(".")) {
        return false;
      }
    }
    return !LEFT_OUT.contains(top) && !top.startsWith(DATABASE);
  }

  private static ZipEntry entry(Sweep sweep, String file) {
    ZipEntry entry = new ZipEntry(sweep.name() + "/" + file);
    Instant start = sweep.start();
    entry.setTimeLocal(
        start == null ? UNKNOWN_TIME : LocalDateTime.ofInstant(start, ZoneOffset.UTC));
    return entry;
  }
}
