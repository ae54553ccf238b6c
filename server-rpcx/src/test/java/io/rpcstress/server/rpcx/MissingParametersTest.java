package io.rpcstress.server.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.services.ServiceSetup;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A parameter without a value is the caller's mistake, and none of the server's. */
class MissingParametersTest {
  private final CallCounter calls = new CallCounter();

  private static void isRefused(ThrowingCallable call, String what) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            RPCXException.class,
            problem -> {
              assertThat(problem.status()).isEqualTo(StatusCode.INVALID_ARGUMENT);
              assertThat(problem).hasMessageContaining("no " + what);
            });
  }

  @Test
  void aCallWithoutItsParameterIsAnInvalidArgument() {
    isRefused(() -> new GreeterService(calls).greet(null), "name");
    isRefused(() -> new StoreService(calls).put(null, new byte[1]), "key");
    isRefused(() -> new StoreService(calls).put(new byte[1], null), "value");
    isRefused(() -> new ListEchoService(calls).echo(null), "list");
    try (OrderServices orders = new OrderServices(ServiceSetup.ALL, calls)) {
      isRefused(() -> orders.place(null), "order");
    }
  }
}
