package io.rpcstress.analysis.model;

import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.TimedLoad;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A point as all of its processes measured it, of a counted, a timed or an open loop. Numbers are
 * of the processes that no flag leaves out, and of none where none is left. Immutable.
 *
 * @param point of the first repetition; of an open loop its {@linkplain #load load}
 * @param type the technology's number
 * @param processes ascending by repetition, one or more
 * @param runsExpected runs of a counted loop that each process should have after the first
 * @param latency of all good calls of the valid processes: their histograms added up
 * @param latencyOfAll the same of all processes, valid or not
 * @param found the flags that analysis gave; the processes have those of the harness
 */
public record Cell(
    Point point,
    int type,
    Conditions conditions,
    HostPair hosts,
    List<ProcessRuns> processes,
    int runsExpected,
    Percentiles latency,
    Percentiles latencyOfAll,
    SortedSet<String> found) {

  private static final double MILLIS = 1e3;
  private static final long BYTES_PER_KIB = 1024;

  public Cell {
    processes = List.copyOf(processes);
    found = Collections.unmodifiableSortedSet(new TreeSet<>(found));
  }

  /**
   * What an open loop was asked for: its processes draw from seeds of their own, and so do two
   * sweeps. How many calls are due follows from rate, time and seed, so that it is no part of it:
   * of a Poisson process each seed has another number. Of a closed loop the point of the first
   * repetition.
   */
  public static Point load(Point point) {
    OfferedLoad offered = point.offered();
    return offered == null
        ? point.cell()
        : new Point(
            point.technology(),
            point.variant(),
            point.threadNum(),
            Math.multiplyExact(offered.rate(), offered.seconds()),
            point.requestMode(),
            0,
            offered.drawnFrom(0),
            point.dimensions());
  }

  public Series series() {
    return new Series(type, point.technology(), point.variant(), point.dimensions());
  }

  public boolean is(LoadShape shape) {
    return point.loadShape() == shape;
  }

  public OfferedLoad offered() {
    return Objects.requireNonNull(point.offered(), "a closed loop is offered nothing");
  }

  public Stream<Point> points() {
    return processes.stream().map(ProcessRuns::point);
  }

  // ---- the paper's averages over the runs of counted loops

  public double timeTotalAvg() {
    return mean(run -> run.timeTotalUs() / MILLIS);
  }

  /** Average of the runs' TPS, Eq. 3. */
  public double tpsAvg() {
    return mean(Run::tps);
  }

  public double callsPerSecondAvg() {
    return mean(Run::callsPerSecond);
  }

  /** Whole thousandths add up exactly, in any order; only the division rounds. */
  private double mean(ToDoubleFunction<Run> what) {
    double sum =
        counted().stream().mapToLong(r -> Math.round(what.applyAsDouble(r) * MILLIS)).sum();
    return sum / (MILLIS * ordersUsed());
  }

  public List<Run> firstProcess() {
    return processes.get(0).runs();
  }

  public List<Run> counted() {
    return processes.stream().flatMap(each -> each.counted().stream()).toList();
  }

  public int ordersUsed() {
    return processes.stream().mapToInt(each -> each.counted().size()).sum();
  }

  /** Whether those are all that each process was asked for; else it is marked where shown. */
  public boolean complete() {
    return ordersUsed() >= runsExpected * processes.size();
  }

  /** Whether the averages may be compared without a word: all runs, every call good. */
  public boolean isSound() {
    return complete() && callsNotOk() == 0;
  }

  /**
   * Mean runtime of the first runs in fresh processes, which connect and load classes, ms; no
   * number if they are lost.
   */
  public double coldMs() {
    return processes.stream()
        .map(each -> each.runs().get(0))
        .filter(run -> is(LoadShape.COUNTED) && run.order() == 0)
        .mapToDouble(Run::timeMs)
        .average()
        .orElse(Double.NaN);
  }

  // ---- whose numbers count

  public List<ProcessRuns> valid() {
    return processes.stream().filter(ProcessRuns::valid).toList();
  }

  /** The processes that settled, whatever else flags say of them. */
  public List<ProcessRuns> settled() {
    return processes.stream().filter(ProcessRuns::settled).toList();
  }

  /** Whether all of them did, or none was to. */
  public boolean hasSettled() {
    return settled().size() == processes.size();
  }

  /** How many processes each flag leaves out, by flag; a process of two flags counts for both. */
  public SortedMap<String, Integer> leftOut() {
    SortedMap<String, Integer> causes = new TreeMap<>();
    processes.forEach(each -> each.invalidating().forEach(f -> causes.merge(f, 1, Integer::sum)));
    return causes;
  }

  /** The processes that did not carry an open loop's load, and were not disturbed. */
  public List<ProcessRuns> losing() {
    return processes.stream().filter(each -> !each.losses().isEmpty()).toList();
  }

  public SortedSet<String> disturbing() {
    SortedSet<String> all = new TreeSet<>();
    processes.forEach(each -> all.addAll(each.disturbing()));
    return all;
  }

  /** Whether its processes were warmed until they were shown to be steady, or left out. */
  public boolean steadyIsShown() {
    TimedLoad load = point.timed();
    return load != null && load.warmupCap() != null;
  }

  public boolean callsFailed() {
    return callsNotOk() > 0;
  }

  /** Whether there is a valid process, and none without a good call. */
  public boolean hasRate() {
    return !valid().isEmpty() && valid().stream().allMatch(p -> p.callsOk() > 0);
  }

  /** The same with no process left out, where flags leave none. Its numbers carry no verdict. */
  public Cell unjudged() {
    return with(processes.stream().map(ProcessRuns::unjudged).toList(), latencyOfAll);
  }

  /** The valid processes alone where there are any, else all, as {@link #unjudged()}. */
  public Cell numbers() {
    return hasRate() ? with(valid(), latency) : unjudged();
  }

  private Cell with(List<ProcessRuns> others, Percentiles theirs) {
    return new Cell(
        point, type, conditions, hosts, others, runsExpected, theirs, latencyOfAll, found);
  }

  public Cell flagged(Collection<String> further) {
    SortedSet<String> all = new TreeSet<>(found);
    all.addAll(further);
    return new Cell(
        point, type, conditions, hosts, processes, runsExpected, latency, latencyOfAll, all);
  }

  /** What makes it, or any run that counts, doubtful. */
  public SortedSet<String> flags() {
    SortedSet<String> all = new TreeSet<>(found);
    processes.forEach(each -> all.addAll(each.flags()));
    return all;
  }

  /** The flags of it and its valid processes that keep latencies from being compared, ascending. */
  public List<String> againstLatencies() {
    SortedSet<String> all = new TreeSet<>(found);
    valid().forEach(each -> all.addAll(each.flags()));
    return all.stream()
        .filter(f -> Flag.of(f).filter(Flag::invalidatesLatencies).isPresent())
        .toList();
  }

  // ---- numbers of the valid processes together

  public long callsOk() {
    return sum(ProcessRuns::callsOk);
  }

  public long callsNotOk() {
    return sum(ProcessRuns::callsNotOk);
  }

  /** Share of the calls that exceeded their deadline, 0 to 1. */
  public double timedOutShare() {
    long all = sum(ProcessRuns::callsIssued);
    return all == 0 ? 0 : (double) sum(ProcessRuns::callsTimedOut) / all;
  }

  public double callsPerSecond() {
    return callsOk() / valid().stream().mapToDouble(ProcessRuns::seconds).sum();
  }

  /** Processor time of the client for a good call, that of its compilers included, us. */
  public double clientCpuUs() {
    return perCall(Run::clientCpuUs);
  }

  public double serverCpuUs() {
    return perCall(Run::serverCpuUs);
  }

  public double perCall(Function<Run, @Nullable Long> what) {
    return ProcessRuns.perCall(valid(), what);
  }

  /** The highest resident memory of a process after a run, KiB, not by call. */
  public @Nullable Long rssKb(Function<Run, @Nullable Long> bytesOf) {
    return counted().stream()
        .map(bytesOf)
        .filter(Objects::nonNull)
        .max(Long::compare)
        .map(bytes -> bytes / BYTES_PER_KIB)
        .orElse(null);
  }

  public double callsUnderWay() {
    return valid().stream().mapToDouble(ProcessRuns::callsUnderWay).average().orElse(Double.NaN);
  }

  private long sum(ToLongFunction<ProcessRuns> what) {
    return valid().stream().mapToLong(what).sum();
  }
}
