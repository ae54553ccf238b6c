package io.rpcstress.analysis.model;

import io.rpcstress.measure.Flag;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All windows of one process of a timed loop together. Immutable. Null means unknown.
 *
 * @param repetition which process, from 0
 * @param server what tells the server's process from others of the same technology: its id and when
 *     it started
 * @param seconds of all windows
 * @param callsOk good calls that ended in them
 * @param callsNotOk the others that did
 * @param callsTimedOut those of them that exceeded their deadline
 * @param cost of all windows
 * @param callsUnderWay mean number of calls that were open at once
 * @param steadyFrom the window of the warm-up from which on it was steady; null where not asked
 * @param flags of any window, sorted
 * @param p99Us 99th percentile of the latency of its good calls, us; null where too few lie beyond
 * @param callsLate good calls that came too late to be accepted; null where no limit was set
 */
public record SteadyProcess(
    int repetition,
    @Nullable String server,
    double seconds,
    long callsOk,
    long callsNotOk,
    long callsTimedOut,
    SteadyCost cost,
    @Nullable Double callsUnderWay,
    @Nullable Integer steadyFrom,
    List<String> flags,
    @Nullable Double p99Us,
    @Nullable Long callsLate) {

  private static final double MICROS_PER_SECOND = 1e6;

  /** Copies the list. */
  public SteadyProcess {
    flags = List.copyOf(flags);
  }

  /** The same without the flags that leave it out: for numbers that carry no verdict. */
  SteadyProcess unjudged() {
    List<String> kept = new ArrayList<>(flags);
    kept.removeAll(invalidating());
    return new SteadyProcess(
        repetition,
        server,
        seconds,
        callsOk,
        callsNotOk,
        callsTimedOut,
        cost,
        callsUnderWay,
        steadyFrom,
        kept,
        p99Us,
        callsLate);
  }

  /** False where it was to be steady and was not. */
  public boolean settled() {
    return !flags.contains(Flag.NOT_STEADY.label());
  }

  /** The flags that leave it out, sorted; that it did not settle is one of them. */
  public List<String> invalidating() {
    return flags.stream().filter(f -> Flag.of(f).filter(Flag::invalidates).isPresent()).toList();
  }

  /** Whether it carries numbers: no flag leaves it out. */
  public boolean valid() {
    return invalidating().isEmpty();
  }

  /** Good calls a second over all windows. */
  public double callsPerSecond() {
    return callsOk / seconds;
  }

  /** Time of all windows by good calls, us; infinite without one. */
  public double microsPerCall() {
    return MICROS_PER_SECOND * seconds / callsOk;
  }
}
