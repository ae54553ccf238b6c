package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Addresses in annotations, by either name and with placeholders. */
class AnnotatedAddressTest {
  /** Names both by properties. */
  @RPCXClient(
      remoteServerName = "greeter",
      host = "${test.greeter.host:127.0.0.1}",
      port = "${test.greeter.port}")
  interface ByProperty {
    @Method("greet")
    String greet(String name);
  }

  /** Uses the paper's names. */
  @RPCXClient(
      remoteServerName = "greeter",
      remoteServerAddress = "127.0.0.${last:1}",
      remoteServerDomain = "${test.greeter.port:1}")
  interface ByLongNames {
    @Method("greet")
    String greet(String name);
  }

  /** Says its port twice. */
  @RPCXClient(remoteServerName = "greeter", port = "9002", remoteServerDomain = "9001")
  interface TwoPorts {
    @Method("greet")
    String greet(String name);
  }

  /** Says its host twice. */
  @RPCXClient(remoteServerName = "greeter", host = "a", remoteServerAddress = "127.0.0.1")
  interface TwoHosts {
    @Method("greet")
    String greet(String name);
  }

  /** Has a placeholder that does not end. */
  @RPCXClient(remoteServerName = "greeter", port = "${port")
  interface Open {
    @Method("greet")
    String greet(String name);
  }

  /** Has one placeholder in another. */
  @RPCXClient(remoteServerName = "greeter", host = "${a:${b}}")
  interface Nested {
    @Method("greet")
    String greet(String name);
  }

  @Test
  void placeholdersTakeWhatTheApplicationGives() {
    try (ServiceCentre centre = Greeter.serve(new Greeter.Service());
        RPCX rpcx =
            RPCX.builder()
                .placeholders(Map.of("test.greeter.port", centre.port() + "")::get)
                .build()) {
      assertThat(rpcx.client(ByProperty.class).greet("Ada")).isEqualTo("hello, Ada");
      assertThat(rpcx.client(ByLongNames.class).greet("Ada")).isEqualTo("hello, Ada");
    }
  }

  @Test
  void placeholdersTakeSystemProperties() {
    try (ServiceCentre centre = Greeter.serve(new Greeter.Service());
        RPCX rpcx = RPCX.builder().build()) {
      System.setProperty("test.greeter.port", centre.port() + "");
      assertThat(rpcx.client(ByProperty.class).greet("Ada")).isEqualTo("hello, Ada");
    } finally {
      System.clearProperty("test.greeter.port");
    }
  }

  @Test
  void theBuilderNeedsNoPlaceholders() {
    try (ServiceCentre centre = Greeter.serve(new Greeter.Service());
        RPCX rpcx = Greeter.connectTo(centre)) {
      assertThat(rpcx.client(ByProperty.class).greet("Ada")).isEqualTo("hello, Ada");
    }
  }

  @Test
  void whatIsWrongIsRefusedAtTheStartWithItsPlace() {
    try (RPCX rpcx = RPCX.builder().build()) {
      assertThatThrownBy(() -> rpcx.client(ByProperty.class))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("ByProperty")
          .hasMessageContaining("\"test.greeter.port\"")
          .hasMessageContaining("environment");
      assertThatThrownBy(() -> rpcx.client(TwoPorts.class))
          .hasMessageContaining("TwoPorts has port=\"9002\" and remoteServerDomain=\"9001\"");
      assertThatThrownBy(() -> rpcx.client(TwoHosts.class)).hasMessageContaining("set one of");
      assertThatThrownBy(() -> rpcx.client(Open.class)).hasMessageContaining("${name:default}");
      assertThatThrownBy(() -> rpcx.client(Nested.class))
          .hasMessageContaining("without another placeholder");
    }
    try (RPCX rpcx = RPCX.builder().placeholders(name -> "http").build()) {
      assertThatThrownBy(() -> rpcx.client(ByProperty.class))
          .hasMessageContaining("which is \"http\", expected a port from 1 to 65535");
    }
    try (RPCX rpcx = RPCX.builder().address("127.0.0.1").port(9).build()) {
      assertThatThrownBy(() -> rpcx.client(TwoPorts.class)).hasMessageContaining("set one of");
    }
  }
}
