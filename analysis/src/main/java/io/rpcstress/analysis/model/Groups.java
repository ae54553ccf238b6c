package io.rpcstress.analysis.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Things by what they have in common. */
public final class Groups {

  private Groups() {}

  /** The groups and what is in each, in the order in which they come. */
  public static <T, K> Map<K, List<T>> of(
      Stream<T> things, Function<? super T, ? extends K> common) {
    return things.collect(Collectors.groupingBy(common, LinkedHashMap::new, Collectors.toList()));
  }
}
