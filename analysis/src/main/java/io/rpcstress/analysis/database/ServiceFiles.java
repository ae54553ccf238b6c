package io.rpcstress.analysis.database;

import io.rpcstress.analysis.model.ServiceShares;
import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.Unreadable;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.ServiceRow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What each service had of a point, beside the result files. The rows of a point have the sum over
 * all services, which is what technologies are compared by; its parts stay in their files and enter
 * no database, so that a report made without the sweep's folder lacks them.
 */
public final class ServiceFiles {

  private ServiceFiles() {}

  /**
   * Adds those of a sweep's timed loops to its data. What cannot be read is said there, and the
   * rest counts.
   *
   * @param folder the sweep's
   */
  public static SweepData added(SweepData data, Path folder) {
    List<ServiceShares> found = new ArrayList<>();
    List<Unreadable> bad = new ArrayList<>();
    SideFiles.read(
        data.steady().stream().flatMap(SteadyCell::points).toList(),
        folder,
        new RawFiles(folder)::services,
        ServiceRow::parse,
        (point, rows) -> found.add(new ServiceShares(point, rows)),
        bad);
    return found.isEmpty() && bad.isEmpty() ? data : data.withServices(found, bad);
  }
}
