package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.GoAway;
import io.rpcstress.rpcx.proto.Hello;
import io.rpcstress.rpcx.proto.RPCXRequest;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a peer can make a server hold of frames that have not ended. */
class ReceiveLimitsTest {
  private static final int FRAME = 4 * 1024 * 1024;
  private static final int PEERS = 95;
  private static final long BUDGET = 16L * 1024 * 1024;

  private static long usedHeap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static Thread sending(RawPeer peer, byte[] bytes) {
    Thread thread =
        new Thread(
            () -> {
              try {
                peer.send(bytes);
              } catch (IOException closed) {
                // As it should be.
              }
            });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  @Test
  void beforeHelloAFrameIsSmall() throws IOException {
    try (ServiceCentre centre = Greeter.serve(new Greeter.Service());
        RawPeer peer = new RawPeer(centre.port());
        RawPeer longest = new RawPeer(centre.port())) {
      peer.send(ByteBuffer.allocate(8).putInt(Limits.MAX_HELLO_BYTES + 1).array());
      GoAway farewell = peer.receive().getGoAway();
      assertThat(farewell.getMessage()).contains("more than 8192 bytes");
      assertThat(peer.isClosedByPeer()).isTrue();
      longest.send(
          Envelope.newBuilder()
              .setHello(
                  Hello.newBuilder().setVersion(1).setToken("t".repeat(Limits.MAX_TOKEN_BYTES)))
              .build());
      assertThat(longest.receive().hasHello()).isTrue();
    }
  }

  @Test
  void partialFramesShareABudgetAndWaitForIt() throws Exception {
    Limits limits =
        Limits.builder()
            .maxReceivingBytes(BUDGET)
            .partialFrameTimeout(Duration.ofMinutes(5))
            .build();
    byte[] whole = RawPeer.frame(RawPeer.greet(1, "x".repeat(FRAME - 100)));
    byte[] part = Arrays.copyOf(whole, whole.length - 1000);
    List<RawPeer> peers = new ArrayList<>();
    List<Thread> senders = new ArrayList<>();
    try (ServiceCentre centre = Greeter.serve(new Greeter.Service(), limits);
        RPCX rpcx = Greeter.connectTo(centre)) {
      Greeter.Client good = rpcx.client(Greeter.Client.class);
      assertThat(good.greet("Ada")).isEqualTo("hello, Ada");
      long before = usedHeap();
      for (int i = 0; i < PEERS; i++) {
        RawPeer peer = RawPeer.greeted(centre.port());
        peers.add(peer);
        senders.add(sending(peer, part));
      }
      await().until(() -> centre.receivingBytes() > BUDGET - FRAME - 1000);
      for (int i = 0; i < 50; i++) {
        assertThat(good.greet("n" + i)).isEqualTo("hello, n" + i);
      }
      long kept = usedHeap() - before;
      System.out.println(PEERS + " partial frames: heap +" + kept / 1_000_000 + " MB");
      assertThat(centre.receivingBytes()).isLessThanOrEqualTo(BUDGET);
      assertThat(kept).isLessThan(BUDGET + PEERS * 256L * 1024);
      // A peer that waits for the budget gets it when the others are gone.
      RawPeer last = peers.remove(PEERS - 1);
      Thread lastSender = senders.get(PEERS - 1);
      for (RawPeer peer : peers) {
        peer.close();
      }
      lastSender.join(20_000);
      last.send(Arrays.copyOfRange(whole, part.length, whole.length));
      assertThat(last.reply().getStatus()).isZero();
      last.close();
      await().until(() -> centre.receivingBytes() == 0);
    }
  }

  /** Peers that hold the whole budget with frames that do not end. */
  private static List<RawPeer> holders(ServiceCentre centre) throws IOException {
    List<RawPeer> holders = new ArrayList<>();
    byte[] start = ByteBuffer.allocate(8).putInt(FRAME).putInt(0x0A000000).array();
    long frame = FRAME + Integer.BYTES;
    for (int i = 0; i < BUDGET / frame; i++) {
      RawPeer holder = RawPeer.greeted(centre.port());
      holders.add(holder);
      holder.send(start);
    }
    await().until(() -> centre.receivingBytes() == BUDGET / frame * frame);
    return holders;
  }

  private static Limits patient() {
    return Limits.builder()
        .maxReceivingBytes(BUDGET)
        .partialFrameTimeout(Duration.ofMinutes(5))
        .build();
  }

  @Test
  void framesThatWaitForTheBudgetHoldLittle() throws Exception {
    int waiting = 400;
    List<RawPeer> peers = new ArrayList<>();
    try (ServiceCentre centre = Greeter.serve(new Greeter.Service(), patient())) {
      List<RawPeer> holders = holders(centre);
      long before = usedHeap();
      byte[] whole = RawPeer.frame(RawPeer.greet(1, "x".repeat(FRAME - 100)));
      byte[] start = Arrays.copyOf(whole, 48 * 1024);
      for (int i = 0; i < waiting; i++) {
        RawPeer peer = RawPeer.greeted(centre.port());
        peers.add(peer);
        peer.send(start);
      }
      RawPeer last = peers.remove(waiting - 1);
      // The server has looked at all of them: the next one is answered.
      try (RawPeer next = RawPeer.greeted(centre.port())) {
        next.send(RawPeer.greet(1, "Ada"));
        assertThat(next.reply().getStatus()).isZero();
      }
      long kept = usedHeap() - before;
      System.out.println(waiting + " frames that wait: heap +" + kept / 1000 + " kB");
      assertThat(kept).isLessThan(waiting * 32L * 1024);
      peers.addAll(holders);
      for (RawPeer peer : peers) {
        peer.close();
      }
      last.send(Arrays.copyOfRange(whole, start.length, whole.length));
      assertThat(last.reply().getStatus()).isZero();
      last.close();
      await().until(() -> centre.receivingBytes() == 0);
    }
  }

  @Test
  void aFrameThatKeepsComingTooSlowlyIsEnded() throws Exception {
    Limits limits =
        Limits.builder()
            .partialFrameTimeout(Duration.ofMillis(300))
            .minBytesPerSecond(1024 * 1024)
            .build();
    try (ServiceCentre centre = Greeter.serve(new Greeter.Service(), limits);
        RawPeer peer = RawPeer.greeted(centre.port())) {
      byte[] frame = RawPeer.frame(RawPeer.greet(1, "x".repeat(FRAME - 100)));
      int sent = 0;
      try {
        while (sent < 1024 * 1024) {
          peer.send(Arrays.copyOfRange(frame, sent, sent + 1024));
          sent += 1024;
          TimeUnit.MILLISECONDS.sleep(10);
        }
      } catch (SocketException closed) {
        // As it should be.
      }
      System.out.println("a frame at about 100 KB/s was ended after " + sent + " bytes");
      assertThat(sent).isLessThan(1024 * 1024);
      await().until(() -> centre.connections() == 0);
    }
  }

  @Test
  void anOversizedFramesFarewellNamesTheCallAndIsNotLost() throws IOException {
    Limits limits = Limits.builder().maxFrameBytes(64 * 1024).build();
    try (ServiceCentre centre = Greeter.serve(new Greeter.Service(), limits);
        RawPeer peer = RawPeer.greeted(centre.port())) {
      peer.send(RawPeer.greet(77, "x".repeat(1024 * 1024)));
      GoAway farewell = peer.receive().getGoAway();
      assertThat(farewell.getStatus()).isEqualTo(StatusCode.INVALID_ARGUMENT.number());
      assertThat(farewell.hasCallId()).isTrue();
      assertThat(farewell.getCallId()).isEqualTo(77);
      assertThat(peer.isClosedByPeer()).isTrue();
    }
  }

  @Test
  void aRefusedRequestsFarewellNamesTheCall() throws IOException {
    try (ServiceCentre centre = Greeter.serve(new Greeter.Service());
        RawPeer peer = RawPeer.greeted(centre.port())) {
      RPCXRequest request =
          RawPeer.greet(78, "x").getRequest().toBuilder().setService("s".repeat(129)).build();
      peer.send(Envelope.newBuilder().setRequest(request).build());
      assertThat(peer.receive().getGoAway().getCallId()).isEqualTo(78);
    }
  }

  @Test
  void aHelloWithADeadlineOverAWeekIsAWeek() throws IOException {
    try (ServiceCentre centre = Greeter.serve(new Greeter.Service());
        RawPeer peer = new RawPeer(centre.port())) {
      peer.send(
          Envelope.newBuilder()
              .setHello(Hello.newBuilder().setVersion(1).setDefaultDeadlineMs(-1))
              .build());
      assertThat(peer.receive().hasHello()).isTrue();
      RPCXRequest request =
          RPCXRequest.newBuilder().setId(1).setService("greeter").setMethod("remaining").build();
      peer.send(Envelope.newBuilder().setRequest(request).build());
      ByteString nanos = peer.reply().getResult();
      long remaining = nanos.newCodedInput().readInt64();
      assertThat(remaining)
          .isBetween(
              TimeUnit.MILLISECONDS.toNanos(Limits.MAX_DEADLINE_MILLIS) - 60_000_000_000L,
              TimeUnit.MILLISECONDS.toNanos(Limits.MAX_DEADLINE_MILLIS));
    }
  }
}
