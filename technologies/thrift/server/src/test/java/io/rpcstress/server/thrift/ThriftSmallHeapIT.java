package io.rpcstress.server.thrift;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.thrift.generated.Item;
import io.rpcstress.server.base.ServerProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.thrift.TException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever peers do with long lists, a server of 64 MiB answers a good client, on real sockets. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ThriftSmallHeapIT {
  /** Thrift's servers catch what is thrown for a lack of memory, and say nothing. */
  private static final List<String> HEAP =
      List.of("-Xms64m", "-Xmx64m", "-XX:+ExitOnOutOfMemoryError");

  private static final int PEERS = 120;
  private static final int GOOD_CALLS = 20;

  /** Peers leave a small machine some time for the server. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /**
   * Where every peer is to be answered once, they come back one by one: all at once, the oldest is
   * cut before it is through, and a slow machine comes to no end. The more were cut, the later.
   */
  private static final long MAX_BACK_OFF_NANOS = TimeUnit.SECONDS.toNanos(20);

  /** So that a good call that waits for peers to be cut as slow is told from one that does not. */
  private static final long STALLED_SECONDS = 10;

  /** As many elements as there may be, each as long as it may be. */
  private static final List<Item> LONGEST =
      Collections.nCopies(
          ListEcho.MAX_ELEMENTS, new Item(1, "n".repeat(ListEcho.MAX_NAME_BYTES), 1, true));

  private static final List<Item> USUAL =
      Collections.nCopies(20, new Item(Long.MAX_VALUE, "item-00001", 1, false));

  /** Until what was asked for is no longer there. */
  private interface Doing {
    void with(Socket socket) throws IOException;
  }

  /** What one test does to them, the next finds. */
  private final Map<ServerVariant, ServerProcess> servers = new ConcurrentHashMap<>();

  @AfterAll
  void stop() {
    servers.values().forEach(ServerProcess::close);
  }

  private ServerProcess server(ServerVariant variant) {
    return servers.computeIfAbsent(
        variant,
        label ->
            ServerProcess.ready(
                HEAP,
                Path.of("target", "server-thrift.jar"),
                "thrift",
                "--variant",
                label.label()));
  }

  private static byte[] longest(ServerVariant variant) {
    return ThriftClient.request(LONGEST, variant == ServerVariant.TUNED);
  }

  private static void untilClosed(Socket socket) throws IOException {
    var unused = socket.getInputStream().transferTo(OutputStream.nullOutputStream());
  }

  /** Asks, and reads as much as was asked: an answer has no less. */
  private static boolean isAnswered(Socket socket, byte[] asked) throws IOException {
    socket.getOutputStream().write(asked);
    return socket.getInputStream().readNBytes(asked.length).length == asked.length;
  }

  private void against(ServerVariant variant, Doing doing) throws Exception {
    against(variant, doing, () -> true);
  }

  /** Makes good calls beside peers, all of which have begun, and of which enough has happened. */
  private void against(ServerVariant variant, Doing doing, BooleanSupplier enough)
      throws Exception {
    ServerProcess server = server(variant);
    InetSocketAddress address = server.address();
    AtomicBoolean over = new AtomicBoolean();
    Set<Thread> begun = ConcurrentHashMap.newKeySet();
    Set<Socket> open = ConcurrentHashMap.newKeySet();
    try {
      for (int i = 0; i < PEERS; i++) {
        Thread peer =
            new Thread(
                () -> {
                  while (!over.get()) {
                    try (Socket socket = new Socket()) {
                      open.add(socket);
                      socket.connect(address);
                      begun.add(Thread.currentThread());
                      doing.with(socket);
                    } catch (IOException ended) {
                      // by the server: the next connection, then
                    }
                    LockSupport.parkNanos(PAUSE_NANOS);
                  }
                });
        peer.setDaemon(true);
        peer.start();
      }
      Awaitility.await()
          .atMost(ServerProcess.PATIENCE_SECONDS, TimeUnit.SECONDS)
          .failFast("the server ended", () -> !server.isAlive())
          .until(() -> begun.size() == PEERS && enough.getAsBoolean());
      TimeUnit.SECONDS.sleep(1);
      try (ThriftClient good = new ThriftClient(address, variant == ServerVariant.TUNED)) {
        for (int i = 0; i < GOOD_CALLS; i++) {
          long asked = System.nanoTime();
          assertThat(good.greet("Ada")).isEqualTo("hello, Ada");
          assertThat(good.calls.listEcho(USUAL)).isEqualTo(USUAL);
          assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - asked))
              .isLessThan(STALLED_SECONDS);
        }
      }
      assertThat(server.isAlive()).isTrue();
      assertThat(server.err()).as("nothing but where its usage is").hasSize(1);
    } finally {
      over.set(true);
      for (Socket socket : open) {
        socket.close();
      }
    }
    Awaitility.await()
        .atMost(ServerProcess.PATIENCE_SECONDS, TimeUnit.SECONDS)
        .failFast("the server ended", () -> !server.isAlive())
        .until(() -> isLongestAnswered(variant, address));
  }

  /** Once the others are gone, there is room again. */
  private static boolean isLongestAnswered(ServerVariant variant, InetSocketAddress address) {
    try (ThriftClient client = new ThriftClient(address, variant == ServerVariant.TUNED)) {
      return client.calls.listEcho(LONGEST).size() == LONGEST.size();
    } catch (IOException | TException notYet) {
      return false;
    }
  }

  @ParameterizedTest
  @EnumSource
  void peersThatReadNoList(ServerVariant variant) throws Exception {
    byte[] longest = longest(variant);
    against(
        variant,
        socket -> {
          while (true) {
            socket.getOutputStream().write(longest);
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void peersThatSendListsAndReadTheAnswersAllAtOnce(ServerVariant variant) throws Exception {
    byte[] longest = longest(variant);
    Set<Thread> answered = ConcurrentHashMap.newKeySet();
    against(
        variant,
        socket -> {
          while (isAnswered(socket, longest)) {
            answered.add(Thread.currentThread());
          }
        },
        () -> !answered.isEmpty());
  }

  @ParameterizedTest
  @EnumSource
  void peersThatSendHalfOfTheirListsAndWait(ServerVariant variant) throws Exception {
    byte[] longest = longest(variant);
    byte[] half = Arrays.copyOf(longest, longest.length / 2);
    against(
        variant,
        socket -> {
          socket.getOutputStream().write(half);
          untilClosed(socket);
        });
  }

  @ParameterizedTest
  @EnumSource
  void peersThatAnnounceTheirListsAndWait(ServerVariant variant) throws Exception {
    // The frame's size, the message's head, and how many elements the list has.
    byte[] head = Arrays.copyOf(longest(variant), 32);
    against(
        variant,
        socket -> {
          socket.getOutputStream().write(head);
          untilClosed(socket);
        });
  }

  /** Nothing that is over may be kept for them: they are welcome to stay. */
  @ParameterizedTest
  @EnumSource
  void peersThatAreIdleBehindTheirLists(ServerVariant variant) throws Exception {
    byte[] longest = longest(variant);
    Set<Thread> answered = ConcurrentHashMap.newKeySet();
    AtomicInteger cuts = new AtomicInteger();
    against(
        variant,
        socket -> {
          boolean isThrough = false;
          try {
            isThrough = isAnswered(socket, longest);
          } finally {
            if (!isThrough) {
              long latest = Math.min(cuts.incrementAndGet() * PAUSE_NANOS, MAX_BACK_OFF_NANOS);
              LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(latest));
            }
          }
          if (isThrough) {
            answered.add(Thread.currentThread());
            untilClosed(socket);
          }
        },
        () -> answered.size() == PEERS);
  }
}
