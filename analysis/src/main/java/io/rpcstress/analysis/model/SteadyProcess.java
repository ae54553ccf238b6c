package io.rpcstress.analysis.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All windows of one process of a timed loop together. Immutable. Null means unknown.
 *
 * @param repetition which process, from 0
 * @param seconds of all windows
 * @param callsOk good calls that ended in them
 * @param callsNotOk the others that did
 * @param clientCpuMs processor time of the client in all windows
 * @param serverCpuMs processor time of the server in all windows
 * @param bytes that went over the wire, both ways, in all windows
 * @param callsUnderWay mean number of calls that were open at once
 * @param steadyFrom the window of the warm-up from which on it was steady; null where not asked
 * @param settled false where it was to be steady and was not
 * @param flags of any window, sorted
 */
public record SteadyProcess(
    int repetition,
    double seconds,
    long callsOk,
    long callsNotOk,
    @Nullable Double clientCpuMs,
    @Nullable Double serverCpuMs,
    @Nullable Double bytes,
    @Nullable Double callsUnderWay,
    @Nullable Integer steadyFrom,
    boolean settled,
    List<String> flags) {

  /** Copies the list. */
  public SteadyProcess {
    flags = List.copyOf(flags);
  }

  /** Good calls a second over all windows. */
  public double callsPerSecond() {
    return callsOk / seconds;
  }
}
