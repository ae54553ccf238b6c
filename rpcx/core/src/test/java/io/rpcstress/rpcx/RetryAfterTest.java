package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.RPCXRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An overloaded server reports when to come back. */
class RetryAfterTest {
  /** The service: overloaded for the first calls. */
  @RPCXServer("busy")
  static final class Busy {
    final AtomicInteger calls = new AtomicInteger();
    volatile int overloaded = 1;
    volatile Duration wait = Duration.ofMillis(30);

    @Method("work")
    public int work() {
      int call = calls.incrementAndGet();
      if (call <= overloaded) {
        throw new RPCXException(StatusCode.OVERLOADED, "busy").withRetryAfter(wait);
      }
      return call;
    }
  }

  /** Calls it. */
  @RPCXClient(remoteServerName = "busy")
  interface Client {
    @Method(value = "work", idempotent = true)
    int work();

    @Method(value = "work", idempotent = true)
    CompletableFuture<Integer> workAsync();

    @Method("work")
    int workOnce();
  }

  private final Busy busy = new Busy();
  private ServiceCentre centre;
  private RPCX rpcx;
  private Client client;

  @BeforeEach
  void start() {
    centre = Greeter.serve(busy);
    rpcx = Greeter.connectTo(centre);
    client = rpcx.connect().client(Client.class);
  }

  @AfterEach
  void stop() {
    rpcx.close();
    centre.stop(Duration.ZERO);
  }

  @Test
  void anIdempotentCallComesBackWhenItIsWelcome() {
    long began = System.nanoTime();
    assertThat(client.work()).isEqualTo(2);
    assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(30));
    assertThat(rpcx.inFlight()).isZero();
  }

  @Test
  void itComesBackAsOftenAsItMayBeTried() {
    busy.overloaded = Integer.MAX_VALUE;
    busy.wait = Duration.ofMillis(1);
    assertThat(catchThrowableOfType(RPCXException.class, client::work).status())
        .isEqualTo(StatusCode.OVERLOADED);
    assertThat(busy.calls.get()).isEqualTo(Limits.ATTEMPTS);
  }

  @Test
  void aCallThatIsNotIdempotentGetsTheTimeToRetryAfter() {
    RPCXException problem = catchThrowableOfType(RPCXException.class, client::workOnce);
    assertThat(problem.status()).isEqualTo(StatusCode.OVERLOADED);
    assertThat(problem.retryAfter()).contains(Duration.ofMillis(30));
    assertThat(problem.mayHaveRun()).isFalse();
    assertThat(busy.calls.get()).isEqualTo(1);
  }

  @Test
  void aCallWhoseDeadlineComesFirstEndsAtOnce() {
    busy.wait = Duration.ofDays(1);
    RPCXException problem = catchThrowableOfType(RPCXException.class, client::work);
    assertThat(problem.status()).isEqualTo(StatusCode.OVERLOADED);
    assertThat(problem.retryAfter()).contains(Duration.ofDays(1));
  }

  @Test
  void anotherAddressIsCalledAtOnce() {
    Busy free = new Busy();
    free.overloaded = 0;
    busy.overloaded = Integer.MAX_VALUE;
    busy.wait = Duration.ofSeconds(15);
    try (ServiceCentre other = Greeter.serve(free);
        RPCX both =
            RPCX.builder()
                .addresses("127.0.0.1:" + centre.port(), "127.0.0.1:" + other.port())
                .balancing(Balancing.ROUND_ROBIN)
                .deadline(Duration.ofSeconds(10))
                .build()) {
      Client two = both.connect().client(Client.class);
      assertThat(two.work() + two.work()).isPositive();
      assertThat(busy.calls.get()).isPositive();
    }
  }

  @Test
  void aCallThatWaitsCanBeCancelled() {
    busy.wait = Duration.ofSeconds(15);
    CompletableFuture<Integer> call = client.workAsync();
    await().until(() -> busy.calls.get() == 1);
    assertThat(rpcx.inFlight()).isEqualTo(1);
    assertThat(call.cancel(true)).isTrue();
    assertThat(rpcx.inFlight()).isZero();
  }

  @Test
  void aCallThatWaitsEndsWithItsClient() {
    busy.wait = Duration.ofSeconds(15);
    CompletableFuture<Integer> call = client.workAsync();
    await().until(() -> busy.calls.get() == 1);
    rpcx.close();
    assertThat(catchThrowable(call::join))
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOfSatisfying(
            RPCXException.class, e -> assertThat(e.status()).isEqualTo(StatusCode.UNAVAILABLE));
  }

  @Test
  void theReplyIsTheGoldenBytes() throws IOException {
    try (RawPeer peer = RawPeer.greeted(centre.port())) {
      peer.send(
          Envelope.newBuilder()
              .setRequest(RPCXRequest.newBuilder().setId(150).setService("busy").setMethod("work"))
              .build());
      assertThat(HexFormat.of().formatHex(peer.reply().toByteArray()))
          .isEqualTo("089601" + "1813" + "220462757379" + "301e");
    }
  }

  @Test
  void aWaitOutOfRangeIsRefused() {
    RPCXException busyNow = new RPCXException(StatusCode.OVERLOADED, "busy");
    for (Duration odd : new Duration[] {Duration.ZERO, Duration.ofDays(8)}) {
      assertThat(catchThrowable(() -> busyNow.withRetryAfter(odd)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("1 ms to 7 days");
    }
  }
}
