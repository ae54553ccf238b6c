package io.rpcstress.toy;

import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.DimensionSource;
import java.util.List;

/**
 * A dimension of somebody else's: all that has to be written for one. {@link ToyDimensionIT} puts
 * it into a jar; here no class path declares it.
 */
public final class Tide implements DimensionSource {

  @Override
  public List<Dimension> dimensions() {
    return List.of(new Dimension("tide", "tide", Dimension.Kind.WORD, "", "none", "tide-", false));
  }
}
