package io.rpcstress.rpcx.server;

import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXServer;

/** The service that every service centre publishes: whether it takes calls. */
@RPCXServer("rpcx.health")
final class HealthService {
  private volatile boolean draining;

  /** SERVING, or DRAINING while it stops. */
  @Method("check")
  public String check() {
    return draining ? "DRAINING" : "SERVING";
  }

  void drain() {
    draining = true;
  }
}
