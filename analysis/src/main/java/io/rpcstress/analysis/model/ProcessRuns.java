package io.rpcstress.analysis.model;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The warm runs of one of a cell's processes: the unit of repetition. Immutable.
 *
 * @param repetition from 0
 * @param warm at least one run, ascending by order
 */
public record ProcessRuns(int repetition, List<Order> warm) {

  private static final double MICROS_PER_MILLI = 1e3;
  private static final double MILLIS_PER_SECOND = 1e3;

  /**
   * Copies the runs.
   *
   * @throws IllegalArgumentException if there is none
   */
  public ProcessRuns {
    warm = List.copyOf(warm);
    if (warm.isEmpty()) {
      throw new IllegalArgumentException("a process without a warm run says nothing");
    }
  }

  /** What tells the server's process from others; null where the rows do not say. */
  public @Nullable String server() {
    return warm.get(0).server();
  }

  /** Mean runtime, ms. */
  public double timeTotalAvg() {
    return mean(Order::timeTotal);
  }

  /**
   * Good calls by the time they took. The mean of the runs' rates would count a fast run for more
   * than a slow one of as many calls.
   */
  public double callsPerSecond() {
    return callsPerSecond(warm);
  }

  /** Good calls of several runs by the time of all of them. */
  static double callsPerSecond(List<Order> runs) {
    long calls = runs.stream().mapToLong(Order::callsOk).sum();
    double millis = runs.stream().mapToDouble(Order::timeTotal).sum();
    return calls * MILLIS_PER_SECOND / millis;
  }

  /** The client's processor time for a good call over all warm runs, us; null where unknown. */
  public @Nullable Double clientCpuUsPerCall() {
    return perCall(Order::clientCpuMs);
  }

  /** The server's processor time for a good call over all warm runs, us; null where unknown. */
  public @Nullable Double serverCpuUsPerCall() {
    return perCall(Order::serverCpuMs);
  }

  private double mean(ToDoubleFunction<Order> what) {
    return warm.stream().mapToDouble(what).sum() / warm.size();
  }

  private @Nullable Double perCall(Function<Order, @Nullable Double> costMs) {
    double sum = 0;
    long calls = 0;
    for (Order order : warm) {
      Double one = costMs.apply(order);
      if (one == null) {
        return null;
      }
      sum += one;
      calls += order.callsOk();
    }
    return calls == 0 ? null : sum * MICROS_PER_MILLI / calls;
  }
}
