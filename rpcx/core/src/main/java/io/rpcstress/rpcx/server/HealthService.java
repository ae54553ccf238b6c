package io.rpcstress.rpcx.server;

import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXServer;

/** The service that every service centre publishes: whether it takes calls. */
@RPCXServer("rpcx.health")
final class HealthService {
  private final LoopWatch loops;
  private volatile boolean draining;

  HealthService(LoopWatch loops) {
    this.loops = loops;
  }

  /** SERVING, DRAINING while it stops, or NOT_SERVING while a handler holds an event loop. */
  @Method("check")
  public String check() {
    if (draining) {
      return "DRAINING";
    }
    return loops.stuck() ? "NOT_SERVING" : "SERVING";
  }

  boolean draining() {
    return draining;
  }

  void drain() {
    draining = true;
  }
}
