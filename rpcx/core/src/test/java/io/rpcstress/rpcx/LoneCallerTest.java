package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.RPCXRequest;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A caller that is alone on its connection writes by itself; whichever thread writes, the bytes are
 * whole.
 */
class LoneCallerTest {
  private static final String LONG = " " + "x".repeat(3000);

  private ServerSocket listener;
  private RPCX rpcx;
  private Greeter.Client greeter;

  @BeforeEach
  void start() throws Exception {
    listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    rpcx =
        RPCX.builder()
            .address("127.0.0.1")
            .port(listener.getLocalPort())
            .eventLoops(1)
            .deadline(Duration.ofSeconds(60))
            .limits(Limits.builder().pingInterval(Duration.ofMinutes(5)).build())
            .build();
    greeter = rpcx.client(Greeter.Client.class);
  }

  @AfterEach
  void stop() throws Exception {
    rpcx.close();
    listener.close();
  }

  /** Connects, and makes a call whose dependent stage is run on the event loop. */
  private RawPeer connect(Runnable onTheLoop) throws Exception {
    CompletableFuture<String> first = greeter.greetAsync("first");
    CompletableFuture<Void> then = first.thenRun(onTheLoop);
    RawPeer peer = new RawPeer(listener.accept());
    peer.send(RawPeer.hello());
    peer.send(RawPeer.reply(peer.request().getId(), "first"));
    // Not by get, which would help to run the stage, here, and so wait for itself.
    Awaitility.await().atMost(Duration.ofSeconds(60)).until(first::isDone);
    assertThat(first.getNow("")).isEqualTo("first");
    assertThat(then).isNotCancelled();
    return peer;
  }

  private static void await(CountDownLatch latch) {
    try {
      boolean unused = latch.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void itsRequestLeavesWhileTheEventLoopIsBusy() throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch free = new CountDownLatch(1);
    try (RawPeer peer =
        connect(
            () -> {
              held.countDown();
              await(free);
            })) {
      await(held);
      CompletableFuture<String> call = greeter.greetAsync("alone");
      RPCXRequest request = peer.request();
      assertThat(request.getParameters(0).getValue().toStringUtf8()).isEqualTo("alone");
      // A second one is not alone, and waits for the event loop behind which others gather.
      CompletableFuture<String> second = greeter.greetAsync("second");
      assertThat(rpcx.inFlight()).isEqualTo(2);
      free.countDown();
      peer.send(RawPeer.reply(request.getId(), "answered"));
      peer.send(RawPeer.reply(peer.request().getId(), "answered too"));
      assertThat(call.get(60, TimeUnit.SECONDS)).isEqualTo("answered");
      assertThat(second.get(60, TimeUnit.SECONDS)).isEqualTo("answered too");
    }
  }

  @Test
  void whatTheSystemDoesNotTakeAtOnceComesWholeAndInOrder() throws Exception {
    try (RawPeer peer = connect(() -> {})) {
      // Each is alone when it is written, since the one before has been given up; the peer does not
      // read.
      int made = 0;
      CompletableFuture<String> call = greeter.greetAsync(made + LONG);
      while (!call.isCompletedExceptionally() && made < 100_000) {
        boolean unused = call.cancel(true);
        made++;
        call = greeter.greetAsync(made + LONG);
      }
      assertThat(call).as("the client wrote without end").isCompletedExceptionally();
      // Whatever was written comes out whole, in the order of the one caller; a call after it, too.
      CompletableFuture<String> last = readUntilItTakesMore(peer, made);
      assertThat(last.get(60, TimeUnit.SECONDS)).isEqualTo("answered");
    }
  }

  private CompletableFuture<String> readUntilItTakesMore(RawPeer peer, int made) throws Exception {
    int before = -1;
    CompletableFuture<String> last = greeter.greetAsync("last");
    while (true) {
      Envelope next = peer.receive();
      if (next.hasRequest() && isNumbered(next.getRequest())) {
        before = checkNext(next.getRequest(), before, made);
        if (last.isCompletedExceptionally()) {
          last = greeter.greetAsync("last");
        }
      } else if (next.hasRequest()) {
        peer.send(RawPeer.reply(next.getRequest().getId(), "answered"));
        assertThat(before).isPositive();
        return last;
      }
    }
  }

  private static boolean isNumbered(RPCXRequest request) {
    return request.getParameters(0).getValue().toStringUtf8().endsWith(LONG);
  }

  private static int checkNext(RPCXRequest request, int before, int made) {
    String text = request.getParameters(0).getValue().toStringUtf8();
    int number = Integer.parseInt(text.substring(0, text.indexOf(' ')));
    assertThat(number).isGreaterThan(before).isLessThanOrEqualTo(made);
    return number;
  }
}
