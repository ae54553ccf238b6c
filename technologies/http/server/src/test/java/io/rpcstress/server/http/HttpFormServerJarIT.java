package io.rpcstress.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rpcstress.server.base.ServerProcess;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import org.junit.jupiter.api.Test;

/** The other technology of the jar; what both share is held by {@link HttpJsonServerJarIT}. */
class HttpFormServerJarIT {
  private static final String FORM = "http-form";

  @Test
  void javasOwnClientIsAnsweredAndEveryCallCounted() throws Exception {
    int calls = 50;
    try (ServerProcess server = ServerProcess.ready(FORM, "--variant", "tuned")) {
      for (int i = 0; i < calls; i++) {
        HttpURLConnection http =
            (HttpURLConnection) URI.create(Curl.address(server)).toURL().openConnection();
        http.setDoOutput(true); // which makes it a POST of a form
        http.getOutputStream().write(("name=n" + i).getBytes(UTF_8));
        try (InputStream in = http.getInputStream()) {
          assertThat(new String(in.readAllBytes(), UTF_8)).isEqualTo("hello, n" + i);
        }
      }
      assertThat(server.usage().technology()).isEqualTo(FORM);
      assertThat(server.usage().variant()).isEqualTo("tuned");
      assertThat(server.usage().callsServed()).isEqualTo(calls);
      server.terminate();
      assertThat(server.exitCode()).isZero();
      assertThat(server.out())
          .containsExactly("READY http-form 127.0.0.1:" + server.address().getPort());
    }
  }

  @Test
  void curlIsAnswered() throws Exception {
    assumeTrue(Curl.isHere(), "no curl here");
    try (ServerProcess server = ServerProcess.ready(FORM)) {
      String address = Curl.address(server);
      assertThat(Curl.run("-d", "name=Ada", address)).isEqualTo("hello, Ada");
      assertThat(Curl.run("--data-urlencode", "name=Zoë & 東京", address))
          .isEqualTo("hello, Zoë & 東京");
      assertThat(Curl.run("-d", "name=" + "x".repeat(4097), address)).contains("4097", "4096");
      assertThat(server.usage().callsServed()).isEqualTo(2);
      assertThat(server.usage().callsFailed()).isEqualTo(1);
    }
  }

  @Test
  void theHelpShowsItsOwnPorts() {
    try (ServerProcess help = ServerProcess.launch(FORM, "--help")) {
      assertThat(help.exitCode()).isZero();
      assertThat(String.join(" ", help.out()).replaceAll("\\s+", " "))
          .contains("server-http-form", "http-json, http-form", "(default: 9006, tuned 9106)");
    }
  }
}
