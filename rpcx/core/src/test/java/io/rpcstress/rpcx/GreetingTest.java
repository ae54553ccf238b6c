package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The README's example. */
class GreetingTest {
  /** A client. */
  @RPCXClient(
      remoteServerName = "greeter",
      remoteServerDomain = "9001",
      remoteServerAddress = "127.0.0.1")
  interface GreeterClient {
    @Method("greet")
    String greet(String name);

    @Method("greet")
    CompletableFuture<String> greetAsync(String name);
  }

  /** A service. */
  @RPCXServer("greeter")
  static final class GreeterService {
    @Method("greet")
    public String greet(String name) {
      return "hello, " + name;
    }
  }

  @Test
  void aCallIsAnsweredSyncAndAsync() throws Exception {
    try (ServiceCentre centre = ServiceCentre.builder().publish(new GreeterService()).start();
        RPCX rpcx = RPCX.builder().address(centre.address()).port(centre.port()).build()) {
      GreeterClient greeter = rpcx.connect().client(GreeterClient.class);
      assertThat(greeter.greet("Ada")).isEqualTo("hello, Ada");
      assertThat(greeter.greetAsync("Ünïcode").get(5, TimeUnit.SECONDS))
          .isEqualTo("hello, Ünïcode");
      assertThat(centre.callsServed()).isEqualTo(2);
    }
  }
}
