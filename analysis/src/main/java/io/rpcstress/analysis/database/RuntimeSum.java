package io.rpcstress.analysis.database;

import io.rpcstress.analysis.database.DatabaseRows.RuntimeRow;
import io.rpcstress.analysis.model.RuntimeCost;
import io.rpcstress.analysis.model.SteadyCost;
import org.jspecify.annotations.Nullable;

/** What the JVMs took in a counted point's warm runs, added up. Confined to one thread. */
final class RuntimeSum {

  private static final double MICROS_PER_MILLI = 1_000;

  private @Nullable Double clientJitMs = 0.0;
  private @Nullable Double clientGcMs = 0.0;
  private @Nullable Double serverJitMs = 0.0;
  private @Nullable Double serverGcMs = 0.0;
  private long calls;

  /**
   * Adds a run; what it does not know is unknown of all from then on.
   *
   * @param callsOk its good calls
   */
  void add(RuntimeRow row, long callsOk) {
    clientJitMs = SteadyCost.sum(clientJitMs, row.clientCompileMs());
    clientGcMs = SteadyCost.sum(clientGcMs, row.clientGcMs());
    serverJitMs = SteadyCost.sum(serverJitMs, row.serverCompileMs());
    serverGcMs = SteadyCost.sum(serverGcMs, row.serverGcMs());
    calls += callsOk;
  }

  /** By good calls; nothing where there is none. */
  RuntimeCost perCall() {
    return new RuntimeCost(
        perCall(clientJitMs), perCall(clientGcMs), perCall(serverJitMs), perCall(serverGcMs));
  }

  private @Nullable Double perCall(@Nullable Double millis) {
    return millis == null || calls == 0 ? null : (Double) (MICROS_PER_MILLI * millis / calls);
  }
}
