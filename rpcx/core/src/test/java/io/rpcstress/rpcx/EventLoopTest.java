package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A caller does not depend on the event loop for its deadline, nor on one loop for all servers. */
class EventLoopTest {
  /** Waits briefly. */
  @RPCXClient(remoteServerName = "greeter")
  interface Brief {
    @Method(value = "greet", deadlineMillis = 200)
    String greet(String name);

    @Method(value = "greet", deadlineMillis = 200)
    CompletableFuture<String> greetAsync(String name);
  }

  /** Negative deadlines are no deadlines. */
  @RPCXClient(remoteServerName = "greeter")
  interface Negative {
    @Method(value = "greet", deadlineMillis = -1)
    String greet(String name);
  }

  @Test
  void theDeadlineEndsCallsWhoseEventLoopHangs() throws Exception {
    Greeter.Service service = new Greeter.Service();
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch hangs = new CountDownLatch(1);
    try (ServiceCentre centre = Greeter.serve(service);
        RPCX rpcx = Greeter.connectTo(centre)) {
      var unused =
          rpcx.client(Greeter.Client.class)
              .hold("Ada")
              .thenAccept(
                  text -> {
                    hangs.countDown();
                    try {
                      release.await();
                    } catch (InterruptedException e) {
                      Thread.currentThread().interrupt();
                    }
                  });
      service.gate.release();
      hangs.await();
      try {
        Brief brief = rpcx.client(Brief.class);
        CompletableFuture<RPCXException> seen = new CompletableFuture<>();
        Thread caller =
            new Thread(
                () ->
                    seen.complete(
                        catchThrowableOfType(RPCXException.class, () -> brief.greet("Ada"))));
        caller.start();
        CompletableFuture<String> future = brief.greetAsync("Ada");
        assertThat(seen.get(10, TimeUnit.SECONDS).status()).isEqualTo(StatusCode.DEADLINE_EXCEEDED);
        assertThatThrownBy(() -> future.get(10, TimeUnit.SECONDS))
            .hasMessageContaining("DEADLINE_EXCEEDED");
        assertThat(rpcx.inFlight()).isZero();
      } finally {
        release.countDown();
      }
    }
  }

  @Test
  void twoServersOfOneClientHaveTwoEventLoops() throws Exception {
    assumeThat(Runtime.getRuntime().availableProcessors()).isGreaterThan(1);
    Greeter.Service service = new Greeter.Service();
    try (ServiceCentre centre = Greeter.serve(service);
        RPCX rpcx = RPCX.builder().port(centre.port()).deadline(Duration.ofSeconds(20)).build()) {
      // Two addresses of one host are two servers to a client.
      assertThat(loopOf(service, rpcx.client(Near.class)::hold))
          .isNotEqualTo(loopOf(service, rpcx.client(Far.class)::hold));
    }
  }

  private static String loopOf(
      Greeter.Service service, Function<String, CompletableFuture<String>> call) throws Exception {
    CompletableFuture<String> loop =
        call.apply("Ada").thenApply(text -> Thread.currentThread().getName());
    service.gate.release();
    return loop.get(20, TimeUnit.SECONDS);
  }

  /** One server. */
  @RPCXClient(remoteServerName = "greeter", remoteServerAddress = "127.0.0.1")
  interface Near {
    @Method("hold")
    CompletableFuture<String> hold(String name);
  }

  /** Another. */
  @RPCXClient(remoteServerName = "greeter", remoteServerAddress = "localhost")
  interface Far {
    @Method("hold")
    CompletableFuture<String> hold(String name);
  }

  /** A result whose making waits, on the event loop. */
  record Hanging(String text) {
    static final CountDownLatch RELEASE = new CountDownLatch(1);

    Hanging {
      try {
        RELEASE.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** The same on the other side, where it does not wait. */
  @Published("Hanging")
  record Quick(String text) {}

  /** Returns records. */
  @RPCXServer("records")
  static final class Records {
    @Method("get")
    public Quick get() {
      return new Quick("Ada");
    }
  }

  /** Gets records. */
  @RPCXClient(remoteServerName = "records")
  interface RecordsClient {
    @Method(value = "get", deadlineMillis = 200)
    Hanging get();
  }

  @Test
  void theDeadlineEndsACallWhoseResultHangs() throws Exception {
    try (ServiceCentre centre = Greeter.serve(new Records());
        RPCX rpcx = Greeter.connectTo(centre)) {
      try {
        CompletableFuture<RPCXException> seen = new CompletableFuture<>();
        Thread caller =
            new Thread(
                () ->
                    seen.complete(
                        catchThrowableOfType(
                            RPCXException.class, () -> rpcx.client(RecordsClient.class).get())));
        caller.start();
        assertThat(seen.get(10, TimeUnit.SECONDS).status()).isEqualTo(StatusCode.DEADLINE_EXCEEDED);
      } finally {
        Hanging.RELEASE.countDown();
      }
    }
  }

  @Test
  void aStageOfAnExpiredCallThatHangsDelaysNoDeadline() throws Exception {
    Greeter.Service service = new Greeter.Service();
    CountDownLatch release = new CountDownLatch(1);
    try (ServiceCentre centre = Greeter.serve(service);
        RPCX rpcx = Greeter.connectTo(centre)) {
      CountDownLatch hangs = new CountDownLatch(1);
      var unused =
          rpcx.client(Held.class)
              .holdAsync("Ada")
              .whenComplete(
                  (value, problem) -> {
                    hangs.countDown();
                    try {
                      release.await();
                    } catch (InterruptedException e) {
                      Thread.currentThread().interrupt();
                    }
                  });
      hangs.await();
      try {
        CompletableFuture<RPCXException> seen = new CompletableFuture<>();
        Thread caller =
            new Thread(
                () ->
                    seen.complete(
                        catchThrowableOfType(
                            RPCXException.class, () -> rpcx.client(Held.class).hold("Ada"))));
        caller.start();
        assertThat(seen.get(10, TimeUnit.SECONDS).status()).isEqualTo(StatusCode.DEADLINE_EXCEEDED);
      } finally {
        release.countDown();
        service.gate.release(10);
      }
    }
  }

  /** Waits in vain. */
  @RPCXClient(remoteServerName = "greeter")
  interface Held {
    @Method(value = "hold", deadlineMillis = 200)
    String hold(String name);

    @Method(value = "hold", deadlineMillis = 200)
    CompletableFuture<String> holdAsync(String name);
  }

  @Test
  void aNegativeDeadlineIsRefusedAtStart() {
    try (RPCX rpcx = RPCX.builder().build()) {
      assertThatThrownBy(() -> rpcx.client(Negative.class))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("deadlineMillis = -1");
    }
  }
}
