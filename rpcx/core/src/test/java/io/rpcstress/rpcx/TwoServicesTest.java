package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.rpcstress.rpcx.proto.RPCXReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** Servers that are clients, ids in use, and stopping more than once. */
class TwoServicesTest {
  /** Calls the other one as often as requested. */
  @RPCXServer("ping")
  static final class Table {
    volatile Player other;

    @Method("here")
    public String here(int more) {
      return more == 0 ? "end" : other.here(more - 1);
    }

    @Method(value = "away", blocking = true)
    public String away(int more) {
      return more == 0 ? "end" : other.away(more - 1);
    }
  }

  /** The client of both. */
  @RPCXClient(remoteServerName = "ping")
  interface Player {
    @Method("here")
    String here(int more);

    @Method("away")
    String away(int more);
  }

  @Test
  void servicesThatCallEachOtherFromTheirLoopsGetAStatusAndNoDeadlock() {
    Table one = new Table();
    Table two = new Table();
    try (ServiceCentre first = ServiceCentre.builder().eventLoops(1).publish(one).start();
        ServiceCentre second = ServiceCentre.builder().eventLoops(1).publish(two).start();
        RPCX toFirst = Greeter.connectTo(first);
        RPCX toSecond = Greeter.connectTo(second)) {
      one.other = toSecond.client(Player.class);
      two.other = toFirst.client(Player.class);
      Player player = toFirst.client(Player.class);
      assertThat(player.away(6)).isEqualTo("end");
      long before = System.nanoTime();
      RPCXException problem =
          Assertions.catchThrowableOfType(RPCXException.class, () -> player.here(2));
      assertThat(problem.status()).isEqualTo(StatusCode.INTERNAL);
      assertThat(problem.getMessage()).contains("a call that the method made ended with");
      System.out.println(
          "two services: ended after " + (System.nanoTime() - before) / 1_000_000 + " ms");
    }
  }

  @Test
  void anIdThatIsInFlightOffTheLoopIsRefusedOnTheLoopToo() throws Exception {
    Greeter.Service service = new Greeter.Service();
    try (ServiceCentre centre = Greeter.serve(service);
        RawPeer peer = RawPeer.greeted(centre.port())) {
      peer.send(RawPeer.request(5, "greeter", "hold", "string", ByteString.EMPTY));
      peer.send(RawPeer.greet(5, "Ada"));
      RPCXReply refused = peer.reply();
      assertThat(refused.getStatus()).isEqualTo(StatusCode.INVALID_ARGUMENT.number());
      assertThat(refused.getMessage()).contains("in flight");
      service.gate.release();
      assertThat(peer.reply().getResult().toStringUtf8()).isEqualTo("held ");
      peer.send(RawPeer.greet(5, "Ada"));
      assertThat(peer.reply().getResult().toStringUtf8()).isEqualTo("hello, Ada");
    }
  }

  private static CompletableFuture<Boolean> stopping(ServiceCentre centre, Duration grace) {
    CompletableFuture<Boolean> result = new CompletableFuture<>();
    new Thread(() -> result.complete(centre.stop(grace))).start();
    return result;
  }

  @Test
  void stoppingTwiceWaitsForTheSameEnd() throws Exception {
    Greeter.Service service = new Greeter.Service();
    ServiceCentre centre = Greeter.serve(service);
    try (RPCX rpcx = Greeter.connectTo(centre)) {
      CompletableFuture<String> held = rpcx.client(Greeter.Client.class).hold("Ada");
      await().until(() -> service.began.get() == 1);
      List<CompletableFuture<Boolean>> stops = new ArrayList<>();
      stops.add(stopping(centre, Duration.ofSeconds(60)));
      await().until(() -> !centre.health().equals("SERVING"));
      stops.add(stopping(centre, Duration.ofSeconds(60)));
      await().pollDelay(Duration.ofMillis(100)).until(() -> true);
      assertThat(stops).noneMatch(CompletableFuture::isDone);
      service.gate.release();
      assertThat(held.get(20, TimeUnit.SECONDS)).isEqualTo("held Ada");
      for (CompletableFuture<Boolean> stop : stops) {
        assertThat(stop.get(20, TimeUnit.SECONDS)).isTrue();
      }
    }
  }

  @Test
  void aShorterGraceBringsTheEndForward() throws Exception {
    Greeter.Service service = new Greeter.Service();
    ServiceCentre centre = Greeter.serve(service);
    try (RPCX rpcx = Greeter.connectTo(centre)) {
      var unused = rpcx.client(Greeter.Client.class).hold("Ada");
      await().until(() -> service.began.get() == 1);
      CompletableFuture<Boolean> patient = stopping(centre, Duration.ofMinutes(10));
      await().until(() -> !centre.health().equals("SERVING"));
      assertThat(centre.stop(Duration.ofMillis(20))).isFalse();
      assertThat(patient.get(20, TimeUnit.SECONDS)).isFalse();
    } finally {
      service.gate.release();
    }
  }

  /** Holds its event loop. */
  @RPCXServer("hang")
  static final class Hang {
    final java.util.concurrent.CountDownLatch gate = new java.util.concurrent.CountDownLatch(1);

    @Method("hang")
    public String hang() throws InterruptedException {
      gate.await();
      return "at last";
    }
  }

  @RPCXClient(remoteServerName = "hang")
  interface HangClient {
    @Method("hang")
    CompletableFuture<String> hang();
  }

  @Test
  void aHandlerThatHoldsItsLoopMakesTheServerNotServing() throws Exception {
    Hang hang = new Hang();
    Limits limits = Limits.builder().stuckHandlerAfter(Duration.ofMillis(100)).build();
    try (ServiceCentre centre = Greeter.serve(hang, limits);
        RPCX rpcx = Greeter.connectTo(centre)) {
      assertThat(centre.health()).isEqualTo("SERVING");
      CompletableFuture<String> answer = rpcx.client(HangClient.class).hang();
      await().until(() -> centre.health().equals("NOT_SERVING"));
      hang.gate.countDown();
      assertThat(answer.get(20, TimeUnit.SECONDS)).isEqualTo("at last");
      await().until(() -> centre.health().equals("SERVING"));
    } finally {
      hang.gate.countDown();
    }
  }
}
