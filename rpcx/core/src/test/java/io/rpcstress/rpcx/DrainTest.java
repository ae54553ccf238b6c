package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.GoAway;
import io.rpcstress.rpcx.proto.Hello;
import io.rpcstress.rpcx.proto.Ping;
import io.rpcstress.rpcx.proto.RPCXReply;
import io.rpcstress.rpcx.server.Quotas;
import io.rpcstress.rpcx.server.Server;
import io.rpcstress.rpcx.server.ServerSettings;
import io.rpcstress.rpcx.value.OwnCodecs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Servers that go while clients call: no call is lost, and none runs twice. */
class DrainTest {
  private static final int THREADS = 6;

  /** Of the number of connections: two that came and went. */
  private static final int CHANGES = 4;

  /** A service whose methods note which calls ran. */
  @RPCXServer("counted")
  static final class Counted {
    private final Map<String, AtomicInteger> runs;

    Counted(Map<String, AtomicInteger> runs) {
      this.runs = runs;
    }

    private String ran(String call) {
      runs.computeIfAbsent(call, unused -> new AtomicInteger()).incrementAndGet();
      return call;
    }

    @Method("quick")
    public String quick(String call) {
      return ran(call);
    }

    @Method(value = "slow", blocking = true)
    public String slow(String call) throws InterruptedException {
      Thread.sleep(2);
      return ran(call);
    }
  }

  /** Its client. */
  @RPCXClient(remoteServerName = "counted")
  interface Calls {
    @Method("quick")
    String quick(String call);

    @Method("slow")
    String slow(String call);
  }

  /** Threads that call without a pause, each call with a text of its own. */
  private static final class Load {
    final Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();
    final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    final AtomicInteger made = new AtomicInteger();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean ended;

    void start(Calls calls) {
      for (int i = 0; i < THREADS; i++) {
        String name = "t" + i + "-";
        boolean slow = i % 3 == 0;
        Thread thread = new Thread(() -> call(calls, name, slow), "load-" + i);
        thread.start();
        threads.add(thread);
      }
    }

    private void call(Calls calls, String name, boolean slow) {
      for (int n = 0; !ended; n++) {
        String text = name + n;
        try {
          String echo = slow ? calls.slow(text) : calls.quick(text);
          if (!echo.equals(text)) {
            failures.add(new AssertionError(text + " was answered with " + echo));
          }
          made.incrementAndGet();
        } catch (RuntimeException e) {
          failures.add(e);
        }
      }
    }

    void end() throws InterruptedException {
      ended = true;
      for (Thread thread : threads) {
        thread.join(30_000);
      }
    }

    void check() throws InterruptedException {
      end();
      assertThat(failures).isEmpty();
      assertThat(runs).hasSize(made.get());
      assertThat(runs.values()).allMatch(count -> count.get() == 1);
    }
  }

  private final Load load = new Load();
  private @Nullable Tls tls;

  @AfterEach
  void endLoad() throws InterruptedException {
    load.end();
  }

  private ServiceCentre serve(int port) {
    ServiceCentre.Builder centre =
        ServiceCentre.builder().port(port).publish(new Counted(load.runs));
    return (tls == null ? centre : centre.tls(tls)).start();
  }

