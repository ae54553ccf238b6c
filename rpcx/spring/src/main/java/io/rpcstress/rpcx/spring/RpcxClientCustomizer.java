package io.rpcstress.rpcx.spring;

import io.rpcstress.rpcx.RPCX;

/** A bean that sets what no property sets, on every client that the application makes. */
@FunctionalInterface
public interface RpcxClientCustomizer {
  /**
   * Changes a client before it is built, after the properties.
   *
   * @param builder the client
   */
  void customize(RPCX.Builder builder);
}
