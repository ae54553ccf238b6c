package com.example.greeting;

import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.RPCXServer;
import io.rpcstress.rpcx.StatusCode;

/** What the server runs; called by several threads at a time. */
@RPCXServer("greeter")
public final class GreeterService {
  /**
   * Greets. A method that waits for something says {@code @Method(value = ..., blocking = true)}.
   */
  @Method("greet")
  public String greet(String name) {
    if (name.isBlank()) {
      throw new RPCXException(StatusCode.INVALID_ARGUMENT, "the name is blank, expected a name");
    }
    return "hello, " + name;
  }
}
