package io.rpcstress.analysis.database;

import io.rpcstress.analysis.model.OpenResult;
import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.TimeSeries;
import io.rpcstress.analysis.model.Unreadable;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.SeriesRow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The time series beside the result files. They are pictures' matter: no number of a table is made
 * of them, so they stay in their files and enter no database.
 */
public final class TimeSeriesFiles {

  private TimeSeriesFiles() {}

  /**
   * Adds those of a sweep's points to its data. What cannot be read is said there, and the rest
   * counts.
   *
   * @param folder the sweep's
   */
  public static SweepData added(SweepData data, Path folder) {
    List<Point> points =
        Stream.concat(
                data.steady().stream().flatMap(SteadyCell::points),
                data.openRuns().stream().map(OpenResult::point))
            .toList();
    List<TimeSeries> found = new ArrayList<>();
    List<Unreadable> bad = new ArrayList<>();
    SideFiles.read(
        points,
        folder,
        new RawFiles(folder)::series,
        SeriesRow::parse,
        (point, rows) -> found.add(new TimeSeries(point, rows)),
        bad);
    return found.isEmpty() && bad.isEmpty() ? data : data.with(found, bad);
  }
}
