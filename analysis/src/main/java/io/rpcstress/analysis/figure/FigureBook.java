package io.rpcstress.analysis.figure;

import io.rpcstress.analysis.answer.Findings;
import io.rpcstress.analysis.model.SweepData;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sweep's findings, chart data and figures, made once for the parts that want them. Keeps the
 * last sweep's. Thread-safe.
 */
public final class FigureBook {

  private @Nullable Drawn last;

  private record Drawn(SweepData data, Findings findings, String json, List<Figure> figures) {
    static Drawn of(SweepData data) {
      Findings findings = Findings.of(data);
      String json = ChartData.json(data, findings);
      try (ChartEngine engine = new ChartEngine()) {
        return new Drawn(data, findings, json, engine.figures(json));
      }
    }
  }

  /** The figures, in the order of the report; empty where no point was measured. */
  public List<Figure> of(SweepData data) {
    return drawn(data).figures();
  }

  public Findings findings(SweepData data) {
    return drawn(data).findings();
  }

  public String json(SweepData data) {
    return drawn(data).json();
  }

  private synchronized Drawn drawn(SweepData data) {
    Drawn known = last;
    if (known == null || !known.data().equals(data)) {
      known = Drawn.of(data);
      last = known;
    }
    return known;
  }
}
