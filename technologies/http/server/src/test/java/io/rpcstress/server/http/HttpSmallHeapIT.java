package io.rpcstress.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Item;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.server.http.RawClient.Reply;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.json.JsonMapper;

/** Whatever peers do with long lists, a server of 64 MiB answers a good client, on real sockets. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HttpSmallHeapIT {
  private static final int HEAP_MEBIBYTES = 64;
  private static final int PEERS = 80;
  private static final int GOOD_CALLS = 3;
  private static final String JSON = "application/json";

  /** Peers leave a small machine some time for the server. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final String TWICE_THE_USUAL = "elements=20";

  private static byte[] list(List<Item> items) {
    return ("{\"items\":" + JsonMapper.shared().writeValueAsString(items) + "}").getBytes(UTF_8);
  }

  /** As many elements as there may be, each as long as it may be. */
  private static byte[] longest() {
    String name = "n".repeat(ListEcho.MAX_NAME_BYTES);
    return list(Collections.nCopies(ListEcho.MAX_ELEMENTS, new Item(1, name, 1, true)));
  }

  /** What a peer does with its connection, again and again. */
  private interface Doing {
    void with(RawClient client) throws IOException;
  }

  /** What one test does to it, the next finds. */
  private final ServerProcess server = ServerProcess.readyInHeap(HEAP_MEBIBYTES, "http-json");

  @AfterAll
  void stop() {
    server.close();
  }

  /** Makes good calls beside peers, of which enough has happened before. */
  private void against(Doing doing, BooleanSupplier enough) throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    AtomicInteger begun = new AtomicInteger();
    Set<RawClient> open = ConcurrentHashMap.newKeySet();
    try {
      for (int i = 0; i < PEERS; i++) {
        Thread peer =
            new Thread(
                () -> {
                  while (!over.get()) {
                    try (RawClient client = new RawClient(server.address())) {
                      open.add(client);
                      begun.incrementAndGet();
                      while (!over.get()) {
                        doing.with(client);
                      }
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
          .until(() -> begun.get() >= PEERS && enough.getAsBoolean());
      try (RawClient good = new RawClient(server.address())) {
        byte[] greeting = "{\"name\":\"Ada\"}".getBytes(UTF_8);
        byte[] usual = list(ListEcho.OPERATION.request(TWICE_THE_USUAL));
        for (int i = 0; i < GOOD_CALLS; i++) {
          assertThat(status(good.post("/greet", JSON, greeting))).isEqualTo(200);
          assertThat(status(good.post("/list-echo", JSON, usual))).isEqualTo(200);
        }
      }
      assertThat(server.isAlive()).isTrue();
      assertThat(server.err()).noneMatch(line -> line.contains("OutOfMemoryError"));
    } finally {
      over.set(true);
      for (RawClient client : open) {
        client.close();
      }
    }
    Awaitility.await()
        .atMost(ServerProcess.PATIENCE_SECONDS, TimeUnit.SECONDS)
        .until(this::isLongestAnswered);
  }

  private static int status(RawClient client) throws IOException {
    Reply reply = client.reply();
    if (reply == null) {
      throw new IOException("the connection ended");
    }
    return reply.status();
  }

  /** Once the others are gone, there is room again. */
  private boolean isLongestAnswered() {
    try (RawClient client = new RawClient(server.address())) {
      return status(client.post("/list-echo", JSON, longest())) == 200;
    } catch (IOException notYet) {
      return false;
    }
  }

  @Test
  void peersThatReadNoList() throws Exception {
    byte[] longest = longest();
    against(client -> client.post("/list-echo", JSON, longest), () -> true);
  }

  @Test
  void peersThatSendListsAndReadTheAnswersAllAtOnce() throws Exception {
    byte[] longest = longest();
    Queue<Integer> answers = new ConcurrentLinkedQueue<>();
    against(
        client -> {
          answers.add(status(client.post("/list-echo", JSON, longest)));
          LockSupport.parkNanos(PAUSE_NANOS);
        },
        () -> answers.contains(200));
    // 500 is what a peer is told that was ended while its list came.
    assertThat(answers).isSubsetOf(200, 500, 503);
  }

  @Test
  void peersThatSendHalfOfTheirListsAndWait() throws Exception {
    byte[] longest = longest();
    byte[] half = Arrays.copyOf(longest, longest.length / 2);
    against(
        client -> {
          client.post("/list-echo", JSON, longest.length, half);
          var unused = client.untilClosed();
        },
        () -> true);
  }
}
