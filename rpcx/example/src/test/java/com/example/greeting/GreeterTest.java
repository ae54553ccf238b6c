package com.example.greeting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.ServiceCentre;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.junit.RpcxExtension;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The service, through its client. */
class GreeterTest {
  @RegisterExtension final RpcxExtension rpcx = RpcxExtension.publishing(new GreeterService());

  @Test
  void greetsWithAndWithoutWaiting(Greeter greeter) throws Exception {
    assertEquals("hello, Ada", greeter.greet("Ada"));
    assertEquals("hello, Ada", greeter.greetLater("Ada").get(20, TimeUnit.SECONDS));
  }

  @Test
  void refusesABlankName(Greeter greeter) {
    RPCXException refused = assertThrows(RPCXException.class, () -> greeter.greet(" "));
    assertEquals(StatusCode.INVALID_ARGUMENT, refused.status());
  }

  @Test
  void theTwoProgramsTalkOverASocket() {
    try (ServiceCentre centre = ServerProgram.start(0)) {
      assertEquals("hello, Ada", ClientProgram.greet("127.0.0.1:" + centre.port(), "Ada"));
    }
  }
}
