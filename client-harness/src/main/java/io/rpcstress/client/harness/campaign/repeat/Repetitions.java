package io.rpcstress.client.harness.campaign.repeat;

import io.rpcstress.client.harness.process.PointRecord;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.Point;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What all processes of one command gave, by technology, in the order that was asked for. */
public final class Repetitions {

  private final Map<Point, Repeated> cells = new LinkedHashMap<>();
  private final boolean silent;

  /**
   * Nothing is measured yet.
   *
   * @param silent no verdicts: the other processes are somewhere else, or their numbers no results
   */
  public Repetitions(List<PointPlan> plans, boolean silent) {
    plans.forEach(plan -> cells.put(plan.point().cell(), new Repeated(plan.point())));
    this.silent = silent;
  }

  public void add(PointRecord record) {
    Repeated cell = cells.get(record.point().cell());
    if (cell != null) {
      cell.add(new ProcessSample(record.runs(), record.latencies()));
    }
  }

  public Set<Point> cells() {
    return cells.keySet();
  }

  /** Those that at least one process measured. */
  public List<Repeated> measured() {
    return cells.values().stream().filter(cell -> !cell.processes().isEmpty()).toList();
  }

  /** Every technology against the first one; none where the first has no result. */
  public List<RuntimeRatio> verdicts() {
    List<Repeated> measured = measured();
    boolean first =
        !measured.isEmpty() && measured.get(0).cell().equals(cells.keySet().iterator().next());
    return silent || !first
        ? List.of()
        : measured.stream().skip(1).map(each -> RuntimeRatio.of(each, measured.get(0))).toList();
  }
}
