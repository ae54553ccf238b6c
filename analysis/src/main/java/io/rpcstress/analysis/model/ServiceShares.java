package io.rpcstress.analysis.model;

import io.rpcstress.measure.Point;
import io.rpcstress.measure.ServiceRow;
import java.util.List;

/**
 * What each service, and a broker between them, had of one process' calls, warm-up included.
 * Immutable.
 *
 * @param rows the service that is called first; one or more
 */
public record ServiceShares(Point point, List<ServiceRow> rows) {

  public ServiceShares {
    rows = List.copyOf(rows);
  }
}
