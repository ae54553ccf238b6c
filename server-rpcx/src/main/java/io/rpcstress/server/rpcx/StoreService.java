package io.rpcstress.server.rpcx;

import io.rpcstress.contract.Put;
import io.rpcstress.contract.Store;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXServer;
import io.rpcstress.server.base.CallCounter;
import org.jspecify.annotations.Nullable;

/** The put service, under its published names. */
@RPCXServer(Put.RPCX_SERVICE)
public final class StoreService {
  private final CallCounter calls;
  private final Store store = new Store();

  StoreService(CallCounter calls) {
    this.calls = calls;
  }

  @Method(Put.RPCX_METHOD)
  public boolean put(byte @Nullable [] key, byte @Nullable [] value) {
    return Given.answered(
        calls, () -> store.put(Given.present(key, "key"), Given.present(value, "value")));
  }
}
