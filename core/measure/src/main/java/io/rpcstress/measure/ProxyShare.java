package io.rpcstress.measure;

import org.jspecify.annotations.Nullable;

/**
 * What the proxy between client and server had of one run. Null means unknown, or that there was
 * none; it is never 0.
 *
 * @param calls that it counted; unknown of one that sees only connections
 * @param connections of clients that it had open after the run
 */
public record ProxyShare(@Nullable Double cpuMs, @Nullable Long calls, @Nullable Long connections) {

  /** Of a run without a proxy, or of which nothing is known. */
  public static final ProxyShare NONE = new ProxyShare(null, null, null);
}
