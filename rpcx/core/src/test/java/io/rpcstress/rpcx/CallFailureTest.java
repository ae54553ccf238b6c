package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.AbstractList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whatever is thrown around a call, the call ends, and no other one. */
class CallFailureTest {
  /** A list that cannot be written. */
  private static final class Broken extends AbstractList<String> {
    @Override
    public String get(int index) {
      throw new AssertionError("cannot be read");
    }

    @Override
    public int size() {
      return 3;
    }
  }

  /** A value that notes where it was decoded. */
  record Noted(String text) {
    static final AtomicReference<String> THREAD = new AtomicReference<>("");

    Noted {
      THREAD.set(Thread.currentThread().getName());
    }
  }

  /** Fails in every way. */
  @RPCXServer("broken")
  static final class Service {
    final CountDownLatch gate = new CountDownLatch(1);

    @Method("here")
    public List<String> here() {
      return new Broken();
    }

    @Method(value = "blocking", blocking = true)
    public List<String> blocking() {
      return new Broken();
    }

    @Method("later")
    public CompletableFuture<List<String>> later() {
      return CompletableFuture.completedFuture(new Broken());
    }

    @Method("error")
    public String error() {
      if (gate.getCount() > 0) {
        throw new StackOverflowError();
      }
      return "";
    }

    @Method(value = "hold", blocking = true)
    public String hold() throws InterruptedException {
      gate.await();
      return "held";
    }

    @Method("wrappedHere")
    public String wrappedHere() {
      return wrapped();
    }

    @Method(value = "wrapped", blocking = true)
    public String wrapped() {
      return CompletableFuture.<String>failedFuture(
              new RPCXException(StatusCode.NOT_FOUND, "chosen"))
          .join();
    }

    @Method(value = "note", blocking = true)
    public String note(Noted noted) {
      return noted.text();
    }
  }

  /** Its client. */
  @RPCXClient(remoteServerName = "broken")
  interface Client {
    @Method("here")
    List<String> here();

    @Method("blocking")
    List<String> blocking();

    @Method("later")
    List<String> later();

    @Method("error")
    String error();

    @Method("hold")
    CompletableFuture<String> hold();

    @Method("note")
    String note(Noted noted);

    @Method("wrappedHere")
    String wrappedHere();

    @Method("wrapped")
    String wrapped();
  }

  private final Service service = new Service();
  private ServiceCentre centre;
  private RPCX rpcx;
  private Client client;

  @BeforeEach
  void start() {
    centre = Greeter.serve(service);
    rpcx =
        RPCX.builder()
            .address(centre.address())
            .port(centre.port())
            .deadline(Duration.ofSeconds(5))
            .build();
    client = rpcx.client(Client.class);
  }

  @AfterEach
  void stop() {
    service.gate.countDown();
    rpcx.close();
    centre.stop(Duration.ZERO);
  }

  @Test
  void aStatusInACompletionExceptionCountsOnAnyThread() {
    for (Runnable call : List.<Runnable>of(client::wrappedHere, client::wrapped)) {
      assertThat(catchThrowableOfType(RPCXException.class, call::run).status())
          .isEqualTo(StatusCode.NOT_FOUND);
    }
  }

  private void failsAlone(Runnable call) throws Exception {
    CompletableFuture<String> other = client.hold();
    await().until(() -> centre.inFlight() == 1);
    RPCXException problem = catchThrowableOfType(RPCXException.class, call::run);
    assertThat(problem).isNotNull();
    assertThat(problem.status()).isEqualTo(StatusCode.INTERNAL);
    assertThat(centre.inFlight()).isEqualTo(1);
    service.gate.countDown();
    assertThat(other.get(5, TimeUnit.SECONDS)).isEqualTo("held");
    await().until(() -> centre.inFlight() == 0);
    assertThat(centre.connections()).isEqualTo(1);
  }

  @Test
  void anErrorWhileAResultIsEncodedOnTheLoop() throws Exception {
    failsAlone(client::here);
  }

  @Test
  void anErrorWhileAResultOfABlockingMethodIsEncoded() throws Exception {
    failsAlone(client::blocking);
  }

  @Test
  void anErrorWhileAFuturesResultIsEncoded() throws Exception {
    failsAlone(client::later);
  }

  @Test
  void anErrorOfAHandler() throws Exception {
    failsAlone(client::error);
  }

  @Test
  void anExecutorThatFailsIsOverloaded() {
    try (ServiceCentre other =
            ServiceCentre.builder()
                .publish(new Service())
                .blockingCalls(
                    call -> {
                      throw new OutOfMemoryError("unable to create native thread");
                    })
                .start();
        RPCX one = Greeter.connectTo(other)) {
      assertThatThrownBy(() -> one.client(Client.class).note(new Noted("x")))
          .isInstanceOfSatisfying(
              RPCXException.class, e -> assertThat(e.status()).isEqualTo(StatusCode.OVERLOADED));
      assertThat(other.inFlight()).isZero();
    }
  }

  @Test
  void argumentsOfBlockingMethodsAreDecodedOffTheLoop() {
    assertThat(client.note(new Noted("x"))).isEqualTo("x");
    assertThat(Noted.THREAD.get()).doesNotStartWith("rpcx-server");
  }
}
