package io.rpcstress.server.rpcx;

import io.rpcstress.contract.PutNames;
import io.rpcstress.contract.Store;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.RPCXServer;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.server.base.CallCounter;
import org.jspecify.annotations.Nullable;

/** The put service, under its published names. */
@RPCXServer(PutNames.RPCX_SERVICE)
public final class StoreService {
  private final CallCounter calls;
  private final Store store = new Store();

  StoreService(CallCounter calls) {
    this.calls = calls;
  }

  @Method(PutNames.RPCX_METHOD)
  public boolean put(byte @Nullable [] key, byte @Nullable [] value) {
    boolean kept;
    try {
      kept = store.put(Given.present(key, "key"), Given.present(value, "value"));
    } catch (IllegalArgumentException badSize) {
      calls.failed();
      throw RPCXException.withoutTrace(
          StatusCode.INVALID_ARGUMENT, String.valueOf(badSize.getMessage()));
    }
    calls.served();
    return kept;
  }
}
