package io.rpcstress.driver.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.GreetNames;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Compression;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXServer;
import io.rpcstress.rpcx.ServiceCentre;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is measured as compressed is. */
class RpcxDriverTest {

  /** The service. */
  @RPCXServer(GreetNames.RPCX_SERVICE)
  public static final class Service {
    @Method(GreetNames.RPCX_METHOD)
    public String greet(String name) {
      return "hello, " + name;
    }
  }

  private static Session open(ServiceCentre centre, Compression compression) throws CallException {
    return new RpcxDriver()
        .open(
            Target.of(new Address(centre.address(), centre.port())),
            new DriverOptions(
                "example",
                ConnectionPolicy.multiplexed(2),
                1,
                false,
                Duration.ofSeconds(20),
                null,
                compression));
  }

  @Test
  void aServerThatCompressesTooFewConnectionsIsNotMeasuredAsOneThatDoes() {
    try (ServiceCentre centre =
        ServiceCentre.builder().publish(new Service()).maxCompressedConnections(1).start()) {
      assertThatThrownBy(() -> open(centre, Compression.DEFLATE))
          .isInstanceOfSatisfying(
              CallException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.CONNECT))
          .hasMessageContaining("compresses 1 of 2 connections");
    }
  }
}
