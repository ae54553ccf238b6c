package io.rpcstress.server.rpcx;

import io.rpcstress.contract.Greeting;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXServer;
import io.rpcstress.server.base.CallCounter;
import org.jspecify.annotations.Nullable;

/** The greet service, under its published names. */
@RPCXServer(Greeting.RPCX_SERVICE)
public record GreeterService(CallCounter calls) {

  @Method(Greeting.RPCX_METHOD)
  public String greet(@Nullable String name) {
    return Given.answered(calls, () -> Greeting.greet(Given.present(name, "name")));
  }
}
