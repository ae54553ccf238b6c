package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Run;
import org.jspecify.annotations.Nullable;

/**
 * What JVMs themselves took of a call, as tables of costs show it beside the processor time of
 * either side, us; empty where unknown.
 *
 * @param cell whose good calls they are of
 */
record RuntimeCells(Cell cell) {

  /** What the columns are, and what they are not. */
  static final String NOTE =
      "JIT and GC are parts of the CPU time of their side: what its JVM's compilers took, and what its"
          + " garbage collections did (measured processes collect on one thread while all others wait)."
          + " Empty where a row does not say.";

  private static final int DECIMALS = 2;

  String clientJit() {
    return text(cell.perCall(Run::clientCompileUs));
  }

  String clientGc() {
    return text(cell.perCall(Run::clientGcUs));
  }

  String serverJit() {
    return text(cell.perCall(Run::serverCompileUs));
  }

  String serverGc() {
    return text(cell.perCall(Run::serverGcUs));
  }

  private static String text(@Nullable Double us) {
    return Numbers.fixed(us, DECIMALS);
  }
}
