package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.rpcstress.rpcx.proto.Cancel;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.Metadata;
import io.rpcstress.rpcx.proto.Ping;
import io.rpcstress.rpcx.proto.RPCXRequest;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * What requests hold that have left the event loop: while they wait for a thread, while their
 * method runs, and when they have ended or their caller has gone.
 */
class HeldRequestsTest {
  private static final int MEGABYTE = 1_000_000;
  private static final long BUDGET = 16L * 1024 * 1024;

  /** Keeps its calls until the test releases them. */
  @RPCXServer("keeper")
  static final class Keeper {
    final Semaphore gate = new Semaphore(0);
    final AtomicInteger began = new AtomicInteger();
    final Queue<CompletableFuture<byte[]>> open = new ConcurrentLinkedQueue<>();

    @Method(value = "blocking", blocking = true)
    public void blocking(byte[] bytes) throws InterruptedException {
      began.incrementAndGet();
      gate.acquire();
    }

    @Method(value = "lists", blocking = true)
    public void lists(List<List<String>> lists) throws InterruptedException {
      began.incrementAndGet();
      gate.acquire();
      // They live as long as the call.
      assertThat(lists).isNotEmpty();
    }

    @Method("later")
    public CompletableFuture<byte[]> later(byte[] bytes) {
      CallContext context = CallContext.current();
      assertThat(context).as("an interceptor reads it").isNotNull();
      CompletableFuture<byte[]> result = new CompletableFuture<>();
      open.add(result);
      return result;
    }

    @Method("big")
    public byte[] big(int bytes) {
      return new byte[bytes];
    }
  }

  /** The good client's view. */
  @RPCXClient(remoteServerName = "keeper")
  interface KeeperClient {
    @Method("big")
    byte[] big(int bytes);

    @Method("later")
    CompletableFuture<byte[]> later(byte[] bytes);
  }

  private final Keeper keeper = new Keeper();

  private static Limits limits() {
    return Limits.builder()
        .maxReceivingBytes(BUDGET)
        .maxUnwrittenBytes(BUDGET)
        .maxObjects(100_000)
        .build();
  }

  private static long usedHeap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static byte[] call(long id, String method, String type, ByteString value) {
    return RawPeer.frame(RawPeer.request(id, "keeper", method, type, value));
  }

  private static int overloaded(RawPeer peer, int replies) throws IOException {
    int overloaded = 0;
    for (int i = 0; i < replies; i++) {
      if (peer.reply().getStatus() == StatusCode.OVERLOADED.number()) {
        overloaded++;
      }
    }
    return overloaded;
  }

  @Test
  void requestsThatWaitForAThreadAreBoundedInBytes() throws Exception {
    int calls = 100;
    try (ServiceCentre centre = Greeter.serve(keeper, limits());
        RPCX rpcx = Greeter.connectTo(centre);
        RawPeer first = RawPeer.greeted(centre.port());
        RawPeer second = RawPeer.greeted(centre.port())) {
      KeeperClient good = rpcx.client(KeeperClient.class);
      assertThat(good.big(1)).hasSize(1);
      long before = usedHeap();
      ByteString megabyte = ByteString.copyFrom(new byte[MEGABYTE]);
      for (RawPeer peer : List.of(first, second)) {
        for (int i = 0; i < calls; i++) {
          peer.send(call(i, "blocking", "bytes", megabyte));
        }
        peer.send(Envelope.newBuilder().setPing(Ping.newBuilder().setId(1)).build());
      }
      // Those that are refused are answered before the ping.
      int refused = refusedBeforePong(first) + refusedBeforePong(second);
      assertThat(centre.inFlight()).isEqualTo(2 * calls - refused);
      await().until(() -> keeper.began.get() == centre.inFlight());
      assertThat(usedHeap() - before)
          .as("the bytes once: not as a request, too, whose method runs")
          .isLessThan(3 * BUDGET / 2);
      assertThat(refused).isGreaterThan(2 * calls - (int) (BUDGET / MEGABYTE) - 1);
      assertThat(centre.requestBytes())
          .as("what a service centre reports to hold")
          .isBetween((long) centre.inFlight() * MEGABYTE, BUDGET);
      // Little requests of others are served all the same.
      CompletableFuture<byte[]> small = good.later(new byte[1000]);
      await().until(() -> keeper.open.size() == 1);
      keeper.open.remove().complete(new byte[3]);
      assertThat(small.get()).hasSize(3);
      keeper.gate.release(2 * calls);
      await().until(() -> centre.inFlight() == 0);
      assertThat(centre.requestBytes()).isZero();
      // What they held is free again.
      try (RawPeer third = RawPeer.greeted(centre.port())) {
        for (int i = 0; i < 10; i++) {
          third.send(call(i, "blocking", "bytes", megabyte));
          assertThat(third.reply().getStatus()).isZero();
        }
      }
    }
  }

  private static int refusedBeforePong(RawPeer peer) throws IOException {
    int refused = 0;
    for (Envelope next = peer.receive(); !next.hasPong(); next = peer.receive()) {
      assertThat(next.getReply().getStatus()).isEqualTo(StatusCode.OVERLOADED.number());
      refused++;
    }
    return refused;
  }

