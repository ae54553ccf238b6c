package io.rpcstress.rpcx.spring.app;

import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXClient;
import java.util.concurrent.CompletableFuture;

/** Calls {@link ClockService}. */
@RPCXClient(remoteServerName = "clock")
public interface Clock {
  /** What the clock shows. */
  @Method("now")
  String now(String zone);

  /** Waits until the clock strikes. */
  @Method("strike")
  CompletableFuture<String> strike();
}
