package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Interceptors that derive futures keep interrupt, cancel and deadline. */
class DerivedFutureTest {
  /** Waits. */
  @RPCXClient(remoteServerName = "greeter")
  interface Slow {
    @Method("later")
    String later(String name);

    @Method("later")
    CompletableFuture<String> laterAsync(String name);

    @Method(value = "later", deadlineMillis = 200)
    String laterBriefly(String name);

    @Method(value = "later", deadlineMillis = 200)
    CompletableFuture<String> laterBrieflyAsync(String name);
  }

  private final Greeter.Service service = new Greeter.Service();
  private ServiceCentre centre;
  private RPCX rpcx;

  @BeforeEach
  void start() {
    centre = Greeter.serve(service);
  }

  @AfterEach
  void nothingIsLeft() {
    assertThat(rpcx.inFlight()).isZero();
    rpcx.close();
    centre.stop(Duration.ZERO);
  }

  private Slow slow(ClientInterceptor... interceptors) {
    RPCX.Builder builder =
        RPCX.builder()
            .address(centre.address())
            .port(centre.port())
            .deadline(Duration.ofSeconds(20));
    for (ClientInterceptor interceptor : interceptors) {
      builder.intercept(interceptor);
    }
    rpcx = builder.build();
    return rpcx.client(Slow.class);
  }

  private static ClientInterceptor measuring() {
    return (call, next) -> next.proceed().whenComplete((value, problem) -> {}).thenApply(v -> v);
  }

  private static ClientInterceptor neverEnding() {
    return (call, next) -> {
      var unused = next.proceed();
      return new CompletableFuture<>();
    };
  }

  private void cancelReachesTheServer(CompletableFuture<String> future) throws Exception {
    await().until(() -> service.began.get() == 1);
    assertThat(future.cancel(true)).isTrue();
    assertThat(service.cancelled.await(5, TimeUnit.SECONDS))
        .as("the server received the cancel")
        .isTrue();
  }

  @Test
  void cancellingAFutureDerivedByTheCallerCancelsTheCall() throws Exception {
    cancelReachesTheServer(
        slow().laterAsync("Ada").thenApply(text -> text + "!").whenComplete((v, p) -> {}));
  }

  @Test
  void cancellingAFutureDerivedByAnInterceptorCancelsTheCall() throws Exception {
    cancelReachesTheServer(slow(measuring()).laterAsync("Ada"));
  }

  @Test
  void cancellingAFutureThatIsNotDerivedAtAllCancelsTheCall() throws Exception {
    cancelReachesTheServer(slow(neverEnding()).laterAsync("Ada"));
  }

  @Test
  void anInterceptorThatThrowsLeavesNoCallBehind() throws Exception {
    Slow slow =
        slow(
            (call, next) -> {
              var unused = next.proceed();
              await().until(() -> service.began.get() == 1);
              throw new IllegalStateException("of the interceptor");
            });
    assertThatThrownBy(() -> slow.laterAsync("Ada").join())
        .hasMessageContaining("of the interceptor");
    assertThat(service.cancelled.await(5, TimeUnit.SECONDS))
        .as("the server received the cancel")
        .isTrue();
  }

  @Test
  void anInterruptEndsABlockingCallBehindInterceptors() throws Exception {
    Slow slow = slow(measuring());
    CompletableFuture<RPCXException> seen = new CompletableFuture<>();
    Thread waiting =
        new Thread(
            () ->
                seen.complete(catchThrowableOfType(RPCXException.class, () -> slow.later("Ada"))));
    waiting.start();
    await().until(() -> service.began.get() == 1);
    waiting.interrupt();
    assertThat(seen.get(5, TimeUnit.SECONDS).status()).isEqualTo(StatusCode.CANCELLED);
    assertThat(service.cancelled.await(5, TimeUnit.SECONDS))
        .as("the server received the cancel")
        .isTrue();
  }

  @Test
  void theDeadlineEndsAChainThatNeverEnds() throws Exception {
    Slow slow = slow(neverEnding());
    CompletableFuture<RPCXException> seen = new CompletableFuture<>();
    Thread waiting =
        new Thread(
            () ->
                seen.complete(
                    catchThrowableOfType(RPCXException.class, () -> slow.laterBriefly("Ada"))));
    waiting.setDaemon(true);
    waiting.start();
    assertThat(seen.get(5, TimeUnit.SECONDS).status()).isEqualTo(StatusCode.DEADLINE_EXCEEDED);
    assertThatThrownBy(() -> slow.laterBrieflyAsync("Ada").get(5, TimeUnit.SECONDS))
        .hasMessageContaining("DEADLINE_EXCEEDED");
    await().until(() -> rpcx.inFlight() == 0);
  }

  @Test
  void anInterceptorSeesADeadlineAndNotTheCancelThatItLeadsTo() {
    List<StatusCode> seen = new CopyOnWriteArrayList<>();
    Slow slow =
        slow(
            (call, next) -> {
              CompletableFuture<@Nullable Object> attempt = next.proceed();
              var unused =
                  attempt.whenComplete((v, problem) -> seen.add(StatusCode.ofFailure(problem)));
              return attempt.thenApply(v -> v);
            });
    assertThatThrownBy(() -> slow.laterBriefly("Ada")).hasMessageContaining("DEADLINE_EXCEEDED");
    await().until(() -> !seen.isEmpty());
    assertThatThrownBy(() -> slow.laterBrieflyAsync("Ada").get(5, TimeUnit.SECONDS))
        .hasMessageContaining("DEADLINE_EXCEEDED");
    await().until(() -> seen.size() == 2);
    assertThat(seen).containsOnly(StatusCode.DEADLINE_EXCEEDED);
  }
}
