package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What stands around calls, on both sides. */
class InterceptorTest {
  private final List<String> seen = new CopyOnWriteArrayList<>();

  @Test
  void metadataTravelsFromOneSideToTheOtherAndTheOrderIsKept() throws Exception {
    ServerInterceptor note =
        (call, next) -> {
          seen.add(call.service() + "." + call.method() + " " + call.metadata());
          Object value = next.proceed();
          seen.add("returned " + value);
          return value;
        };
    ServerInterceptor shout = (call, next) -> String.valueOf(next.proceed()) + "!";
    try (ServiceCentre centre =
            ServiceCentre.builder()
                .publish(new Greeter.Service())
                .intercept(note)
                .intercept(shout)
                .start();
        RPCX rpcx =
            RPCX.builder()
                .address(centre.address())
                .port(centre.port())
                .intercept(
                    (call, next) -> {
                      call.metadata().put("trace", "42");
                      return next.proceed();
                    })
                .intercept(
                    (call, next) -> {
                      call.metadata().put("args", call.arguments().toString());
                      return next.proceed();
                    })
                .build()) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      assertThat(greeter.greet("Ada")).isEqualTo("hello, Ada!");
      assertThat(seen)
          .containsExactly("greeter.greet {trace=42, args=[Ada]}", "returned hello, Ada!");
      assertThat(greeter.greetAsync("Ada").get(20, TimeUnit.SECONDS)).isEqualTo("hello, Ada!");
    }
  }

  @Test
  void aServerInterceptorRefuses() {
    ServerInterceptor guard =
        (call, next) -> {
          throw new RPCXException(StatusCode.PERMISSION_DENIED, "not for you");
        };
    try (ServiceCentre centre =
            ServiceCentre.builder().publish(new Greeter.Service()).intercept(guard).start();
        RPCX rpcx = Greeter.connectTo(centre)) {
      rpcx.connect();
      assertThatThrownBy(() -> rpcx.client(Greeter.Client.class).greet("Ada"))
          .isInstanceOfSatisfying(
              RPCXException.class,
              e -> assertThat(e.status()).isEqualTo(StatusCode.PERMISSION_DENIED));
      assertThat(centre.callsServed()).isZero();
    }
  }

  @Test
  void aClientInterceptorTriesAgainOrAnswersItself() {
    ClientInterceptor twice =
        (call, next) -> next.proceed().exceptionallyCompose(problem -> next.proceed());
    int[] runs = {0};
    ServerInterceptor failFirst =
        (call, next) -> {
          if (runs[0]++ == 0) {
            throw new RPCXException(StatusCode.ABORTED, "once");
          }
          return next.proceed();
        };
    try (ServiceCentre centre =
            ServiceCentre.builder().publish(new Greeter.Service()).intercept(failFirst).start();
        RPCX retrying =
            RPCX.builder().address(centre.address()).port(centre.port()).intercept(twice).build();
        RPCX cached =
            RPCX.builder()
                .address(centre.address())
                .port(centre.port())
                .intercept((call, next) -> CompletableFuture.completedFuture("from the cache"))
                .build()) {
      assertThat(retrying.client(Greeter.Client.class).greet("Ada")).isEqualTo("hello, Ada");
      assertThat(runs[0]).isEqualTo(2);
      assertThat(cached.client(Greeter.Client.class).greet("Ada")).isEqualTo("from the cache");
    }
  }

  /** Calls a one-way method while it serves a call on its event loop. */
  @RPCXServer("greeter")
  public static final class Forwarding {
    private final Greeter.Client next;

    Forwarding(Greeter.Client next) {
      this.next = next;
    }

    @Method("greet")
    public String greet(String name) {
      next.note(name);
      return "noted " + name;
    }
  }

  @Test
  void aOneWayCallBehindInterceptorsDoesNotWait() {
    Greeter.Service noting = new Greeter.Service();
    CompletableFuture<Object> never = new CompletableFuture<>();
    List<ClientInterceptor> interceptors =
        List.of(
            (call, next) -> next.proceed().thenApply(value -> value),
            (call, next) -> {
              var unused = next.proceed();
              return never;
            });
    try (ServiceCentre centre = Greeter.serve(noting)) {
      int notes = 0;
      for (ClientInterceptor interceptor : interceptors) {
        notes++;
        int expected = notes;
        try (RPCX rpcx =
                RPCX.builder()
                    .address(centre.address())
                    .port(centre.port())
                    .intercept(interceptor)
                    .build()
                    .connect();
            ServiceCentre first = Greeter.serve(new Forwarding(rpcx.client(Greeter.Client.class)));
            RPCX caller = Greeter.connectTo(first)) {
          assertThat(caller.client(Greeter.Client.class).greet("Ada")).isEqualTo("noted Ada");
          await().atMost(Duration.ofSeconds(20)).until(() -> noting.notes.get() == expected);
        }
      }
    }
  }

  @Test
  void tooMuchMetadataIsAStatus() {
    ClientInterceptor greedy =
        (call, next) -> {
          call.metadata().put("k", "x".repeat(5000));
          return next.proceed();
        };
    try (ServiceCentre centre = Greeter.serve(new Greeter.Service());
        RPCX rpcx =
            RPCX.builder()
                .address(centre.address())
                .port(centre.port())
                .intercept(greedy)
                .build()) {
      assertThatThrownBy(() -> rpcx.client(Greeter.Client.class).greet("Ada"))
          .hasMessageContaining("INVALID_ARGUMENT")
          .hasMessageContaining("4096 bytes");
      assertThat(rpcx.inFlight()).isZero();
    }
  }
}
