package io.rpcstress.driver.rpcx;

import io.rpcstress.contract.GreetNames;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCX;
import io.rpcstress.rpcx.RPCXClient;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** greet. */
final class GreetProxies implements Proxies<String, String> {

  /** The greet service as RPCX publishes it. */
  @RPCXClient(remoteServerName = GreetNames.RPCX_SERVICE, remoteServerDomain = "9001")
  interface Remote {

    @Method(GreetNames.RPCX_METHOD)
    String greet(String name);
  }

  /** The same service for callers that do not wait: what comes back is an RPCXFuture. */
  @RPCXClient(remoteServerName = GreetNames.RPCX_SERVICE, remoteServerDomain = "9001")
  interface Started {

    @Method(GreetNames.RPCX_METHOD)
    CompletableFuture<String> greet(String name);
  }

  @Override
  public Function<String, String> waiting(RPCX rpcx) {
    return rpcx.client(Remote.class)::greet;
  }

  @Override
  public Function<String, CompletableFuture<String>> starting(RPCX rpcx) {
    return rpcx.client(Started.class)::greet;
  }
}
