package io.rpcstress.analysis.model;

import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.TimedLoad;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A point of a timed loop: all its processes. Its numbers are of those that no flag leaves out, and
 * of none where none is left; they never mix with those of counted loops. Immutable.
 *
 * @param point of the first repetition
 * @param type the technology's number
 * @param conditions that its load was made under
 * @param processes in the order of repetition, one or more
 * @param latency of all good calls in the windows of the valid processes: their histograms added
 * @param latencyOfAll the same of all processes, valid or not
 */
public record SteadyCell(
    Point point,
    int type,
    Conditions conditions,
    List<SteadyProcess> processes,
    Percentiles latency,
    Percentiles latencyOfAll) {

  private static final double MICROS_PER_MILLI = 1_000;

  /** Copies the list. */
  public SteadyCell {
    processes = List.copyOf(processes);
  }

  /**
   * The same with no process left out, for pictures of a sweep that none or few were shown steady
   * in. Its numbers carry no verdict.
   */
  public SteadyCell unjudged() {
    return unjudged(p -> true);
  }

  /** As {@link #unjudged()}, without the processes whose processor time was counted wrongly. */
  public SteadyCell unjudgedCost() {
    return unjudged(p -> !p.flags().contains(Flag.OVER_CPU.label()));
  }

  /** The valid processes alone where there are any, else all, as {@link #unjudged}. */
  public SteadyCell numbers() {
    return hasRate()
        ? new SteadyCell(point, type, conditions, valid(), latency, latencyOfAll)
        : unjudged();
  }

  private SteadyCell unjudged(Predicate<SteadyProcess> kept) {
    return new SteadyCell(
        point,
        type,
        conditions,
        processes.stream().filter(kept).map(SteadyProcess::unjudged).toList(),
        latencyOfAll,
        latencyOfAll);
  }

  /** The points of its processes, each with its repetition. */
  public Stream<Point> points() {
    return processes.stream().map(each -> point.repeated(each.repetition()));
  }

  /** The technology in its variant and dimensions, those of time among them. */
  public Series series() {
    return new Series(type, point.technology(), point.variant(), point.dimensions());
  }

  /** The processes that settled, whatever else flags say of them. */
  public List<SteadyProcess> settled() {
    return processes.stream().filter(SteadyProcess::settled).toList();
  }

  /** The processes that carry numbers. */
  public List<SteadyProcess> valid() {
    return processes.stream().filter(SteadyProcess::valid).toList();
  }

  /** How many processes each flag leaves out, by flag; a process of two flags counts for both. */
  public SortedMap<String, Integer> leftOut() {
    SortedMap<String, Integer> causes = new TreeMap<>();
    processes.forEach(each -> each.invalidating().forEach(f -> causes.merge(f, 1, Integer::sum)));
    return causes;
  }

  /** Whether its processes were warmed until they were shown to be steady, or left out. */
  public boolean steadyIsShown() {
    TimedLoad load = point.timed();
    return load != null && load.warmupCap() != null;
  }

  /** Whether a call of a valid process was not good. */
  public boolean callsFailed() {
    return valid().stream().anyMatch(p -> p.callsNotOk() > 0);
  }

  /** Whether there is a valid process, and none without a good call. */
  public boolean hasRate() {
    return !valid().isEmpty() && valid().stream().allMatch(p -> p.callsOk() > 0);
  }

  /** Processor time of the client for a good call, that of its compilers included, us. */
  public @Nullable Double clientCpuUs() {
    return inMicros(perCall(SteadyCost::clientCpuMs));
  }

  /** The part of it that its JIT compilers took, us. */
  public @Nullable Double clientCompileUs() {
    return inMicros(perCall(SteadyCost::clientCompileMs));
  }

  /** Processor time of the server for a good call, us. */
  public @Nullable Double serverCpuUs() {
    return inMicros(perCall(SteadyCost::serverCpuMs));
  }

  /** What the JVMs themselves took of a good call. */
  public RuntimeCost runtime() {
    return new RuntimeCost(
        clientCompileUs(),
        inMicros(perCall(SteadyCost::clientGcMs)),
        inMicros(perCall(SteadyCost::serverCompileMs)),
        inMicros(perCall(SteadyCost::serverGcMs)));
  }

  /** What a good call costs of something. */
  public @Nullable Double perCall(Function<SteadyCost, @Nullable Double> what) {
    double sum = 0;
    long calls = 0;
    for (SteadyProcess each : valid()) {
      Double one = what.apply(each.cost());
      if (one == null) {
        return null;
      }
      sum += one;
      calls += each.callsOk();
    }
    return calls == 0 ? null : (Double) (sum / calls);
  }

  /** Mean number of calls that were open at once. */
  public @Nullable Double callsUnderWay() {
    List<SteadyProcess> known = valid();
    double sum = 0;
    for (SteadyProcess each : known) {
      Double one = each.callsUnderWay();
      if (one == null) {
        return null;
      }
      sum += one;
    }
    return known.isEmpty() ? null : (Double) (sum / known.size());
  }

  /** Share of the valid processes' calls that exceeded their deadline, 0 to 1. */
  public double timedOutShare() {
    long all = valid().stream().mapToLong(p -> p.callsOk() + p.callsNotOk()).sum();
    long late = valid().stream().mapToLong(SteadyProcess::callsTimedOut).sum();
    return all == 0 ? 0 : (double) late / all;
  }

  /** What makes any process doubtful, sorted. */
  public List<String> flags() {
    return flagsOf(processes);
  }

  /** The flags of valid processes that keep latencies from being compared, sorted. */
  public List<String> againstLatencies() {
    return flagsOf(valid()).stream()
        .filter(f -> Flag.of(f).filter(Flag::invalidatesLatencies).isPresent())
        .toList();
  }

  private static List<String> flagsOf(List<SteadyProcess> some) {
    TreeSet<String> all = new TreeSet<>();
    some.forEach(each -> all.addAll(each.flags()));
    return List.copyOf(all);
  }

  private static @Nullable Double inMicros(@Nullable Double millis) {
    return millis == null ? null : (Double) (millis * MICROS_PER_MILLI);
  }
}
