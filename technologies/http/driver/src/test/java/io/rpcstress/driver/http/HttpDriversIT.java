package io.rpcstress.driver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.Greeting;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.DriverContract;
import io.rpcstress.driver.DriverContract.Way;
import io.rpcstress.driver.RealServerContract;
import io.rpcstress.driver.Session;
import io.rpcstress.server.base.ServerProcess;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every variant of every technology against the real servers, as they are shipped. */
class HttpDriversIT extends RealServerContract {

  HttpDriversIT() {
    super("http");
  }

  /** HttpURLConnection, which the form has, keeps connections for all sessions of a process. */
  @Override
  protected List<Way> limited() {
    return List.of(
        Way.of(new HttpJsonDriver(), "example"), Way.of(new HttpJavaDriver(), "example"));
  }

  @Test
  void aConnectionOfHttp2ThatWasLostIsMadeAnew() throws Exception {
    Way way = Way.of(new HttpJsonDriver(), "h2");
    try (ServerProcess first = ready(way);
        Session session = DriverContract.open(way, target(first), 1, Duration.ofSeconds(60))) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      assertThat(caller.call("Ada")).isEqualTo("hello, Ada");
      String samePort = Integer.toString(first.port());
      first.terminate();
      assertThat(first.exitCode()).isZero();
      assertThatThrownBy(() -> caller.call("Ada")).isInstanceOf(CallException.class);
      try (ServerProcess second = ready(way, "--port", samePort, "--usage-port", "0")) {
        assertThat(caller.call("Bob")).isEqualTo("hello, Bob");
        assertThat(second.usage().callsServed()).isEqualTo(1);
      }
    }
  }
}
