package io.rpcstress.client.harness.plan;

import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.DimensionSource;
import java.util.List;

/** Dimensions that only tests have. */
public final class Tide implements DimensionSource {

  static final Dimension TIDE =
      new Dimension("tide", "tide", Dimension.Kind.WORD, "", "none", "tide-", false);

  static final Dimension ROWERS =
      new Dimension("rowers", "rowers", Dimension.Kind.COUNT, "rowers", "1", "rowers", false);

  /** One that only a timed loop has. */
  static final Dimension EBB =
      new Dimension("ebb", "ebb", Dimension.Kind.SPAN, "", "", "ebb", true);

  @Override
  public List<Dimension> dimensions() {
    return List.of(TIDE, ROWERS, EBB);
  }
}
