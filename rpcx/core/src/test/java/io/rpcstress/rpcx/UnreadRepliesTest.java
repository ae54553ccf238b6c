package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import com.sun.management.ThreadMXBean;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.Hello;
import io.rpcstress.rpcx.proto.RPCXReply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * Clients that ask for much and do not read it: the server's memory stays bounded in bytes, and the
 * others are served. {@code -Drpcx.peers=1000} makes the crowd as large as a server lets in.
 */
class UnreadRepliesTest {
  private static final int MEGABYTE = 1_000_000;
  private static final long BUDGET = 32L * 1024 * 1024;
  private static final int PEERS = Integer.getInteger("rpcx.peers", 40);
  private static final int REQUESTS_OF_EACH = 20;

  /** Replies of any size, made in each of the three ways. */
  @RPCXServer("blobs")
  static final class Blobs {
    final AtomicInteger ran = new AtomicInteger();
    final Queue<CompletableFuture<byte[]>> open = new ConcurrentLinkedQueue<>();

    @Method("here")
    public byte[] here(int bytes) {
      return new byte[bytes];
    }

    @Method(value = "blocking", blocking = true)
    public byte[] blocking(int bytes) {
      ran.incrementAndGet();
      return new byte[bytes];
    }

    @Method("later")
    public CompletableFuture<byte[]> later(int bytes) {
      return CompletableFuture.supplyAsync(() -> new byte[bytes]);
    }

    /** Ends when the test releases it. */
    @Method("held")
    public CompletableFuture<byte[]> held(int bytes) {
      CompletableFuture<byte[]> result = new CompletableFuture<>();
      open.add(result);
      return result;
    }
  }

  /** Makes nothing: its reply is all that a call costs. */
  @RPCXServer("same")
  static final class Same {
    private final byte[] result;

    Same(byte[] result) {
      this.result = result;
    }

    @Method(value = "blob", blocking = true)
    public byte[] blob(int unused) {
      return result;
    }
  }

  /** The good client's view. */
  @RPCXClient(remoteServerName = "blobs")
  interface BlobClient {
    @Method("here")
    byte[] here(int bytes);

    @Method("blocking")
    byte[] blocking(int bytes);

    @Method("later")
    byte[] later(int bytes);
  }

