package io.rpcstress.measure;

import org.jspecify.annotations.Nullable;

/**
 * What one process, the client's or the server's, used in one run. Null means unknown, and is empty
 * in a file; it is never 0.
 *
 * @param ctxSwitches context switches of all its threads, voluntary or not
 */
public record ProcessCost(
    @Nullable Double cpuMs,
    @Nullable Long ctxSwitches,
    @Nullable Long allocBytes,
    @Nullable Long gcMs,
    @Nullable Long compileMs) {

  public static final ProcessCost UNKNOWN = new ProcessCost(null, null, null, null, null);
}
