package io.rpcstress.measure;

import java.util.List;

/** Declares further dimensions; found by {@link java.util.ServiceLoader}. */
public interface DimensionSource {

  /** What it declares, in the order of the words in a file's name. */
  List<Dimension> dimensions();
}
