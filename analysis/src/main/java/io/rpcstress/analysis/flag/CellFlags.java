package io.rpcstress.analysis.flag;

import io.rpcstress.analysis.model.Cell;
import java.util.ArrayList;
import java.util.List;

/** The flags that a cell gets for what its runs look like together. */
public final class CellFlags {

  /** The warm runs become faster or slower: see {@link Trend}. */
  public static final String TREND = "trend";

  /** A warm run is far from the others: see {@link Outliers}. */
  public static final String OUTLIER = "outlier";

  /** A process that was to measure the cell as well gave no result. */
  public static final String PROCESS_FAILED = "process-failed";

  private CellFlags() {}

  public static List<String> of(Cell cell) {
    List<String> flags = new ArrayList<>();
    if (Trend.of(cell).filter(Trend::isShown).isPresent()) {
      flags.add(TREND);
    }
    if (!Outliers.of(cell).isEmpty()) {
      flags.add(OUTLIER);
    }
    return flags;
  }
}
