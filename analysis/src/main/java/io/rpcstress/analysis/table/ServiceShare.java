package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Groups;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Unknown;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.ServiceRow;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one of several services, or of several servers of one, had of a cell's processes together.
 * Immutable.
 *
 * @param rows its own, one a process
 * @param all those of all of them
 * @param calls that the first service had, which is called before the others
 */
public record ServiceShare(Cell cell, List<ServiceRow> rows, List<ServiceRow> all, double calls) {

  private static final double PERCENT = 100;

  /** Of some of a cell's processes; nothing where none of them has rows. */
  public static List<ServiceShare> of(
      Cell cell, List<ProcessRuns> processes, Map<Point, List<ServiceRow>> services) {
    List<List<ServiceRow>> found =
        processes.stream().flatMap(each -> Stream.ofNullable(services.get(each.point()))).toList();
    List<ServiceRow> all = found.stream().flatMap(List::stream).toList();
    double calls =
        found.stream().mapToDouble(each -> Unknown.orNaN(each.get(0).callsServed())).sum();
    return Groups.of(all.stream(), ServiceRow::service).values().stream()
        .map(own -> new ServiceShare(cell, own, all, calls))
        .toList();
  }

  public String service() {
    return rows.get(0).service();
  }

  public double total(Function<ServiceRow, @Nullable Number> what) {
    return total(rows, what);
  }

  public double perCall(Function<ServiceRow, @Nullable Number> what) {
    return total(what) / calls;
  }

  /** Of what all of them had. */
  public double percent(Function<ServiceRow, @Nullable Number> what) {
    return PERCENT * total(what) / total(all, what);
  }

  private static double total(List<ServiceRow> rows, Function<ServiceRow, @Nullable Number> what) {
    return rows.stream().mapToDouble(row -> Unknown.orNaN(what.apply(row))).sum();
  }
}
