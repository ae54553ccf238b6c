package io.rpcstress.rpcx.server;

import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXServer;

/** The smallest service. */
@RPCXServer(GreetingService.SERVICE)
final class GreetingService {
  static final String SERVICE = "greeter";
  static final String METHOD = "greet";

  /** Greets. */
  @Method(METHOD)
  public String greet(String name) {
    return "hello, " + name;
  }
}
