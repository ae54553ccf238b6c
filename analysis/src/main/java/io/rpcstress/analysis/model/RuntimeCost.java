package io.rpcstress.analysis.model;

import org.jspecify.annotations.Nullable;

/**
 * What the JVMs themselves took of a good call, parts of their processor time. Null means unknown:
 * a run or a window behind it did not say. Immutable.
 *
 * @param clientJitUs processor time of the client's JIT compilers, us
 * @param clientGcUs time of the client's garbage collections, us
 * @param serverJitUs processor time of the server's JIT compilers, us
 * @param serverGcUs time of the server's garbage collections, us
 */
public record RuntimeCost(
    @Nullable Double clientJitUs,
    @Nullable Double clientGcUs,
    @Nullable Double serverJitUs,
    @Nullable Double serverGcUs) {

  /** Nothing known. */
  public static final RuntimeCost UNKNOWN = new RuntimeCost(null, null, null, null);
}
