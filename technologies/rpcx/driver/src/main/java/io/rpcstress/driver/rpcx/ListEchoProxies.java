package io.rpcstress.driver.rpcx;

import io.rpcstress.contract.Item;
import io.rpcstress.contract.ListEchoNames;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCX;
import io.rpcstress.rpcx.RPCXClient;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** list-echo. */
final class ListEchoProxies implements Proxies<List<Item>, List<Item>> {

  /** The list-echo service as RPCX publishes it. */
  @RPCXClient(remoteServerName = ListEchoNames.RPCX_SERVICE, remoteServerDomain = "9001")
  interface Remote {

    @Method(ListEchoNames.RPCX_METHOD)
    List<Item> echo(List<Item> items);
  }

  /** The same service for callers that do not wait. */
  @RPCXClient(remoteServerName = ListEchoNames.RPCX_SERVICE, remoteServerDomain = "9001")
  interface Started {

    @Method(ListEchoNames.RPCX_METHOD)
    CompletableFuture<List<Item>> echo(List<Item> items);
  }

  @Override
  public Function<List<Item>, List<Item>> waiting(RPCX rpcx) {
    return rpcx.client(Remote.class)::echo;
  }

  @Override
  public Function<List<Item>, CompletableFuture<List<Item>>> starting(RPCX rpcx) {
    return rpcx.client(Started.class)::echo;
  }
}
