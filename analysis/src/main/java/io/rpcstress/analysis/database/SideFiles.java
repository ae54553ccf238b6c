package io.rpcstress.analysis.database;

import io.rpcstress.analysis.model.Unreadable;
import io.rpcstress.measure.Point;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Files that lie beside result files, one for a process where it kept one. */
final class SideFiles {

  /** Far above what one of ours has: a time series of a day. */
  private static final long MAX_BYTES = 8L << 20;

  private SideFiles() {}

  /**
   * Reads those of some points. What cannot be read is said, and the rest counts.
   *
   * @param points with their repetitions
   * @param folder the sweep's
   * @param file where a point's file would be
   * @param parser throws {@link IllegalArgumentException} for what is none
   * @param found is told of each that was read
   * @param bad gets what could not be
   */
  static <T> void read(
      List<Point> points,
      Path folder,
      Function<Point, Path> file,
      Function<String, List<T>> parser,
      BiConsumer<Point, List<T>> found,
      List<Unreadable> bad) {
    for (Point point : points) {
      Path path = file.apply(point);
      if (!Files.exists(path)) {
        continue;
      }
      try {
        List<T> rows = parser.apply(text(path));
        if (!rows.isEmpty()) {
          found.accept(point, rows);
        }
      } catch (IOException e) {
        bad.add(unreadable(path, folder, FileProblem.of(path, e)));
      } catch (IllegalArgumentException e) {
        bad.add(unreadable(path, folder, String.valueOf(e.getMessage())));
      }
    }
  }

  private static Unreadable unreadable(Path file, Path folder, String problem) {
    return new Unreadable(folder.relativize(file).toString().replace('\\', '/'), 0, problem);
  }

  private static String text(Path file) throws IOException {
    long size = Files.size(file);
    if (size > MAX_BYTES) {
      throw new IllegalArgumentException(size + " bytes, where " + MAX_BYTES + " are the most");
    }
    return Files.readString(file);
  }
}
