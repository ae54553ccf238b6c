package io.rpcstress.analysis.model;

import io.rpcstress.measure.Flag;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.Point;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What one process measured of a cell: the unit of repetition, whatever the load. Its numbers are
 * over {@link #counted}. Immutable.
 *
 * @param point with its repetition
 * @param server what tells the server's process from others of the same technology; null where the
 *     rows do not say
 * @param runs one or more, ascending by order
 * @param flags of the runs that count, ascending
 * @param p99Us 99th percentile of the latency of their good calls, us
 * @param offer of an open loop; null of a closed one
 */
public record ProcessRuns(
    Point point,
    @Nullable String server,
    List<Run> runs,
    SortedSet<String> flags,
    double p99Us,
    @Nullable Offered offer) {

  private static final double MICROS_PER_MILLI = 1e3;
  private static final double MICROS_PER_SECOND = 1e6;

  public ProcessRuns {
    runs = List.copyOf(runs);
    flags = Collections.unmodifiableSortedSet(new TreeSet<>(flags));
  }

  public static ProcessRuns of(
      Point point, @Nullable String server, List<Run> runs, double p99Us, @Nullable Offered offer) {
    SortedSet<String> flags = new TreeSet<>();
    counted(point, runs).forEach(run -> flags.addAll(run.flags()));
    return new ProcessRuns(point, server, runs, flags, p99Us, offer);
  }

  private static List<Run> counted(Point point, List<Run> runs) {
    return point.loadShape() == LoadShape.COUNTED
        ? runs.stream().filter(run -> run.order() > 0).toList()
        : runs;
  }

  /** The runs that count: of a counted loop those after the first, which connects. */
  public List<Run> counted() {
    return counted(point, runs);
  }

  public int repetition() {
    return point.repetition();
  }

  public OfferedLoad load() {
    return Objects.requireNonNull(point.offered(), "a closed loop is offered nothing");
  }

  public Offered offered() {
    return Objects.requireNonNull(offer, "a closed loop is offered nothing");
  }

  /** The flags that leave it out, ascending: {@link LoadShape#isLeftOutBy}. */
  public List<String> invalidating() {
    LoadShape shape = point.loadShape();
    return flags.stream()
        .filter(word -> Flag.of(word).filter(shape::isLeftOutBy).isPresent())
        .toList();
  }

  /** Whether it carries numbers: no flag leaves it out. */
  public boolean valid() {
    return invalidating().isEmpty();
  }

  /** Those of them that are not what became of its load: by them it shows nothing. */
  public List<String> disturbing() {
    return invalidating().stream()
        .filter(word -> Flag.of(word).filter(Flag::isLoss).isEmpty())
        .toList();
  }

  /** Those by which it did not carry its load; none where it was disturbed. */
  public List<String> losses() {
    return disturbing().isEmpty() ? invalidating() : List.of();
  }

  /** False where it was to be steady and was not. */
  public boolean settled() {
    return !flags.contains(Flag.NOT_STEADY.label());
  }

  /** The same without the flags that leave it out: for numbers that carry no verdict. */
  ProcessRuns unjudged() {
    SortedSet<String> kept = new TreeSet<>(flags);
    kept.removeAll(invalidating());
    return new ProcessRuns(point, server, runs, kept, p99Us, offer);
  }

  public double seconds() {
    return sum(Run::timeTotalUs) / MICROS_PER_SECOND;
  }

  public long callsIssued() {
    return sum(Run::callsIssued);
  }

  public long callsOk() {
    return sum(Run::callsOk);
  }

  public long callsNotOk() {
    return sum(Run::callsNotOk);
  }

  public long callsTimedOut() {
    return sum(Run::callsTimedOut);
  }

  /** Good calls that came too late to be accepted; null where no limit was set. */
  public @Nullable Long callsLate() {
    return total(Run::callsLate);
  }

  public double timeTotalAvg() {
    return sum(Run::timeTotalUs) / MICROS_PER_MILLI / counted().size();
  }

  /**
   * Good calls by the time they took. The mean of the runs' rates would count a fast run for more
   * than a slow one of as many calls.
   */
  public double callsPerSecond() {
    return callsOk() / seconds();
  }

  /** The runs' time by good calls, us; infinite without one. */
  public double microsPerCall() {
    return (double) sum(Run::timeTotalUs) / callsOk();
  }

  public double clientCpuUs() {
    return perCall(Run::clientCpuUs);
  }

  public double serverCpuUs() {
    return perCall(Run::serverCpuUs);
  }

  public double bytes() {
    return perCall(Run::bytes);
  }

  /** What a good call costs of something; no number where none was good. */
  public double perCall(Function<Run, @Nullable Long> what) {
    return perCall(List.of(this), what);
  }

  static double perCall(Collection<ProcessRuns> processes, Function<Run, @Nullable Long> what) {
    double sum = processes.stream().mapToDouble(each -> Unknown.orNaN(each.total(what))).sum();
    long calls = processes.stream().mapToLong(ProcessRuns::callsOk).sum();
    return calls == 0 ? Double.NaN : sum / calls;
  }

  public double callsUnderWay() {
    double calls = 0;
    for (Run run : counted()) {
      calls += Unknown.orNaN(run.callsUnderWay()) * run.timeTotalUs();
    }
    return calls / sum(Run::timeTotalUs);
  }

  /** The window of the warm-up from which on it was steady; null where not asked. */
  public @Nullable Integer steadyFrom() {
    return runs.get(runs.size() - 1).steadyFrom();
  }

  /** Over the runs that count; null where one does not know. */
  public @Nullable Long total(Function<Run, @Nullable Long> what) {
    long sum = 0;
    for (Run run : counted()) {
      Long one = what.apply(run);
      if (one == null) {
        return null;
      }
      sum += one;
    }
    return sum;
  }

  private long sum(ToLongFunction<Run> what) {
    return counted().stream().mapToLong(what).sum();
  }
}