  private static byte[] requests(String method, int count) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    // 1,000,000 as a varint.
    ByteString size = ByteString.copyFrom(new byte[] {(byte) 0xC0, (byte) 0x84, 0x3D});
    for (int i = 1; i <= count; i++) {
      all.writeBytes(RawPeer.frame(RawPeer.request(i, "blobs", method, "int32", size)));
    }
    return all.toByteArray();
  }

  private static long usedHeap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static Limits limits() {
    return Limits.builder()
        .maxUnwrittenBytes(BUDGET)
        .maxConnections(PEERS + 10)
        .idleTimeout(Duration.ofMinutes(5))
        .build();
  }

  /** A peer whose system takes little for it. */
  private static RawPeer narrow(ServiceCentre centre) throws IOException {
    RawPeer peer = RawPeer.narrow(centre.port());
    peer.send(RawPeer.hello());
    return peer;
  }

  private static void oneConnection(String method) throws Exception {
    Blobs blobs = new Blobs();
    try (ServiceCentre centre = Greeter.serve(blobs, limits());
        RPCX rpcx = Greeter.connectTo(centre);
        RawPeer peer = narrow(centre)) {
      BlobClient good = rpcx.client(BlobClient.class);
      assertThat(good.here(10)).hasSize(10);
      long before = usedHeap();
      peer.send(requests(method, 600));
      long peak = 0;
      for (int i = 0; i < 40; i++) {
        assertThat(good.here(10)).hasSize(10);
        assertThat(good.blocking(1000)).hasSize(1000);
        assertThat(good.later(1000)).hasSize(1000);
        peak = Math.max(peak, centre.unwrittenBytes());
      }
      await().until(() -> centre.inFlight() == 0);
      long kept = usedHeap() - before;
      System.out.println(
          method
              + ": 600 replies of 1 MB unread: heap +"
              + kept / MEGABYTE
              + " MB, counted "
              + peak);
      assertThat(kept).isLessThan(3 * BUDGET);
      assertThat(peak).isLessThan(BUDGET + Limits.SHARE_BYTES * 10L);
    }
  }

  @Test
  void oneConnectionThatReadsNoRepliesOfBlockingMethods() throws Exception {
    oneConnection("blocking");
  }

  @Test
  void oneConnectionThatReadsNoRepliesOfFutures() throws Exception {
    oneConnection("later");
  }

  @Test
  void resultsThatAreDroppedAreNotKeptWhileTheClientDoesNotRead() throws Exception {
    Blobs blobs = new Blobs();
    int calls = 300;
    try (ServiceCentre centre = Greeter.serve(blobs, limits());
        RawPeer peer = narrow(centre)) {
      peer.send(requests("held", calls));
      await().until(() -> centre.inFlight() == calls);
      long before = usedHeap();
      for (int i = 0; i < calls; i++) {
        blobs.open.remove().complete(new byte[MEGABYTE]);
      }
      assertThat(centre.inFlight()).isZero();
      assertThat(usedHeap() - before).isLessThan(3 * BUDGET);
    }
  }

  @Test
  void aReplyThatHasNoRoomCostsNoMemory() throws Exception {
    int calls = 50;
    byte[] result = new byte[MEGABYTE];
    ByteString one = ByteString.copyFrom(new byte[] {1});
    AtomicLong allocated = new AtomicLong();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Executor counting =
        task -> {
          long before = threads.getCurrentThreadAllocatedBytes();
          task.run();
          allocated.addAndGet(threads.getCurrentThreadAllocatedBytes() - before);
        };
    // Half of it is the most for one connection, so that none of the replies has room.
    Limits limits = Limits.builder().maxUnwrittenBytes(MEGABYTE).build();
    try (ServiceCentre centre =
            ServiceCentre.builder()
                .limits(limits)
                .blockingCalls(counting)
                .publish(new Same(result))
                .start();
        RawPeer peer = RawPeer.greeted(centre.port())) {
      for (int i = 1; i <= calls; i++) {
        peer.send(RawPeer.request(i, "same", "blob", "int32", one));
        assertThat(peer.reply().getStatus()).isEqualTo(StatusCode.REPLY_DROPPED.number());
      }
      assertThat(allocated.get()).isLessThan(calls * (long) MEGABYTE / 10);
      assertThat(centre.unwrittenBytes()).isZero();
    }
  }

  @Test
  void everyCallOfAClientThatReadsLateIsAnswered() throws Exception {
    Blobs blobs = new Blobs();
    try (ServiceCentre centre = Greeter.serve(blobs, limits());
        RawPeer peer = RawPeer.greeted(centre.port())) {
      int calls = 100;
      peer.send(requests("blocking", calls));
      int whole = 0;
      int overloaded = 0;
      for (int i = 0; i < calls; i++) {
        RPCXReply reply = peer.reply();
        if (reply.getStatus() == 0) {
          assertThat(reply.getResult().size()).isEqualTo(MEGABYTE);
          whole++;
        } else if (reply.getStatus() == StatusCode.OVERLOADED.number()) {
          overloaded++;
        } else {
          assertThat(reply.getStatus()).isEqualTo(StatusCode.REPLY_DROPPED.number());
        }
      }
      assertThat(whole).isPositive();
      assertThat(blobs.ran.get()).as("OVERLOADED means not run").isEqualTo(calls - overloaded);
      await().until(() -> centre.unwrittenBytes() == 0);
    }
  }

  @Test
  void connectionsThatHaveReadTheirRepliesHoldLittle() throws Exception {
    int idle = 400;
    int calls = 600;
    List<RawPeer> peers = new ArrayList<>();
    Limits limits = Limits.builder().maxConnections(idle).build();
    try (ServiceCentre centre = Greeter.serve(new Greeter.Service(), limits)) {
      ByteArrayOutputStream burst = new ByteArrayOutputStream();
      for (int i = 1; i <= calls; i++) {
        burst.writeBytes(RawPeer.frame(RawPeer.greet(i, "Ada".repeat(20))));
      }
      for (int i = 0; i < 40; i++) {
        RawPeer peer = RawPeer.greeted(centre.port());
        peers.add(peer);
      }
      long before = usedHeap();
      for (int i = peers.size(); i < idle; i++) {
        RawPeer peer = RawPeer.greeted(centre.port());
        peers.add(peer);
        peer.send(burst.toByteArray());
        for (int reply = 0; reply < calls; reply++) {
          assertThat(peer.reply().getStatus()).isZero();
        }
      }
      long kept = usedHeap() - before;
      System.out.println(idle + " idle connections: heap +" + kept / 1000 + " kB");
      assertThat(kept).isLessThan(idle * 24L * 1024);
      for (RawPeer peer : peers) {
        peer.close();
      }
    }
  }

  @Test
  void aCrowdThatReadsNothingLeavesGoodClientsAlone() throws Exception {
    List<RawPeer> crowd = new ArrayList<>();
    String[] methods = {"here", "blocking", "later"};
    try (ServiceCentre centre = Greeter.serve(new Blobs(), limits());
        RPCX rpcx = Greeter.connectTo(centre)) {
      BlobClient good = rpcx.client(BlobClient.class);
      assertThat(good.here(10)).hasSize(10);
      long before = usedHeap();
      long peak = 0;
      for (int i = 0; i < PEERS; i++) {
        RawPeer peer = narrow(centre);
        crowd.add(peer);
        peer.send(requests(methods[i % methods.length], REQUESTS_OF_EACH));
        assertThat(good.here(100)).hasSize(100);
        assertThat(good.blocking(100)).hasSize(100);
        assertThat(good.later(100)).hasSize(100);
        peak = Math.max(peak, centre.unwrittenBytes());
      }
      // Those that read nothing while the memory is needed are closed, and large replies fit again.
      await()
          .atMost(Duration.ofSeconds(60))
          .ignoreExceptions()
          .untilAsserted(() -> assertThat(good.blocking(MEGABYTE)).hasSize(MEGABYTE));
      long kept = usedHeap() - before;
      System.out.println(
          PEERS + " peers: heap +" + kept / MEGABYTE + " MB, counted at most " + peak);
      assertThat(peak).isLessThan(BUDGET + PEERS * 2L * Limits.SHARE_BYTES + 4 * MEGABYTE);
      assertThat(kept).isLessThan(3 * BUDGET);
      for (RawPeer peer : crowd) {
        peer.close();
      }
      await().atMost(Duration.ofSeconds(60)).until(() -> centre.connections() == 1);
      await().atMost(Duration.ofSeconds(60)).until(() -> centre.unwrittenBytes() == 0);
      assertThat(centre.inFlight()).isZero();
    }
  }

  @Test
  void aClientThatReadsBytesNowAndThenIsClosed() throws Exception {
    Limits limits =
        Limits.builder()
            .stalledWriteTimeout(Duration.ofMillis(300))
            .minBytesPerSecond(8 * 1024 * 1024)
            .build();
    try (ServiceCentre centre = Greeter.serve(new Blobs(), limits);
        RawPeer peer = narrow(centre)) {
      peer.send(requests("here", 20));
      AtomicInteger read = new AtomicInteger();
      await()
          .atMost(Duration.ofSeconds(20))
          .pollInterval(Duration.ofMillis(20))
          .until(
              () -> {
                // Some progress all the time, but never enough.
                read.addAndGet(peer.socket().getInputStream().readNBytes(16 * 1024).length);
                return centre.connections() == 0;
              });
      assertThat(read.get()).isLessThan(20 * MEGABYTE);
    }
  }

  @Test
  void aClientThatSendsWholeFramesAndReadsNoRepliesIsClosedInTimeToo() throws Exception {
    Limits limits =
        Limits.builder()
            .stalledWriteTimeout(Duration.ofMillis(300))
            .idleTimeout(Duration.ofMinutes(5))
            .build();
    try (ServiceCentre centre = Greeter.serve(new Blobs(), limits);
        RawPeer peer = narrow(centre)) {
      assertThat(peer.receive().hasHello()).isTrue();
      // So long that no connection without calls is looked at.
      TimeUnit.MILLISECONDS.sleep(500);
      // 60,000 as a varint: far from what stops the server reading.
      ByteString size = ByteString.copyFrom(new byte[] {(byte) 0xE0, (byte) 0xD4, 0x03});
      for (int i = 1; centre.unwrittenBytes() == 0 && centre.connections() == 1; i++) {
        peer.send(RawPeer.request(i, "blobs", "here", "int32", size));
        long served = i;
        await().until(() -> centre.callsServed() >= served || centre.connections() == 0);
      }
      await().atMost(Duration.ofSeconds(60)).until(() -> centre.connections() == 0);
      assertThat(centre.unwrittenBytes()).isZero();
    }
  }

  @Test
  void errorsAreCutToWhatTheClientAccepts() throws Exception {
    try (ServiceCentre centre = Greeter.serve(new Greeter.Service());
        RawPeer peer = new RawPeer(centre.port())) {
      peer.send(
          Envelope.newBuilder()
              .setHello(Hello.newBuilder().setVersion(1).setMaxFrameBytes(40))
              .build());
      assertThat(peer.receive().hasHello()).isTrue();
      peer.send(RawPeer.request(7, "greeter", "nowhere", "string", ByteString.EMPTY));
      Envelope answer = peer.receive();
      assertThat(answer.getReply().getStatus()).isEqualTo(StatusCode.UNKNOWN_METHOD.number());
      assertThat(answer.getSerializedSize()).isLessThanOrEqualTo(40);
      peer.send(RawPeer.greet(8, "x".repeat(100)));
      answer = peer.receive();
      assertThat(answer.getReply().getStatus()).isEqualTo(StatusCode.REPLY_DROPPED.number());
      assertThat(answer.getSerializedSize()).isLessThanOrEqualTo(40);
    }
  }
}