  private static void awaitCalls(ServiceCentre centre) {
    long before = centre.callsServed();
    await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(10))
        .until(() -> centre.callsServed() > before + 20);
  }

  @Test
  void noCallIsLostAndNoneRunsTwiceWhileServersAreReplacedOneByOne() throws Exception {
    replaceServers(null, null);
  }

  @Test
  void nothingIsLostOverTlsEither(@TempDir Path directory) throws Exception {
    Identity server = Identity.make(directory, "server");
    replaceServers(
        Tls.server(server.certificate(), server.key()), Tls.client(server.certificate()));
  }

  private void replaceServers(@Nullable Tls serving, @Nullable Tls calling) throws Exception {
    tls = serving;
    ServiceCentre[] centres = {serve(0), serve(0)};
    int[] ports = {centres[0].port(), centres[1].port()};
    RPCX.Builder client =
        RPCX.builder()
            .addresses("127.0.0.1:" + ports[0], "127.0.0.1:" + ports[1])
            .deadline(Duration.ofSeconds(20));
    try (RPCX rpcx = (calling == null ? client : client.tls(calling)).build()) {
      load.start(rpcx.connect().client(Calls.class));
      for (int round = 0; round < 4; round++) {
        int i = round % 2;
        awaitCalls(centres[i]);
        if (round > 1) {
          centres[i].drain();
          awaitCalls(centres[1 - i]);
        }
        assertThat(centres[i].stop(Duration.ofSeconds(20))).isTrue();
        centres[i] = serve(ports[i]);
        // The other one may go when the client has found this one again.
        awaitCalls(centres[i]);
      }
      load.check();
    } finally {
      for (ServiceCentre centre : centres) {
        assertThat(centre.stop(Duration.ofSeconds(20))).isTrue();
      }
    }
  }

  @Test
  @Timeout(120) // s; none of them may ever reach its age
  void connectionsThatReachTheirAgeLoseNoCall() throws Exception {
    try (ServiceCentre centre =
            ServiceCentre.builder()
                .publish(new Counted(load.runs))
                .maxConnectionAge(Duration.ofMillis(200))
                .start();
        RPCX rpcx =
            RPCX.builder()
                .address(centre.address())
                .port(centre.port())
                .deadline(Duration.ofSeconds(20))
                .build()) {
      int changes = 0;
      Calls calls = rpcx.connect().client(Calls.class);
      load.start(calls);
      int before = 0;
      while (changes < CHANGES && load.failures.isEmpty()) {
        int now = centre.connections();
        if (now != before) {
          changes++;
          before = now;
        }
        Thread.sleep(1);
      }
      load.check();
    }
  }

  @Test
  void aDrainingServerServesOnlyThoseWhoHaveNoOther() {
    try (ServiceCentre leaving = Greeter.serve(new Greeter.Service());
        ServiceCentre other = Greeter.serve(new Greeter.Service());
        RPCX both =
            RPCX.builder()
                .addresses("127.0.0.1:" + leaving.port(), "127.0.0.1:" + other.port())
                .build();
        RPCX alone = Greeter.connectTo(leaving)) {
      Greeter.Client choosing = both.connect().client(Greeter.Client.class);
      Greeter.Client bound = alone.connect().client(Greeter.Client.class);
      assertThat(bound.greet("Ada")).isEqualTo("hello, Ada");
      leaving.drain();
      leaving.drain();
      assertThat(leaving.health()).isEqualTo("DRAINING");
      // Both have to come back on new connections, which know.
      await().until(() -> leaving.connections() == 2);
      for (int i = 0; i < 20; i++) {
        assertThat(bound.greet("Ada")).isEqualTo("hello, Ada");
      }
      await()
          .untilAsserted(
              () -> {
                long before = leaving.callsServed();
                for (int i = 0; i < 30; i++) {
                  assertThat(choosing.greet("Ada")).isEqualTo("hello, Ada");
                }
                assertThat(leaving.callsServed()).isEqualTo(before);
              });
    }
  }

  private static Envelope goAway(boolean allAnswered) {
    return Envelope.newBuilder()
        .setGoAway(GoAway.newBuilder().setMessage("bye").setAllAnswered(allAnswered))
        .build();
  }

  /** The client answers this by closing, so that nothing can be written after it. */
  private static void leave(RawServer.Peer peer) throws IOException {
    peer.raw.socket().getOutputStream().write(RawPeer.frame(goAway(true)));
  }

  @Test
  void whatTheServerReportsAsUnreadIsCalledAgain() throws Exception {
    try (RawServer server = new RawServer();
        RPCX rpcx = RPCX.builder().address("127.0.0.1").port(server.port()).build()) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      assertThat(greeter.greet("Ada")).isEqualTo("peer 0");
      server.peers.get(0).silent = true;
      CompletableFuture<String> unread = greeter.greetAsync("Ada");
      await().until(() -> server.peers.get(0).requests.get() == 2);
      leave(server.peers.get(0));
      assertThat(unread.get(20, TimeUnit.SECONDS)).isEqualTo("peer 1");
    }
  }

  @Test
  void whatAServerThatIsNotTrustedReportsAsUnreadIsNotCalledAgain() throws Exception {
    try (RawServer server = new RawServer();
        RawServer other = new RawServer();
        RPCX rpcx =
            RPCX.builder()
                .addresses("127.0.0.1:" + server.port(), "127.0.0.1:" + other.port())
                .repeatUnread(false)
                .build()) {
      Greeter.Client greeter = rpcx.connect().client(Greeter.Client.class);
      server.answer = id -> goAway(true);
      other.answer = server.answer;
      assertThatThrownBy(() -> greeter.greetAsync("Ada").get(20, TimeUnit.SECONDS))
          .cause()
          .isInstanceOfSatisfying(
              RPCXException.class,
              e -> {
                assertThat(e.status()).isEqualTo(StatusCode.UNAVAILABLE);
                assertThat(e.mayHaveRun()).isTrue();
              });
      // One to warm up on each, and the call.
      assertThat(requests(server) + requests(other)).isEqualTo(3);
    }
  }

  private static int requests(RawServer server) {
    return server.peers.stream().mapToInt(peer -> peer.requests.get()).sum();
  }

  @Test
  void aCancelEndsWhatIsLeftOfAConnectionThatDrains() throws Exception {
    try (RawServer server = new RawServer();
        RPCX rpcx = RPCX.builder().address("127.0.0.1").port(server.port()).build()) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      assertThat(greeter.greet("Ada")).isEqualTo("peer 0");
      RawServer.Peer first = server.peers.get(0);
      first.silent = true;
      CompletableFuture<String> call = greeter.greetAsync("Ada");
      await().until(() -> first.requests.get() == 2);
      first.raw.send(goAway(false));
      await().until(() -> server.peers.size() == 2);
      // Longer than the time that the client leaves for one-way calls.
      Thread.sleep(100);
      assertThat(first.raw.socket().isClosed()).isFalse();
      assertThat(call.cancel(true)).isTrue();
      await().until(() -> first.raw.socket().isClosed());
    }
  }

  @Test
  void aLongRequestThatWasNotReadEndsWithoutDoubt() throws Exception {
    try (RawServer server = new RawServer();
        RPCX rpcx = RPCX.builder().address("127.0.0.1").port(server.port()).build()) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      assertThat(greeter.greet("Ada")).isEqualTo("peer 0");
      server.peers.get(0).silent = true;
      CompletableFuture<String> unread = greeter.greetAsync("x".repeat(10_000));
      await().until(() -> server.peers.get(0).requests.get() == 2);
      leave(server.peers.get(0));
      assertThatThrownBy(() -> unread.get(20, TimeUnit.SECONDS))
          .cause()
          .isInstanceOfSatisfying(
              RPCXException.class,
              e -> {
                assertThat(e.status()).isEqualTo(StatusCode.UNAVAILABLE);
                assertThat(e.mayHaveRun()).isFalse();
              });
    }
  }

  @Test
  void afterAPlainFarewellNothingIsKnownAndNothingIsCalledTwice() throws Exception {
    try (RawServer server = new RawServer();
        RPCX rpcx = RPCX.builder().address("127.0.0.1").port(server.port()).build()) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      assertThat(greeter.greet("Ada")).isEqualTo("peer 0");
      RawServer.Peer first = server.peers.get(0);
      first.silent = true;
      CompletableFuture<String> call = greeter.greetAsync("Ada");
      await().until(() -> first.requests.get() == 2);
      first.raw.send(goAway(false));
      await().until(() -> server.peers.size() == 2);
      assertThat(greeter.greet("Ada")).isEqualTo("peer 1");
      assertThat(call).isNotDone();
      first.end();
      assertThatThrownBy(() -> call.get(20, TimeUnit.SECONDS))
          .cause()
          .isInstanceOfSatisfying(RPCXException.class, e -> assertThat(e.mayHaveRun()).isTrue());
    }
  }

  @Test
  void aClientOfTheFirstWireGetsAFarewellThatItKnows() throws Exception {
    try (ServiceCentre centre = Greeter.serve(new Greeter.Service());
        RawPeer before = RawPeer.greeted(centre.port())) {
      centre.drain();
      GoAway farewell = before.receive().getGoAway();
      assertThat(farewell.getStatus()).isZero();
      assertThat(farewell.getAllAnswered()).isFalse();
      try (RawPeer after = new RawPeer(centre.port())) {
        after.send(RawPeer.hello());
        Hello hello = after.receive().getHello();
        assertThat(hello.getVersion()).isEqualTo(1);
        assertThat(hello.getDraining()).isTrue();
        after.send(RawPeer.greet(7, "Ada"));
        RPCXReply reply = after.reply();
        assertThat(reply.getResult().toStringUtf8()).isEqualTo("hello, Ada");
      }
      before.send(RawPeer.greet(8, "Ada"));
      assertThat(before.reply().getId()).isEqualTo(8);
      assertThat(before.receive().getGoAway().getAllAnswered()).isTrue();
    }
  }

  @Test
  void pingsDoNotHoldAServerThatStops() throws Exception {
    try (ServiceCentre centre = Greeter.serve(new Greeter.Service());
        RawPeer peer = RawPeer.greeted(centre.port())) {
      centre.drain();
      assertThat(peer.receive().getGoAway().getAllAnswered()).isFalse();
      Envelope answer = Envelope.getDefaultInstance();
      for (int id = 1; !answer.hasGoAway(); id++) {
        peer.send(Envelope.newBuilder().setPing(Ping.newBuilder().setId(id)).build());
        answer = peer.receive();
        assertThat(id).as("pings that were answered").isLessThan(1_000);
        Thread.sleep(5);
      }
      assertThat(answer.getGoAway().getAllAnswered()).isTrue();
    }
  }

  @Test
  void aClientThatStaysIsServedNoMoreAfterAWhile() throws Exception {
    Server server =
        new Server(
            new ServerSettings(
                "127.0.0.1",
                0,
                null,
                1,
                List.of(new Greeter.Service()),
                OwnCodecs.NONE,
                null,
                token -> true,
                List.of(),
                null,
                Limits.DEFAULTS,
                null,
                new Quotas(Duration.ZERO, 0, Map.of(), 0, Duration.ofMillis(100)),
                false));
    try (RawPeer peer = RawPeer.greeted(server.port())) {
      server.drain();
      assertThat(peer.receive().getGoAway().getAllAnswered()).isFalse();
      List<StatusCode> ends = new ArrayList<>();
      Envelope answer = Envelope.getDefaultInstance();
      for (int id = 1; !answer.hasGoAway(); id++) {
        peer.send(RawPeer.greet(id, "Ada"));
        answer = peer.receive();
        if (answer.hasReply()) {
          ends.add(StatusCode.of(answer.getReply().getStatus()));
        }
        Thread.sleep(1);
      }
      assertThat(ends).startsWith(StatusCode.OK);
      assertThat(ends).isSubsetOf(StatusCode.OK, StatusCode.OVERLOADED);
      assertThat(answer.getGoAway().getAllAnswered()).isTrue();
      assertThat(peer.isClosedByPeer()).isTrue();
    } finally {
      assertThat(server.stop(TimeUnit.SECONDS.toNanos(20))).isTrue();
    }
  }

  @Test
  void whoAwaitsTheEndHearsOfIt() throws Exception {
    ServiceCentre centre = Greeter.serve(new Greeter.Service());
    assertThat(centre.awaitTermination(Duration.ofMillis(1))).isFalse();
    CompletableFuture<Boolean> ended = new CompletableFuture<>();
    Thread waiting =
        new Thread(
            () -> {
              try {
                ended.complete(centre.awaitTermination(Duration.ofSeconds(Long.MAX_VALUE)));
              } catch (InterruptedException e) {
                ended.completeExceptionally(e);
              }
            });
    waiting.start();
    assertThat(centre.stop(Duration.ofSeconds(20))).isTrue();
    assertThat(ended.get(20, TimeUnit.SECONDS)).isTrue();
  }
}
