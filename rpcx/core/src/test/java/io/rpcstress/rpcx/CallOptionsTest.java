package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Deadline and metadata of single calls. */
class CallOptionsTest {
  private static final Duration LONG = Duration.ofHours(1);

  /** What a handler knows of the call. */
  @RPCXClient(remoteServerName = "context")
  interface Context {
    @Method("metadata")
    CompletableFuture<Map<String, String>> metadata();

    @Method(value = "remaining", deadlineMillis = 20_000)
    CompletableFuture<Duration> remaining();

    @Method(value = "remaining", deadlineMillis = 20_000)
    Duration remainingNow();
  }

  @RPCXServer("context")
  static final class Service {
    @Method("metadata")
    public Map<String, String> metadata() {
      CallContext call = CallContext.current();
      return call == null ? Map.of() : new TreeMap<>(call.metadata());
    }

    @Method("remaining")
    public Duration remaining() {
      return Duration.ofNanos(CallContext.remainingNanos());
    }
  }

  private final ServiceCentre centre = ServiceCentre.builder().publish(new Service()).start();

  private RPCX.Builder client() {
    return RPCX.builder().address(centre.address()).port(centre.port());
  }

  private static <T> T result(CompletableFuture<T> call) throws Exception {
    return call.get(20, TimeUnit.SECONDS);
  }

  @Test
  void aHandlerReadsTheMetadataOfTheCallThatHasIt() throws Exception {
    try (centre;
        RPCX rpcx = client().build()) {
      Context plain = rpcx.client(Context.class);
      Context withTenant =
          RPCX.with(plain, CallOptions.ofMetadata("tenant", "acme").metadata("größe", "😀"));
      assertThat(result(withTenant.metadata())).isEqualTo(Map.of("tenant", "acme", "größe", "😀"));
      assertThat(result(plain.metadata())).isEmpty();
      Context withOther = RPCX.with(withTenant, CallOptions.ofMetadata("zone", "eu"));
      assertThat(result(withOther.metadata())).isEqualTo(Map.of("zone", "eu"));
    }
  }

  @Test
  void interceptorsSeeIt() throws Exception {
    List<Map<String, String>> seen = new CopyOnWriteArrayList<>();
    ClientInterceptor look =
        (call, next) -> {
          seen.add(Map.copyOf(call.metadata()));
          call.metadata().put("trace", "1");
          return next.proceed();
        };
    try (centre;
        RPCX rpcx = client().intercept(look).build()) {
      Context context =
          RPCX.with(
              rpcx.client(Context.class), CallOptions.ofMetadata("tenant", "acme").deadline(LONG));
      assertThat(result(context.metadata())).isEqualTo(Map.of("tenant", "acme", "trace", "1"));
      assertThat(seen).containsExactly(Map.of("tenant", "acme"));
      assertThat(context.remainingNow()).isBetween(LONG.minusMinutes(1), LONG);
    }
  }

  @Test
  void aDeadlineIsInsteadOfTheMethodsOwn() {
    try (centre;
        RPCX rpcx = client().build()) {
      Context plain = rpcx.client(Context.class);
      Context patient = RPCX.with(plain, CallOptions.ofDeadline(LONG));
      Context hasty = RPCX.with(plain, CallOptions.ofDeadline(Duration.ofSeconds(19)));
      assertThat(patient.remainingNow()).isBetween(LONG.minusMinutes(1), LONG);
      assertThat(hasty.remainingNow()).isLessThanOrEqualTo(Duration.ofSeconds(19));
      assertThat(plain.remainingNow()).isLessThanOrEqualTo(Duration.ofSeconds(20));
    }
  }

  @Test
  void aCallOfAHandlerEndsWithTheCallThatItServes() throws Exception {
    try (centre;
        RPCX rpcx = client().forwardMetadata("tenant", "zone").build()) {
      Context context =
          RPCX.with(
              rpcx.client(Context.class), CallOptions.ofMetadata("zone", "us").deadline(LONG));
      Duration outer = Duration.ofMinutes(1);
      CallContext.enter(
          System.nanoTime() + outer.toNanos(),
          Map.of("tenant", "acme", "zone", "eu"),
          Peer.UNKNOWN);
      CompletableFuture<Duration> remaining;
      CompletableFuture<Map<String, String>> metadata;
      try {
        remaining = context.remaining();
        metadata = context.metadata();
      } finally {
        CallContext unused = CallContext.leave();
      }
      assertThat(result(remaining)).isLessThanOrEqualTo(outer);
      assertThat(result(metadata)).isEqualTo(Map.of("tenant", "acme", "zone", "us"));
    }
  }

  @Test
  void moreThanARequestMayHaveIsRefused() {
    try (centre) {
      CallOptions most = CallOptions.ofMetadata("0", "x".repeat(4096));
      for (int i = 1; i < 32; i++) {
        most = most.metadata(String.valueOf(i), "");
      }
      CallOptions full = most.metadata("0", "replaced");
      assertThat(full.metadata()).hasSize(32).containsEntry("0", "replaced");
      assertThatThrownBy(() -> full.metadata("32", ""))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("33 metadata entries, at most 32");
      assertThatThrownBy(() -> CallOptions.ofMetadata("key", "é".repeat(2049)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("4096 bytes");
      assertThatThrownBy(() -> CallOptions.ofMetadata("key", "half \ud83d"))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> RPCX.with("no client", full))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("java.lang.String");
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 0, 604_800_001, Long.MAX_VALUE})
  void aDeadlineIsBetweenAMillisecondAndAWeek(long millis) {
    try (centre) {
      assertThatThrownBy(() -> CallOptions.ofDeadline(Duration.ofMillis(millis)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("deadline");
    }
  }
}
