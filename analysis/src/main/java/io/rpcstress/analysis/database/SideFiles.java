package io.rpcstress.analysis.database;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.SweepData.Unreadable;
import io.rpcstress.analysis.model.TimeSeries;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.InvalidResults;
import io.rpcstress.measure.PartRow;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.SeriesRow;
import io.rpcstress.measure.ServiceRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What lies beside result files: time series, which are pictures' matter, what each service or part
 * of a mix had of a point, and failures that were measured again. They stay in their files and
 * enter no database; a report made without the sweep's folder lacks them.
 */
public final class SideFiles {

  /** Far above what one of ours has: a time series of a day. */
  private static final long MAX_BYTES = 8L << 20;

  private final Path folder;
  private final RawFiles raw;
  private final String line;
  private final List<Unreadable> bad = new ArrayList<>();

  private SideFiles(Path folder, String line) {
    this.folder = folder;
    this.line = line;
    this.raw = new RawFiles(folder);
  }

  /**
   * Adds those of a sweep's points to its data. What cannot be read is said there, and the rest
   * counts.
   */
  public static SweepData added(SweepData data, Path folder) throws IOException {
    SideFiles files = new SideFiles(folder, data.sweep().line());
    List<Point> timed = data.steady().stream().flatMap(Cell::points).toList();
    List<Point> all =
        Stream.of(
                timed.stream(),
                data.open().stream().flatMap(Cell::points),
                data.underFaults().stream().flatMap(Cell::points))
            .flatMap(Function.identity())
            .toList();
    return data.withFiles(
        files.read(all, files.raw::series, SeriesRow::parse).entrySet().stream()
            .map(each -> new TimeSeries(each.getKey(), each.getValue()))
            .toList(),
        files.read(
            Stream.concat(all.stream(), data.cells().stream().flatMap(Cell::points)).toList(),
            files.raw::services,
            ServiceRow::parse),
        files.read(all, files.raw::parts, PartRow::parse),
        files.bad,
        new InvalidResults(folder).failures());
  }

  /** Those of some points, with their repetitions. */
  private <T> Map<Point, List<T>> read(
      List<Point> points, Function<Point, Path> file, Function<String, List<T>> parser) {
    Map<Point, List<T>> found = new LinkedHashMap<>();
    for (Point point : points) {
      // files are named after it, also where the sweep's points have it in common
      Path path = file.apply(line.isEmpty() ? point : point.with(Dimension.LINE, line));
      if (!Files.exists(path)) {
        continue;
      }
      try {
        List<T> rows = parser.apply(text(path));
        if (!rows.isEmpty()) {
          found.put(point, rows);
        }
      } catch (IOException e) {
        unreadable(path, FileBytes.problem(path, e));
      } catch (IllegalArgumentException e) {
        unreadable(path, String.valueOf(e.getMessage()));
      }
    }
    return found;
  }

  private void unreadable(Path file, String problem) {
    String name = folder.relativize(file).toString().replace('\\', '/');
    bad.add(new Unreadable(name, 0, problem.replace(file + ": ", "")));
  }

  private static String text(Path file) throws IOException {
    long size = Files.size(file);
    if (size > MAX_BYTES) {
      throw new IllegalArgumentException(size + " bytes, where " + MAX_BYTES + " are the most");
    }
    return Files.readString(file);
  }
}
