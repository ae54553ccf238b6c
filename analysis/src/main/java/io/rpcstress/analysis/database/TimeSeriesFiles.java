package io.rpcstress.analysis.database;

import io.rpcstress.analysis.model.OpenResult;
import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.SteadyProcess;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.TimeSeries;
import io.rpcstress.analysis.model.Unreadable;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.SeriesRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The time series beside the result files. They are pictures' matter: no number of a table is made
 * of them, so they stay in their files and enter no database.
 */
public final class TimeSeriesFiles {

  /** Far above a second a row for a day; a larger file is not one of ours. */
  private static final long MAX_BYTES = 8L << 20;

  private TimeSeriesFiles() {}

  /**
   * Adds those of a sweep's points to its data. What cannot be read is said there, and the rest
   * counts.
   *
   * @param folder the sweep's
   */
  public static SweepData added(SweepData data, Path folder) {
    List<Point> points = new ArrayList<>();
    for (SteadyCell cell : data.steady()) {
      for (SteadyProcess process : cell.processes()) {
        points.add(cell.point().repeated(process.repetition()));
      }
    }
    data.openRuns().stream().map(OpenResult::point).forEach(points::add);
    List<TimeSeries> found = new ArrayList<>();
    List<Unreadable> bad = new ArrayList<>();
    RawFiles files = new RawFiles(folder);
    for (Point point : points) {
      Path file = files.series(point);
      if (Files.exists(file)) {
        try {
          List<SeriesRow> rows = read(file);
          if (!rows.isEmpty()) {
            found.add(new TimeSeries(point, rows));
          }
        } catch (IOException | IllegalArgumentException e) {
          String name = folder.relativize(file).toString().replace('\\', '/');
          bad.add(new Unreadable(name, 0, String.valueOf(e.getMessage())));
        }
      }
    }
    return found.isEmpty() && bad.isEmpty() ? data : data.with(found, bad);
  }

  private static List<SeriesRow> read(Path file) throws IOException {
    long size = Files.size(file);
    if (size > MAX_BYTES) {
      throw new IllegalArgumentException(
          size + " bytes, where a time series has " + MAX_BYTES + " at most");
    }
    return SeriesRow.parse(Files.readString(file));
  }
}
