package io.rpcstress.measure;

import java.util.List;

/** A dimension that only tests have. */
public final class TestDimensions implements DimensionSource {

  static final Dimension TIDE =
      new Dimension("tide", "tide", Dimension.Kind.WORD, "", "none", "tide-", false);

  @Override
  public List<Dimension> dimensions() {
    return List.of(TIDE);
  }
}
