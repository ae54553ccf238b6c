package io.rpcstress.analysis.figure;

import io.rpcstress.analysis.model.SweepData;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sweep's figures, drawn once for the parts that want them. Keeps the last sweep's. Thread-safe.
 */
public final class FigureBook {

  private @Nullable SweepData drawnOf;
  private List<Figure> drawn = List.of();

  /** The figures, in the order of the report; empty where no point was measured. */
  public synchronized List<Figure> of(SweepData data) {
    if (!data.equals(drawnOf)) {
      try (ChartEngine engine = new ChartEngine()) {
        drawn = engine.figures(ChartData.json(data));
        drawnOf = data;
      }
    }
    return drawn;
  }
}
