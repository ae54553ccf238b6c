package io.rpcstress.client.harness.driver.rpcx;

import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXClient;

/** The greet service as RPCX publishes it. */
@RPCXClient(remoteServerName = "greeter", remoteServerDomain = "9001")
interface RemoteGreeter {

  @Method("greet")
  String greet(String name);
}
