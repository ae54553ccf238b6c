package com.example.greeting;

import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXClient;
import java.util.concurrent.CompletableFuture;

/** What clients call. Only the names in the annotations travel. */
@RPCXClient(remoteServerName = "greeter")
public interface Greeter {
  /** Greets, and waits for the greeting. */
  @Method(value = "greet", idempotent = true, deadlineMillis = 2000)
  String greet(String name);

  /** Greets without waiting. */
  @Method(value = "greet", idempotent = true)
  CompletableFuture<String> greetLater(String name);
}
