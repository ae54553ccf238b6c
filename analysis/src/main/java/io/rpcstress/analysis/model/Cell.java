package io.rpcstress.analysis.model;

import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Point;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * One cleaned point: the paper's averages over the warm runs (orders 1 to 9) of all processes that
 * measured it, and what stands behind them. Immutable.
 *
 * @param point the key; of the first repetition, whichever have a result
 * @param type the technology's number
 * @param timeTotalAvg average runtime of the warm runs, ms (the paper's cleaned model)
 * @param tpsAvg average of the warm runs' TPS, Eq. 3 (the paper's cleaned model)
 * @param callsPerSecondAvg average of the warm runs' good calls a second
 * @param ordersUsed warm runs behind the averages
 * @param complete whether those are all that each process was asked for (the paper's nine); else
 *     the cell must be marked where shown
 * @param callsNotOk calls that failed, timed out or were abandoned in the warm runs; more than 0
 *     must be marked where shown
 * @param latency over all warm runs' histograms together
 * @param cost for one good call, over all warm runs together
 * @param conditions of the load
 * @param flags what makes any of the warm runs, or the cell, doubtful
 * @param orders every run that was read, order 0 included, ascending by repetition, then order
 * @param runtime what the JVMs took of one good call, over all warm runs together
 */
public record Cell(
    Point point,
    int type,
    double timeTotalAvg,
    double tpsAvg,
    double callsPerSecondAvg,
    int ordersUsed,
    boolean complete,
    long callsNotOk,
    Percentiles latency,
    CostPerCall cost,
    Conditions conditions,
    SortedSet<String> flags,
    List<Order> orders,
    RuntimeCost runtime) {

  /** Copies the collections. */
  public Cell {
    flags = Collections.unmodifiableSortedSet(new TreeSet<>(flags));
    orders = List.copyOf(orders);
  }

  /**
   * Mean runtime of the first runs in fresh processes, which connect and load classes, ms; empty if
   * they are lost.
   */
  public OptionalDouble coldMs() {
    return orders.stream().filter(o -> o.order() == 0).mapToDouble(Order::timeTotal).average();
  }

  /** Every run of the first process that has one. */
  public List<Order> firstProcess() {
    return orders.stream().filter(o -> o.repetition() == orders.get(0).repetition()).toList();
  }

  /** The warm runs by process, ascending; those of a process without one are not there. */
  public List<ProcessRuns> processes() {
    return warm().stream()
        .collect(Collectors.groupingBy(Order::repetition, TreeMap::new, Collectors.toList()))
        .entrySet()
        .stream()
        .map(e -> new ProcessRuns(e.getKey(), e.getValue()))
        .toList();
  }

  /** The runs behind the averages. */
  public List<Order> warm() {
    return orders.stream().filter(o -> o.order() > 0).toList();
  }

  /** Good calls of all warm runs by the time of all warm runs, calls/s. */
  public double callsPerSecond() {
    return ProcessRuns.callsPerSecond(warm());
  }

  /** Share of the warm runs' calls that exceeded their deadline, 0 to 1. */
  public double timedOutShare() {
    long timedOut = warm().stream().mapToLong(Order::callsTimedOut).sum();
    long ended = callsNotOk + warm().stream().mapToLong(Order::callsOk).sum();
    return ended == 0 ? 0 : (double) timedOut / ended;
  }

  /** The same cell with further flags. */
  public Cell flagged(Collection<String> further) {
    if (flags.containsAll(further)) {
      return this;
    }
    SortedSet<String> all = new TreeSet<>(flags);
    all.addAll(further);
    return new Cell(
        point,
        type,
        timeTotalAvg,
        tpsAvg,
        callsPerSecondAvg,
        ordersUsed,
        complete,
        callsNotOk,
        latency,
        cost,
        conditions,
        all,
        orders,
        runtime);
  }

  /** Whether the averages may be compared without a word: all runs, every call good. */
  public boolean isSound() {
    return complete && callsNotOk == 0;
  }
}