  @Test
  void requestsWhoseCallersHaveGoneAreNotKept() throws Exception {
    int running = 64;
    int calls = 60;
    try (ServiceCentre centre = Greeter.serve(keeper, limits());
        RawPeer busy = RawPeer.greeted(centre.port());
        RawPeer peer = RawPeer.greeted(centre.port())) {
      for (int i = 0; i < running; i++) {
        busy.send(call(i, "blocking", "bytes", ByteString.EMPTY));
      }
      await().until(() -> keeper.began.get() == running);
      long before = usedHeap();
      for (int id = 0; id < calls; id++) {
        peer.send(call(id, "blocking", "bytes", ByteString.copyFrom(new byte[MEGABYTE])));
        peer.send(Envelope.newBuilder().setCancel(Cancel.newBuilder().setId(id)).build());
      }
      await().until(() -> centre.inFlight() == running + calls);
      await().until(() -> centre.requestBytes() < MEGABYTE);
      assertThat(usedHeap() - before).isLessThan(BUDGET);
      keeper.gate.release(running);
      await().until(() -> centre.inFlight() == 0);
      assertThat(keeper.began.get()).as("a cancelled call never begins").isEqualTo(running);
      assertThat(overloaded(busy, running)).isZero();
    }
  }

  @Test
  void aCallThatAnExecutorRunsAndRefusesGoesOnAndHoldsNothingAfterwards() throws Exception {
    Executor twoFaced =
        task -> {
          new Thread(task).start();
          await().until(() -> keeper.began.get() > 0);
          throw new RejectedExecutionException("too late");
        };
    try (ServiceCentre centre =
            ServiceCentre.builder().publish(keeper).blockingCalls(twoFaced).start();
        RawPeer peer = RawPeer.greeted(centre.port())) {
      peer.send(call(1, "blocking", "bytes", ByteString.copyFrom(new byte[1000])));
      await().until(() -> keeper.began.get() == 1);
      keeper.gate.release();
      assertThat(peer.reply().getStatus())
          .as("not OVERLOADED, which means that it never ran")
          .isZero();
      await().until(() -> centre.inFlight() == 0);
      assertThat(centre.requestBytes()).isZero();
    }
  }

  @Test
  void aRequestAsLongAsAnyMayBeFitsWhereTheMemoryIsLeast() throws Exception {
    int frame = 1024 * 1024;
    Limits limits = Limits.builder().maxFrameBytes(frame).maxReceivingBytes(frame + 4).build();
    byte[] lists = new byte[2 * 90_000];
    for (int i = 0; i < lists.length; i += 2) {
      lists[i] = 0x0A;
    }
    keeper.gate.release(3);
    try (ServiceCentre centre = Greeter.serve(keeper, limits);
        RawPeer peer = RawPeer.greeted(centre.port())) {
      peer.send(call(1, "blocking", "bytes", ByteString.copyFrom(new byte[frame - 100])));
      assertThat(peer.reply().getStatus()).isZero();
      peer.send(call(2, "lists", "list<list<string>>", ByteString.copyFrom(lists)));
      assertThat(peer.reply().getStatus()).isZero();
    }
  }

  @Test
  void argumentsAreBoundedByWhatTheyBecome() throws Exception {
    int calls = 40;
    // A list of empty lists: two bytes each.
    byte[] lists = new byte[2 * 90_000];
    for (int i = 0; i < lists.length; i += 2) {
      lists[i] = 0x0A;
    }
    try (ServiceCentre centre = Greeter.serve(keeper, limits());
        RawPeer peer = RawPeer.greeted(centre.port())) {
      long before = usedHeap();
      for (int i = 0; i < calls; i++) {
        peer.send(call(i, "lists", "list<list<string>>", ByteString.copyFrom(lists)));
      }
      await().until(() -> keeper.began.get() == centre.inFlight() && keeper.began.get() > 0);
      assertThat(usedHeap() - before).isLessThan(2 * BUDGET);
      keeper.gate.release(calls);
      int refused = overloaded(peer, calls);
      assertThat(refused).isEqualTo(calls - keeper.began.get()).isPositive();
      await().until(() -> centre.inFlight() == 0);
      peer.send(call(99, "lists", "list<list<string>>", ByteString.copyFrom(lists)));
      keeper.gate.release();
      assertThat(peer.reply().getStatus()).isZero();
    }
  }

  @Test
  void metadataOfCallsThatEndedIsNotKeptWhileTheirRepliesWait() throws Exception {
    int calls = 100;
    RPCXRequest.Builder request =
        RawPeer.request(0, "keeper", "later", "bytes", ByteString.EMPTY).getRequest().toBuilder();
    for (int i = 0; i < 32; i++) {
      request.addMetadata(
          Metadata.newBuilder().setKey(i + "k".repeat(4000)).setValue("v".repeat(4096)));
    }
    Limits limits =
        Limits.builder().maxReceivingBytes(16 * BUDGET).maxUnwrittenBytes(BUDGET).build();
    try (ServiceCentre centre = Greeter.serve(keeper, limits);
        RawPeer sender = RawPeer.narrow(centre.port())) {
      sender.send(RawPeer.hello());
      long before = usedHeap();
      for (int i = 0; i < calls; i++) {
        sender.send(Envelope.newBuilder().setRequest(request.setId(i)).build());
      }
      // Their replies wait behind others.
      for (int i = 0; i < 16; i++) {
        sender.send(call(calls + i, "big", "int32", int32(MEGABYTE)));
      }
      await().until(() -> keeper.open.size() == calls && centre.unwrittenBytes() > 4 * MEGABYTE);
      for (int i = 0; i < calls; i++) {
        keeper.open.remove().complete(new byte[1]);
      }
      assertThat(centre.inFlight()).isZero();
      assertThat(usedHeap() - before).isLessThan(BUDGET);
    }
  }

  private static ByteString int32(int value) {
    ByteString.Output bytes = ByteString.newOutput();
    int left = value;
    while (left >= 0x80) {
      bytes.write(left | 0x80);
      left >>>= 7;
    }
    bytes.write(left);
    return bytes.toByteString();
  }
}
