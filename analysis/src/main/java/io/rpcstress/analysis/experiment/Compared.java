package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.model.Cell;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A cell, and the same calls in the way that it is compared with. Immutable.
 *
 * @param plain null where those were not measured; the cell itself where it is one of them
 * @param without what is said where they were not measured
 * @param prefix of a caveat that is theirs
 */
record Compared(Cell cell, @Nullable Cell plain, String without, String prefix) {

  /** Why there is no ratio; empty where there is one. */
  String caveat() {
    String own = CellText.caveat(cell);
    if (!own.isEmpty() || plain == null) {
      return own.isEmpty() ? without : own;
    }
    String of = CellText.caveat(plain);
    return of.isEmpty() ? "" : prefix + of;
  }

  Estimate ratio(BiFunction<Cell, Cell, Estimate> of) {
    return plain == null || plain.equals(cell) || !caveat().isEmpty()
        ? Estimate.NOTHING
        : of.apply(cell, plain);
  }
}
