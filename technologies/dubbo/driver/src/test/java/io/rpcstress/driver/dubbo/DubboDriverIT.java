package io.rpcstress.driver.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Greeting;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.DriverContract;
import io.rpcstress.driver.DriverContract.Way;
import io.rpcstress.driver.RealServerContract;
import io.rpcstress.driver.Session;
import io.rpcstress.server.base.ServerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every variant against the real server, as it is shipped, on two connections. */
class DubboDriverIT extends RealServerContract {
  private static final Path JAR = Path.of("../server/target/server-dubbo.jar");

  DubboDriverIT() {
    super(JAR);
    // Else its client tries a server for half a minute that does not take its connection.
    System.setProperty("dubbo.module.check-reference-timeout", "3000");
  }

  @Override
  protected ConnectionPolicy connections(Way way) {
    return ConnectionPolicy.multiplexed(2);
  }

  @Test
  void nothingIsWrittenIntoTheUsersHome(@TempDir Path home) throws Exception {
    Way way = Way.of(new DubboDriver(), "example");
    Duration deadline = Duration.ofSeconds(60);
    try (ServerProcess server = ServerProcess.ready(List.of("-Duser.home=" + home), JAR, "dubbo");
        Session session = DriverContract.open(way, target(server), 1, deadline)) {
      assertThat(session.caller(Greeting.OPERATION, 0).call("Ada")).isEqualTo("hello, Ada");
      server.terminate();
      assertThat(server.exitCode()).isZero();
    }
    assertThat(home).isEmptyDirectory();
  }
}
