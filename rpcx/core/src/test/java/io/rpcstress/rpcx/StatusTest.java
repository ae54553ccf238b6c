package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How calls end, seen by a caller; after every failure the connection still serves. */
class StatusTest {
  private final Greeter.Service service = new Greeter.Service();
  private ServiceCentre centre;
  private RPCX rpcx;
  private Greeter.Client greeter;

  @BeforeEach
  void start() {
    centre = Greeter.serve(service);
    rpcx = Greeter.connectTo(centre);
    greeter = rpcx.client(Greeter.Client.class);
  }

  @AfterEach
  void stop() {
    service.gate.release(1_000);
    rpcx.close();
    centre.stop(Duration.ZERO);
  }

  private void fails(StatusCode status, String words, Runnable call) {
    RPCXException problem = catchThrowableOfType(RPCXException.class, call::run);
    assertThat(problem).isNotNull();
    assertThat(problem.status()).isEqualTo(status);
    assertThat(problem.getMessage()).contains(words);
    assertThat(greeter.greet("Ada")).isEqualTo("hello, Ada");
    assertThat(centre.connections()).isEqualTo(1);
    assertThat(rpcx.inFlight()).isZero();
  }

  @Test
  void anUnknownServiceIsAStatus() {
    fails(
        StatusCode.UNKNOWN_SERVICE,
        "no such service",
        () -> rpcx.client(Greeter.Absent.class).greet("Ada"));
  }

  @Test
  void anUnknownMethodIsAStatus() {
    fails(StatusCode.UNKNOWN_METHOD, "no such method", () -> greeter.unknownMethod("Ada"));
  }

  @Test
  void aWrongTypeIsAStatusThatNamesWhatFits() {
    fails(StatusCode.INVALID_ARGUMENT, "(string)", () -> greeter.greetWithWrongType(7));
    fails(StatusCode.INVALID_ARGUMENT, "(string)", () -> greeter.greetTwo("Ada", "Grace"));
  }

  @Test
  void aResultOfAnotherTypeIsAStatus() {
    fails(StatusCode.INTERNAL, "not what is declared", () -> greeter.greetWithWrongResult("Ada"));
  }

  @Test
  void aHandlerChoosesItsStatus() {
    fails(StatusCode.NOT_FOUND, "as requested", () -> greeter.fail("NOT_FOUND"));
  }

  @Test
  void aHandlersOwnExceptionStaysAtHome() {
    RPCXException problem = catchThrowableOfType(RPCXException.class, () -> greeter.fail("secret"));
    assertThat(problem.status()).isEqualTo(StatusCode.INTERNAL);
    assertThat(problem.getMessage()).doesNotContain("detail").doesNotContain("IllegalState");
  }

  @Test
  void anArgumentThatCannotTravelIsAStatus() {
    fails(
        StatusCode.INVALID_ARGUMENT,
        "null in a list<string>",
        () -> greeter.join(Arrays.asList("a", null)));
    assertThat(greeter.join(List.of("a", "b"))).isEqualTo("a+b");
  }

  @Test
  void aRequestBeyondTheServersFrameIsAStatus() {
    fails(
        StatusCode.RESOURCE_EXHAUSTED,
        "the server accepts",
        () -> greeter.greet("x".repeat(Limits.DEFAULTS.maxFrameBytes())));
  }

  @Test
  void aReplyBeyondTheClientsFrameIsAStatus() {
    fails(
        StatusCode.REPLY_DROPPED,
        "the caller accepts",
        () -> greeter.big(Limits.DEFAULTS.maxFrameBytes()));
  }

  @Test
  void theDeadlineEndsACallAndTheServerForgetsIt() {
    // The deadline is short: it must not cover connecting.
    assertThat(rpcx.connect().inFlight()).isZero();
    fails(StatusCode.DEADLINE_EXCEEDED, "no reply", () -> greeter.holdBriefly("Ada"));
    service.gate.release();
    await().until(() -> centre.inFlight() == 0);
  }

  @Test
  void theDeadlineReachesTheHandler() {
    assertThat(greeter.remaining()).isPositive().isLessThanOrEqualTo(TimeUnit.SECONDS.toNanos(20));
  }

  @Test
  void aFutureReturningHandlerAnswersLater() throws Exception {
    CompletableFuture<String> answer = greeter.later("Ada");
    await().until(() -> service.began.get() == 1);
    service.laterResult.complete("at last,");
    assertThat(answer.get(20, TimeUnit.SECONDS)).isEqualTo("at last, Ada");
  }

