package io.rpcstress.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Item;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.serial.Bounds;
import io.rpcstress.contract.serial.SerialObjects;
import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.server.http.RawClient.Reply;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

/** Whatever peers do with long lists, a server of 64 MiB answers a good client, on real sockets. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HttpSmallHeapIT {
  private static final int HEAP_MEBIBYTES = 64;
  private static final int PEERS = 80;
  private static final int GOOD_CALLS = 10;

  /** Peers leave a small machine some time for the server. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final String TWICE_THE_USUAL = "elements=20";

  /** The formats that have lists. */
  enum Kind {
    HTTP_JSON("http-json", "application/json"),
    HTTP_JAVA("http-java", SerialObjects.TYPE);

    private final String technology;
    private final String type;

    Kind(String technology, String type) {
      this.technology = technology;
      this.type = type;
    }

    private byte[] greeting() {
      return this == HTTP_JAVA
          ? new SerialObjects(Bounds.DEFAULTS).of("Ada")
          : "{\"name\":\"Ada\"}".getBytes(UTF_8);
    }

    private byte[] list(List<Item> items) {
      return this == HTTP_JAVA
          ? new SerialObjects(Bounds.DEFAULTS).of(items)
          : ("{\"items\":" + JsonMapper.shared().writeValueAsString(items) + "}").getBytes(UTF_8);
    }

    /** As long as one may be. */
    private byte[] longest() {
      Item item = new Item(1, "n".repeat(ListEcho.MAX_NAME_BYTES), 1, true);
      List<Item> items = new ArrayList<>();
      for (int i = 0; i < ListEcho.MAX_ELEMENTS; i++) {
        items.add(new Item(i, item.name(), 1, true));
      }
      return list(items);
    }

    private byte[] usual() {
      return list(ListEcho.OPERATION.request(TWICE_THE_USUAL));
    }
  }

  /** What a peer does with its connection, again and again. */
  private interface Doing {
    void with(RawClient client) throws IOException;
  }

  /** What one test does to it, the next finds. */
  private final Map<Kind, ServerProcess> servers = new EnumMap<>(Kind.class);

  @AfterAll
  void stop() {
    servers.values().forEach(ServerProcess::close);
  }

  private void against(Kind kind, Doing doing) throws Exception {
    ServerProcess server =
        servers.computeIfAbsent(
            kind, each -> ServerProcess.readyInHeap(HEAP_MEBIBYTES, each.technology));
    AtomicBoolean over = new AtomicBoolean();
    AtomicInteger begun = new AtomicInteger();
    try {
      for (int i = 0; i < PEERS; i++) {
        Thread peer =
            new Thread(
                () -> {
                  while (!over.get()) {
                    try (RawClient client = new RawClient(server.address())) {
                      begun.incrementAndGet();
                      doing.with(client);
                    } catch (IOException ended) {
                      // by the server: the next connection, then
                      LockSupport.parkNanos(PAUSE_NANOS);
                    }
                  }
                });
        peer.setDaemon(true);
        peer.start();
      }
      Awaitility.await()
          .atMost(ServerProcess.PATIENCE_SECONDS, TimeUnit.SECONDS)
          .until(() -> begun.get() >= PEERS);
      try (RawClient good = new RawClient(server.address())) {
        byte[] greeting = kind.greeting();
        byte[] usual = kind.usual();
        for (int i = 0; i < GOOD_CALLS; i++) {
          assertThat(status(good.post("/greet", kind.type, greeting))).isEqualTo(200);
          assertThat(status(good.post("/list-echo", kind.type, usual))).isEqualTo(200);
        }
      }
      over.set(true);
      assertThat(server.isAlive()).isTrue();
      assertThat(server.err()).noneMatch(line -> line.contains("OutOfMemoryError"));
      Awaitility.await()
          .atMost(ServerProcess.PATIENCE_SECONDS, TimeUnit.SECONDS)
          .until(() -> isLongestAnswered(kind, server));
    } finally {
      over.set(true);
    }
  }

  private static int status(RawClient client) throws IOException {
    Reply reply = client.reply();
    if (reply == null) {
      throw new IOException("the connection ended");
    }
    return reply.status();
  }

  /** Once the others are gone, there is room again. */
  private static boolean isLongestAnswered(Kind kind, ServerProcess server) {
    try (RawClient client = new RawClient(server.address())) {
      return status(client.post("/list-echo", kind.type, kind.longest())) == 200;
    } catch (IOException notYet) {
      return false;
    }
  }

  @ParameterizedTest
  @EnumSource
  void peersThatReadNoList(Kind kind) throws Exception {
    byte[] longest = kind.longest();
    against(
        kind,
        client -> {
          while (true) {
            client.post("/list-echo", kind.type, longest);
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void peersThatSendListsAndReadTheAnswersAllAtOnce(Kind kind) throws Exception {
    byte[] longest = kind.longest();
    Queue<Integer> answers = new ConcurrentLinkedQueue<>();
    Map<Integer, String> others = new ConcurrentHashMap<>();
    against(
        kind,
        client -> {
          while (true) {
            Reply reply = client.post("/list-echo", kind.type, longest).reply();
            if (reply == null) {
              return;
            }
            answers.add(reply.status());
            others.putIfAbsent(reply.status(), reply.status() == 200 ? "" : reply.toString());
            LockSupport.parkNanos(PAUSE_NANOS);
          }
        });
    // 500 is what a peer is told that was ended while its list came.
    assertThat(answers).as(others.toString()).contains(200).isSubsetOf(200, 500, 503);
  }

  @ParameterizedTest
  @EnumSource
  void peersThatSendHalfOfTheirListsAndWait(Kind kind) throws Exception {
    byte[] longest = kind.longest();
    byte[] half = Arrays.copyOf(longest, longest.length / 2);
    against(
        kind,
        client -> {
          client.post("/list-echo", kind.type, longest.length, half);
          var unused = client.untilClosed();
        });
  }
}
