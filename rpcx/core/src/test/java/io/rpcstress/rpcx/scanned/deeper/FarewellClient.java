package io.rpcstress.rpcx.scanned.deeper;

import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXClient;

/** A client to be found. */
@RPCXClient(remoteServerName = "farewell")
public interface FarewellClient {
  /** Says it. */
  @Method("say")
  String say(String name);
}
