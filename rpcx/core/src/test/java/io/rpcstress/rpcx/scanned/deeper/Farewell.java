package io.rpcstress.rpcx.scanned.deeper;

import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXServer;

/** A service to be found. */
@RPCXServer("farewell")
public final class Farewell {
  /** Says it. */
  @Method("say")
  public String say(String name) {
    return "bye, " + name;
  }
}
