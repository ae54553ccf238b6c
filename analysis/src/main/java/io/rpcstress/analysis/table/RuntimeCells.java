package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.RuntimeCost;
import org.jspecify.annotations.Nullable;

/**
 * What JVMs themselves took of a call, as tables of costs show it beside the processor time of
 * either side, us; empty where unknown.
 *
 * @param cost of a good call
 */
record RuntimeCells(RuntimeCost cost) {

  /** What the columns are, and what they are not. */
  static final String NOTE =
      "JIT and GC are parts of the CPU time of their side: what its JVM's compilers took, and what its"
          + " garbage collections did (measured processes collect on one thread while all others wait)."
          + " Empty where a row does not say.";

  private static final int DECIMALS = 2;

  String clientJit() {
    return text(cost.clientJitUs());
  }

  String clientGc() {
    return text(cost.clientGcUs());
  }

  String serverJit() {
    return text(cost.serverJitUs());
  }

  String serverGc() {
    return text(cost.serverGcUs());
  }

  private static String text(@Nullable Double us) {
    return Numbers.fixed(us, DECIMALS);
  }
}
