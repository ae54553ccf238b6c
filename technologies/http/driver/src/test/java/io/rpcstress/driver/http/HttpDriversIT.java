package io.rpcstress.driver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.Greeting;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.RealServerContract;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import io.rpcstress.server.base.ServerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Every variant of every technology against the real servers, as they are shipped. */
class HttpDriversIT extends RealServerContract {
  private static final Path JAR =
      Path.of("../../../technologies/http/server/target/server-http.jar");
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final int THREADS = 3;

  HttpDriversIT() {
    super("http");
  }

  private static Session open(ServerProcess server, String technology, String variant)
      throws Exception {
    return HttpDriversTest.open(
        technology,
        variant,
        Target.of(new Address("127.0.0.1", server.address().getPort())),
        THREADS,
        LONG);
  }

  /** What of a name has a meaning of its own in a form. */
  @Test
  void aNameOfAFormIsEscaped() throws Exception {
    try (ServerProcess server = ServerProcess.ready(JAR, "http-form");
        Session session = open(server, "http-form", "example");
        Caller<String, String> caller = session.caller(Greeting.OPERATION, 0)) {
      String name = "Zoë & 東京 + \"100 %\"=";
      assertThat(caller.call(name)).isEqualTo("hello, " + name);
    }
  }

  @Test
  void startedCallsShareOneConnectionOfHttp2() throws Exception {
    try (ServerProcess server = ServerProcess.ready(JAR, "http-json");
        Session session = open(server, "http-json", "h2")) {
      List<CompletableFuture<String>> open = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        AsyncCaller<String, String> caller =
            (AsyncCaller<String, String>)
                session.<String, String>caller(Greeting.OPERATION, i % THREADS);
        open.add(caller.start("n" + i));
      }
      for (int i = 0; i < open.size(); i++) {
        assertThat(open.get(i).get(LONG.toSeconds(), TimeUnit.SECONDS)).isEqualTo("hello, n" + i);
      }
      assertThat(server.usage().openConnections()).isEqualTo(1);
      assertThat(server.usage().callsServed()).isEqualTo(open.size());
    }
  }

  @Test
  void aConnectionOfHttp2ThatWasLostIsMadeAnew() throws Exception {
    try (ServerProcess first = ServerProcess.ready(JAR, "http-json");
        Session session = open(first, "http-json", "h2")) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      assertThat(caller.call("Ada")).isEqualTo("hello, Ada");
      int port = first.address().getPort();
      first.terminate();
      assertThat(first.exitCode()).isZero();
      assertThatThrownBy(() -> caller.call("Ada")).isInstanceOf(CallException.class);
      String samePort = Integer.toString(port);
      try (ServerProcess second =
          ServerProcess.ready(JAR, "http-json", "--port", samePort, "--usage-port", "0")) {
        assertThat(caller.call("Bob")).isEqualTo("hello, Bob");
        assertThat(second.usage().callsServed()).isEqualTo(1);
      }
    }
  }
}
