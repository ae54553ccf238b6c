package io.rpcstress.analysis.sample;

import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.DimensionSource;
import java.util.List;

/** A dimension that only tests have. */
public final class Tide implements DimensionSource {

  /** Its declaration. */
  public static final Dimension TIDE =
      new Dimension("tide", "tide", Dimension.Kind.WORD, "", "none", "tide-", false);

  @Override
  public List<Dimension> dimensions() {
    return List.of(TIDE);
  }
}
