package io.rpcstress.client.harness.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Over real sockets. */
class MetricsEndpointTest {

  private static final int PATIENCE_MILLIS = 20_000;

  private MetricsEndpoint endpoint;

  @BeforeEach
  void start() throws IOException {
    endpoint =
        MetricsEndpoint.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), () -> "up 1\n");
  }

  @AfterEach
  void close() {
    endpoint.close();
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket();
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.connect(endpoint.address(), PATIENCE_MILLIS);
    return socket;
  }

  private String answer(String request) throws IOException {
    try (Socket socket = connect()) {
      socket.getOutputStream().write(request.getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  @Test
  void anOrdinaryClientGetsTheText() throws Exception {
    URI metrics = URI.create("http://127.0.0.1:" + endpoint.address().getPort() + "/metrics");
    HttpClient client = HttpClient.newHttpClient();
    for (int i = 0; i < 3; i++) {
      HttpResponse<String> response =
          client.send(
              HttpRequest.newBuilder(metrics).build(), HttpResponse.BodyHandlers.ofString());
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).isEqualTo("up 1\n");
      assertThat(response.headers().firstValue("Content-Type"))
          .contains("text/plain; version=0.0.4; charset=utf-8");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GET / HTTP/1.1, 404",
    "GET /metricsx HTTP/1.1, 404",
    "GET /../metrics HTTP/1.1, 404",
    "POST /metrics HTTP/1.1, 405",
    "GET /metrics, 400",
    "GET /metrics HTTP/2.0, 400",
    "nonsense, 400",
    "'', 400",
    "GET /metrics?name=x HTTP/1.0, 200"
  })
  void nothingElseIsAnswered(String line, int status) throws IOException {
    assertThat(answer(line + "\r\n\r\n")).startsWith("HTTP/1.1 " + status + " ");
  }

  @Test
  void aRequestWithoutEndIsRefused() throws IOException {
    try (Socket socket = connect()) {
      OutputStream out = socket.getOutputStream();
      out.write("GET /metrics HTTP/1.1\r\n".getBytes(UTF_8));
      byte[] header = ("X: " + "x".repeat(1000) + "\r\n").getBytes(UTF_8);
      assertThatThrownBy(
              () -> {
                while (true) {
                  out.write(header);
                }
              })
          .isInstanceOf(SocketException.class);
    }
    assertThat(answer("GET /metrics HTTP/1.1\r\n\r\n")).endsWith("up 1\n");
  }

  @Test
  void whoSaysNothingIsCutOffAndTheNextIsAnswered() throws IOException {
    try (Socket silent = connect();
        Socket slow = connect()) {
      slow.getOutputStream().write("GET /met".getBytes(UTF_8));
      assertThat(answer("GET /metrics HTTP/1.1\r\n\r\n")).endsWith("up 1\n");
      assertThat(silent.getInputStream().read()).isEqualTo(-1);
      assertThat(slow.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void whoLeavesDisturbsNobody() throws IOException {
    for (int i = 0; i < 5; i++) {
      try (Socket gone = connect()) {
        gone.setSoLinger(true, 0);
      }
    }
    assertThat(answer("GET /metrics HTTP/1.1\r\n\r\n")).endsWith("up 1\n");
  }

  @Test
  void aTakenAddressIsSaidAndAClosedOneIsFree() throws IOException {
    InetSocketAddress taken = endpoint.address();
    assertThatThrownBy(() -> MetricsEndpoint.start(taken, () -> ""))
        .isInstanceOf(BindException.class);
    endpoint.close();
    for (int i = 0; i < 20; i++) {
      try (MetricsEndpoint again = MetricsEndpoint.start(taken, () -> "")) {
        assertThat(again.address()).isEqualTo(taken);
      }
    }
  }
}
