package io.rpcstress.driver.rpcx;

import io.rpcstress.contract.GreetNames;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXClient;

/** The greet service as RPCX publishes it. */
@RPCXClient(remoteServerName = GreetNames.RPCX_SERVICE, remoteServerDomain = "9001")
interface RemoteGreeter {

  @Method(GreetNames.RPCX_METHOD)
  String greet(String name);
}
