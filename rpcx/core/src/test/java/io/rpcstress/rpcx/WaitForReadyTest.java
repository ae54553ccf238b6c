package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.GoAway;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Calls that wait for a connection: within their deadline, bounded, and never sent twice. */
class WaitForReadyTest {
  /** Waits for a server. */
  @RPCXClient(remoteServerName = "greeter")
  interface Patient {
    @Method(value = "greet", waitForReady = true)
    CompletableFuture<String> greet(String name);

    @Method(value = "greet", waitForReady = true, deadlineMillis = 200)
    String greetBriefly(String name);
  }

  /** Promises that cannot be kept. */
  @RPCXClient(remoteServerName = "greeter")
  interface OneWay {
    @Method(value = "note", oneWay = true, waitForReady = true)
    void note(String text);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static RPCX client(int port, Limits limits) {
    return RPCX.builder()
        .address("127.0.0.1")
        .port(port)
        .deadline(Duration.ofSeconds(20))
        .limits(limits)
        .build();
  }

  @Test
  void aCallWaitsForAServerThatComesLater() throws Exception {
    int port = freePort();
    try (RPCX rpcx = client(port, Limits.DEFAULTS)) {
      Patient patient = rpcx.client(Patient.class);
      CompletableFuture<String> early = patient.greet("Ada");
      assertThatThrownBy(() -> rpcx.client(Greeter.Client.class).greet("Ada"))
          .hasMessageContaining("UNAVAILABLE");
      await().until(() -> rpcx.inFlight() == 1); // not while it goes from one attempt to the next
      assertThat(early).isNotDone();
      Greeter.Service service = new Greeter.Service();
      try (ServiceCentre centre = ServiceCentre.builder().port(port).publish(service).start()) {
        assertThat(early.get(20, TimeUnit.SECONDS)).isEqualTo("hello, Ada");
        assertThat(centre.callsServed()).isEqualTo(1);
      }
      assertThat(rpcx.inFlight()).isZero();
    }
  }

  @Test
  void theDeadlineAndACancelEndTheWait() throws Exception {
    try (RPCX rpcx = client(freePort(), Limits.DEFAULTS)) {
      Patient patient = rpcx.client(Patient.class);
      RPCXException problem =
          catchThrowableOfType(RPCXException.class, () -> patient.greetBriefly("Ada"));
      assertThat(problem.status()).isEqualTo(StatusCode.DEADLINE_EXCEEDED);
      assertThat(problem.getMessage()).contains("no connection within the deadline");
      assertThat(problem.mayHaveRun()).isFalse();
      CompletableFuture<String> cancelled = patient.greet("Ada");
      await().until(() -> rpcx.inFlight() == 1);
      assertThat(cancelled.cancel(true)).isTrue();
      await().until(() -> rpcx.inFlight() == 0);
    }
  }

  @Test
  void whatWaitsIsBoundedAndEndsWithTheClient() throws Exception {
    Limits limits = Limits.builder().writeBufferBytes(65536).build();
    List<CompletableFuture<String>> calls = new ArrayList<>();
    try (RPCX rpcx = client(freePort(), limits)) {
      Patient patient = rpcx.client(Patient.class);
      String text = "x".repeat(1000);
      for (int i = 0; i < 200; i++) {
        calls.add(patient.greet(text));
      }
      await().until(() -> calls.stream().filter(CompletableFuture::isDone).count() > 100);
      assertThatThrownBy(() -> calls.get(199).get(20, TimeUnit.SECONDS))
          .hasMessageContaining("RESOURCE_EXHAUSTED");
    }
    assertThat(calls).allMatch(CompletableFuture::isCompletedExceptionally);
  }

  @Test
  void aServerThatNeverReadsAnythingIsNotCalledWithoutEnd() throws Exception {
    try (RawServer server = new RawServer()) {
      server.answer =
          id ->
              Envelope.newBuilder()
                  .setGoAway(GoAway.newBuilder().setMessage("unread").setAllAnswered(true))
                  .build();
      try (RPCX rpcx = client(server.port(), Limits.DEFAULTS)) {
        CompletableFuture<String> call = rpcx.client(Patient.class).greet("Ada");
        assertThatThrownBy(() -> call.get(20, TimeUnit.SECONDS))
            .hasMessageContaining("UNAVAILABLE")
            .hasMessageContaining("unread");
      }
      assertThat(server.peers.stream().mapToInt(peer -> peer.requests.get()).sum())
          .isEqualTo(Limits.ATTEMPTS);
    }
  }

  @Test
  void aOneWayMethodCannotWait() {
    try (RPCX rpcx = RPCX.builder().build()) {
      assertThatThrownBy(() -> rpcx.client(OneWay.class))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("waitForReady");
    }
  }
}
