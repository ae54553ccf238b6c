package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Addresses in annotations, by either name. */
class AnnotatedAddressTest {
  /** Uses the short names; nothing listens there. */
  @RPCXClient(remoteServerName = "greeter", host = "127.0.0.1", port = "1")
  interface ByShortNames {
    @Method("greet")
    String greet(String name);
  }

  /** Uses the paper's names; nothing listens there. */
  @RPCXClient(
      remoteServerName = "greeter",
      remoteServerAddress = "127.0.0.9",
      remoteServerDomain = "1")
  interface ByLongNames {
    @Method("greet")
    String greet(String name);
  }

  /** Has its port twice. */
  @RPCXClient(remoteServerName = "greeter", port = "9002", remoteServerDomain = "9001")
  interface TwoPorts {
    @Method("greet")
    String greet(String name);
  }

  /** Has its host twice. */
  @RPCXClient(remoteServerName = "greeter", host = "a", remoteServerAddress = "127.0.0.1")
  interface TwoHosts {
    @Method("greet")
    String greet(String name);
  }

  /** Has no port. */
  @RPCXClient(remoteServerName = "greeter", port = "http")
  interface NoPort {
    @Method("greet")
    String greet(String name);
  }

  /** Has a blank host. */
  @RPCXClient(remoteServerName = "greeter", host = " ")
  interface BlankHost {
    @Method("greet")
    String greet(String name);
  }

  @Test
  void theBuilderOverridesThePartThatItGives() {
    try (ServiceCentre centre = Greeter.serve(new Greeter.Service());
        RPCX both = Greeter.connectTo(centre);
        RPCX port = RPCX.builder().port(centre.port()).build()) {
      assertThat(both.client(ByLongNames.class).greet("Ada")).isEqualTo("hello, Ada");
      assertThat(port.client(ByShortNames.class).greet("Ada")).isEqualTo("hello, Ada");
      assertThatThrownBy(() -> port.client(ByLongNames.class).greet("Ada"))
          .hasMessageContaining("127.0.0.9:" + centre.port());
    }
  }

  @Test
  void whatIsWrongIsRefusedAtTheStartWithItsPlace() {
    try (RPCX rpcx = RPCX.builder().build()) {
      assertThatThrownBy(() -> rpcx.client(TwoPorts.class))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("TwoPorts has port=\"9002\" and remoteServerDomain=\"9001\"");
      assertThatThrownBy(() -> rpcx.client(TwoHosts.class)).hasMessageContaining("set one of");
      assertThatThrownBy(() -> rpcx.client(NoPort.class))
          .hasMessageContaining("NoPort has port=\"http\", expected a port from 1 to 65535");
      assertThatThrownBy(() -> rpcx.client(BlankHost.class)).hasMessageContaining("blank");
    }
    try (RPCX rpcx = RPCX.builder().address("127.0.0.1").port(9).build()) {
      assertThatThrownBy(() -> rpcx.client(TwoPorts.class)).hasMessageContaining("set one of");
    }
  }
}
