package io.rpcstress.rpcx.spring;

import io.rpcstress.rpcx.ServiceCentre;

/** A bean that sets what no property sets, on the service centre of the application. */
@FunctionalInterface
public interface RpcxServerCustomizer {
  /**
   * Changes the service centre before it starts, after the properties.
   *
   * @param builder the service centre
   */
  void customize(ServiceCentre.Builder builder);
}
