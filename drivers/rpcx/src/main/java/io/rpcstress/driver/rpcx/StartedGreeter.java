package io.rpcstress.driver.rpcx;

import io.rpcstress.contract.GreetNames;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXClient;
import java.util.concurrent.CompletableFuture;

/** The same service for callers that do not wait: what comes back is an RPCXFuture. */
@RPCXClient(remoteServerName = GreetNames.RPCX_SERVICE, remoteServerDomain = "9001")
interface StartedGreeter {

  @Method(GreetNames.RPCX_METHOD)
  CompletableFuture<String> greet(String name);
}
