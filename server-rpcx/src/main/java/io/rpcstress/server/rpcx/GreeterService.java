package io.rpcstress.server.rpcx;

import io.rpcstress.contract.GreetNames;
import io.rpcstress.contract.Greeting;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.RPCXServer;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.server.base.CallCounter;
import org.jspecify.annotations.Nullable;

/** The greet service, under its published names. */
@RPCXServer(GreetNames.RPCX_SERVICE)
public final class GreeterService {
  private final CallCounter calls;

  GreeterService(CallCounter calls) {
    this.calls = calls;
  }

  @Method(GreetNames.RPCX_METHOD)
  public String greet(@Nullable String name) {
    String greeting;
    try {
      greeting = Greeting.greet(Given.present(name, "name"));
    } catch (IllegalArgumentException tooLong) {
      calls.failed();
      throw RPCXException.withoutTrace(
          StatusCode.INVALID_ARGUMENT, String.valueOf(tooLong.getMessage()));
    }
    calls.served();
    return greeting;
  }
}
