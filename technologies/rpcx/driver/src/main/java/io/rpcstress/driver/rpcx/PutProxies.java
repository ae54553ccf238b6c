package io.rpcstress.driver.rpcx;

import io.rpcstress.contract.Entry;
import io.rpcstress.contract.PutNames;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCX;
import io.rpcstress.rpcx.RPCXClient;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** put. */
final class PutProxies implements Proxies<Entry, Boolean> {

  /** The put service as RPCX publishes it. */
  @RPCXClient(remoteServerName = PutNames.RPCX_SERVICE, remoteServerDomain = "9001")
  interface Remote {

    @Method(PutNames.RPCX_METHOD)
    boolean put(byte[] key, byte[] value);
  }

  /** The same service for callers that do not wait. */
  @RPCXClient(remoteServerName = PutNames.RPCX_SERVICE, remoteServerDomain = "9001")
  interface Started {

    @Method(PutNames.RPCX_METHOD)
    CompletableFuture<Boolean> put(byte[] key, byte[] value);
  }

  @Override
  public Function<Entry, Boolean> waiting(RPCX rpcx) {
    Remote store = rpcx.client(Remote.class);
    return entry -> store.put(entry.key(), entry.value());
  }

  @Override
  public Function<Entry, CompletableFuture<Boolean>> starting(RPCX rpcx) {
    Started store = rpcx.client(Started.class);
    return entry -> store.put(entry.key(), entry.value());
  }
}
