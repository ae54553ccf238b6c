package io.rpcstress.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * What was measured again, kept below {@code invalid/}, beside {@code raw/}: results that a flag
 * took out, and failures. What reads a sweep's results never finds them there. A point's first
 * result is {@code invalid/<technology>/<point>.1.csv}, with its histograms beside it; its first
 * failure {@code <point>.1.FAILED}. Thread-safe, as long as no two threads set the same point aside
 * at once.
 */
public record InvalidResults(Path sweep) {

  private static final String FOLDER = "invalid";

  /** How many results of a point were set aside, 0 or more. */
  public int count(Point point) {
    return count(point, RawFiles.CSV);
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
      return (int) files.filter(file -> file.toString().endsWith(RawFiles.FAILED)).count();
    }
  }

  public Path csv(Point point, int number) {
    return file(point, number, RawFiles.CSV);
  }

  /**
   * Moves a point's result out of the raw files, so that the point is to be measured again. Where
   * this breaks off, the result is still there, and the next attempt moves what is left of it.
   */
  public Path setAside(Point point) throws IOException {
    int number = count(point) + 1;
    for (String ending :
        List.of(RawFiles.HLOG, RawFiles.SERIES, RawFiles.SERVICES, RawFiles.PARTS)) {
      moveIfThere(point, ending, number);
    }
    move(point, RawFiles.CSV, number); // last: while it is in raw/, the point has a result
    return csv(point, number);
  }

  /** Moves why a point had no result out of the raw files; nothing where it did not fail. */
  void setFailureAside(Point point) throws IOException {
    moveIfThere(point, RawFiles.FAILED, count(point, RawFiles.FAILED) + 1);
  }

  private void moveIfThere(Point point, String ending, int number) throws IOException {
    if (Files.exists(new RawFiles(sweep).file(point, ending))) {
      move(point, ending, number);
    }
  }

  private void move(Point point, String ending, int number) throws IOException {
    Files.createDirectories(sweep.resolve(FOLDER).resolve(point.directoryName()));
    Files.move(
        new RawFiles(sweep).file(point, ending),
        file(point, number, ending),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  private Path file(Point point, int number, String ending) {
    return sweep
        .resolve(FOLDER)
        .resolve(point.directoryName())
        .resolve(point.fileStem() + "." + number + ending);
  }
}
