package io.rpcstress.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;

/**
 * What was measured again, kept below {@code invalid/}, beside {@code raw/}: results that a flag
 * took out, and failures. What reads a sweep's results never finds them there. A point's first
 * result is {@code invalid/<technology>/<point>.1.csv}, with its histograms beside it; its first
 * failure {@code <point>.1.FAILED}. Thread-safe, as long as no two threads set the same point aside
 * at once.
 */
public final class InvalidResults {

  private static final String FOLDER = "invalid";
  private static final String CSV = ".csv";
  private static final String HLOG = ".hlog";
  private static final String SERIES = ".series.csv";
  private static final String SERVICES = ".services";
  private static final String PARTS = ".parts";
  private static final String FAILED = ".FAILED";

  private final Path sweep;

  public InvalidResults(Path sweep) {
    this.sweep = sweep;
  }

  /** How many results of a point were set aside, 0 or more. */
  public int count(Point point) {
    return count(point, CSV);
  }

  private int count(Point point, String ending) {
    int count = 0;
    while (Files.exists(file(point, count + 1, ending))) {
      count++;
    }
    return count;
  }

  /** How many failures of all points have a later result or failure, 0 or more. */
  public int failures() throws IOException {
    Path folder = sweep.resolve(FOLDER);
    if (!Files.isDirectory(folder)) {
      return 0;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return (int) files.filter(file -> file.toString().endsWith(FAILED)).count();
    }
  }

  /** The rows of a result that was set aside. */
  public Path csv(Point point, int number) {
    return file(point, number, CSV);
  }

  /**
   * Moves a point's result out of the raw files, so that the point is to be measured again. Where
   * this breaks off, the result is still there, and the next attempt moves what is left of it.
   */
  public Path setAside(Point point) throws IOException {
    RawFiles raw = new RawFiles(sweep);
    int number = count(point) + 1;
    Path csv = file(point, number, CSV);
    Files.createDirectories(sweep.resolve(FOLDER).resolve(point.directoryName()));
    // The rows last: while they are in raw/, the point has a result.
    moveIfThere(raw.hlog(point), file(point, number, HLOG));
    moveIfThere(raw.series(point), file(point, number, SERIES));
    moveIfThere(raw.services(point), file(point, number, SERVICES));
    moveIfThere(raw.parts(point), file(point, number, PARTS));
    move(raw.csv(point), csv);
    return csv;
  }

  /** Moves why a point had no result out of the raw files; nothing where it did not fail. */
  void setFailureAside(Point point) throws IOException {
    Path failed = new RawFiles(sweep).failed(point);
    if (Files.exists(failed)) {
      Files.createDirectories(sweep.resolve(FOLDER).resolve(point.directoryName()));
      move(failed, file(point, count(point, FAILED) + 1, FAILED));
    }
  }

  private static void moveIfThere(Path from, Path to) throws IOException {
    if (Files.exists(from)) {
      move(from, to);
    }
  }

  private static void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private Path file(Point point, int number, String ending) {
    return sweep
        .resolve(FOLDER)
        .resolve(point.directoryName())
        .resolve(point.fileStem() + "." + number + ending);
  }
}