  @Test
  void cancellingReachesTheServer() throws Exception {
    CompletableFuture<String> answer = greeter.later("Ada");
    await().until(() -> service.began.get() == 1);
    assertThat(answer.cancel(true)).isTrue();
    assertThat(service.cancelled.await(20, TimeUnit.SECONDS)).isTrue();
    await().until(() -> centre.inFlight() == 0);
    assertThat(rpcx.inFlight()).isZero();
    assertThat(greeter.greet("Ada")).isEqualTo("hello, Ada");
  }

  @Test
  void anInterruptedCallerIsLetGo() throws Exception {
    CompletableFuture<RPCXException> seen = new CompletableFuture<>();
    Thread waiting =
        new Thread(
            () ->
                seen.complete(
                    catchThrowableOfType(
                        RPCXException.class, () -> rpcx.client(SlowClient.class).hold("Ada"))));
    waiting.start();
    await().until(() -> service.began.get() == 1);
    waiting.interrupt();
    assertThat(seen.get(20, TimeUnit.SECONDS).status()).isEqualTo(StatusCode.CANCELLED);
  }

  /** Waits. */
  @RPCXClient(remoteServerName = "greeter")
  interface SlowClient {
    @Method("hold")
    String hold(String name);
  }

  @Test
  void aOneWayCallHasNoAnswer() {
    greeter.note("a");
    greeter.note("b");
    await().until(() -> service.notes.get() == 2);
    assertThat(rpcx.inFlight()).isZero();
  }

  @Test
  void aBlockingHandlerDoesNotHoldUpTheOthers() throws Exception {
    CompletableFuture<String> held = greeter.hold("Ada");
    await().until(() -> service.began.get() == 1);
    assertThat(greeter.greet("Grace")).isEqualTo("hello, Grace");
    assertThat(centre.inFlight()).isEqualTo(1);
    service.gate.release();
    assertThat(held.get(20, TimeUnit.SECONDS)).isEqualTo("held Ada");
  }

  @Test
  void aServerBeyondItsLimitAnswersOverloaded() {
    Greeter.Service slow = new Greeter.Service();
    Limits limits = Limits.builder().maxInFlight(2).build();
    try (ServiceCentre small = Greeter.serve(slow, limits);
        RPCX many = Greeter.connectTo(small)) {
      Greeter.Client client = many.client(Greeter.Client.class);
      CompletableFuture<String> first = client.hold("a");
      CompletableFuture<String> second = client.hold("b");
      CompletableFuture<String> third = client.hold("c");
      assertThatThrownBy(third::join)
          .cause()
          .isInstanceOfSatisfying(
              RPCXException.class, e -> assertThat(e.status()).isEqualTo(StatusCode.OVERLOADED));
      slow.gate.release(2);
      assertThat(first.join()).isEqualTo("held a");
      assertThat(second.join()).isEqualTo("held b");
    }
  }

  @Test
  void aClientBeyondItsLimitFailsAtOnce() {
    Limits limits = Limits.builder().maxInFlightPerConnection(1).build();
    try (RPCX one = Greeter.connectTo(centre, limits)) {
      Greeter.Client client = one.client(Greeter.Client.class);
      CompletableFuture<String> first = client.hold("a");
      assertThatThrownBy(() -> client.greet("b"))
          .isInstanceOfSatisfying(
              RPCXException.class,
              e -> assertThat(e.status()).isEqualTo(StatusCode.RESOURCE_EXHAUSTED));
      service.gate.release();
      assertThat(first.join()).isEqualTo("held a");
      assertThat(client.greet("b")).isEqualTo("hello, b");
    }
  }

  @Test
  void waitingOnTheEventLoopIsRefused() throws Exception {
    CompletableFuture<RPCXException> seen =
        greeter
            .hold("Ada")
            .thenApply(
                text ->
                    catchThrowableOfType(RPCXException.class, () -> greeter.greet("on the loop")));
    service.gate.release();
    assertThat(seen.get(20, TimeUnit.SECONDS).status()).isEqualTo(StatusCode.FAILED_PRECONDITION);
  }

  @Test
  void aTokenIsRequired() {
    try (ServiceCentre guarded =
            ServiceCentre.builder()
                .publish(new Greeter.Service())
                .authenticate("open sesame"::equals)
                .start();
        RPCX unknown = Greeter.connectTo(guarded);
        RPCX friend =
            RPCX.builder()
                .address(guarded.address())
                .port(guarded.port())
                .token("open sesame")
                .build()) {
      assertThatThrownBy(() -> unknown.client(Greeter.Client.class).greet("Ada"))
          .isInstanceOfSatisfying(
              RPCXException.class,
              e -> assertThat(e.status()).isEqualTo(StatusCode.UNAUTHENTICATED));
      assertThat(friend.client(Greeter.Client.class).greet("Ada")).isEqualTo("hello, Ada");
    }
  }
}
