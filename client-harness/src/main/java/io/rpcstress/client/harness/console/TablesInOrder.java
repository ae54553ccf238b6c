package io.rpcstress.client.harness.console;

import io.rpcstress.client.harness.process.PointRecord;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.Point;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Shows points in the order that the user named them, whichever was measured first: each as soon as
 * it and all before it are there. Confined to one thread.
 */
public final class TablesInOrder {

  private final Deque<PointPlan> waiting;
  private final Map<Point, Optional<PointRecord>> measured = new HashMap<>();
  private final BiConsumer<PointPlan, PointRecord> print;

  public TablesInOrder(List<PointPlan> named, BiConsumer<PointPlan, PointRecord> print) {
    waiting = new ArrayDeque<>(named);
    this.print = print;
  }

  public void measured(PointRecord record, boolean hasResult) {
    measured.put(record.point(), hasResult ? Optional.of(record) : Optional.empty());
    while (!waiting.isEmpty() && measured.containsKey(waiting.element().point())) {
      PointPlan next = waiting.remove();
      measured
          .getOrDefault(next.point(), Optional.empty())
          .ifPresent(known -> print.accept(next, known));
    }
  }
}
