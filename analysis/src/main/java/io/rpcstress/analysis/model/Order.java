package io.rpcstress.analysis.model;

import io.rpcstress.measure.SelfWatch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run of a point: a row of the paper's original model, and what is known of it beside.
 * Immutable.
 *
 * @param repetition which of the cell's processes made it
 * @param order 0 for the first run in a fresh process
 * @param timeTotal ms, three decimals
 * @param tps Eq. 3, three decimals
 * @param callsPerSecond good calls a second, three decimals
 * @param callsOk good calls
 * @param clientCpuMs processor time of the client's process, ms; null where unknown
 * @param serverCpuMs processor time of the server's process, ms; null where unknown
 * @param watch what the client's host saw of itself meanwhile
 * @param flags that the harness gave it, ascending
 * @param callsTimedOut calls that exceeded their deadline; none of them is in a percentile
 * @param server what tells the server's process from others of the same technology, such as when it
 *     started; null where the row does not say
 */
public record Order(
    int repetition,
    int order,
    double timeTotal,
    double tps,
    double callsPerSecond,
    long callsOk,
    @Nullable Double clientCpuMs,
    @Nullable Double serverCpuMs,
    SelfWatch watch,
    List<String> flags,
    long callsTimedOut,
    @Nullable String server) {

  /** Copies the flags. */
  public Order {
    flags = List.copyOf(flags);
  }
}
