package io.rpcstress.contract;

import java.util.List;

/**
 * An operation of which a name, a summary and the dimensions of its payload are all that is set.
 */
abstract class NamedOperation<Q, R> implements Operation<Q, R> {
  private final String name;
  private final String summary;
  private final List<PayloadDimension> dimensions;

  NamedOperation(String name, String summary, PayloadDimension... dimensions) {
    this.name = name;
    this.summary = summary;
    this.dimensions = List.of(dimensions);
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String summary() {
    return summary;
  }

  @Override
  public final List<PayloadDimension> dimensions() {
    return dimensions;
  }
}
