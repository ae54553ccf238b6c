package io.rpcstress.driver.tcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.Greeting;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The coalescing connection against a peer whose every read and write the test makes itself. */
@Timeout(600)
class CoalescingTest {

  private static final GreetLines GREET = new GreetLines();

  private static final Duration LONG = Duration.ofSeconds(60);

  private final BlockingQueue<Socket> accepted = new LinkedBlockingQueue<>();

  @SuppressWarnings("NullAway.Init") // set before each test
  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket();
    server.setReceiveBufferSize(64 * 1024); // so that a peer that takes nothing is soon full
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    daemon(
        () -> {
          while (true) {
            accepted.add(server.accept());
          }
        });
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
    for (Socket each : accepted) {
      each.close();
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void daemon(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // The test is over.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private Coalescing connection(Duration deadline) {
    return new Coalescing(
        new Address("127.0.0.1", server.getLocalPort()),
        new DriverOptions(
            TcpDriver.COALESCING, ConnectionPolicy.multiplexed(1), 8, false, deadline));
  }

  private static String read(Socket peer) throws IOException {
    byte[] bytes = new byte[64 * 1024];
    return new String(bytes, 0, peer.getInputStream().read(bytes), UTF_8);
  }

  private static void write(Socket peer, String text) throws IOException {
    peer.getOutputStream().write(text.getBytes(UTF_8));
  }

  private static FailureKind kindOf(CompletableFuture<String> failed) throws Exception {
    try {
      throw new AssertionError("it ended with " + failed.get());
    } catch (ExecutionException e) {
      assertThat(e.getCause()).isInstanceOf(CallException.class);
      return ((CallException) e.getCause()).kind();
    }
  }

  @Test
  void callsThatAreMadeWhileItIsAtWorkLeaveInOneSegment() throws Exception {
    Coalescing connection = connection(LONG);
    CompletableFuture<String> first = connection.caller(GREET).start("first");
    List<CompletableFuture<String>> next = new ArrayList<>();
    CompletableFuture<?> made =
        first.thenRun( // on the thread that writes, which therefore cannot write meanwhile
            () -> {
              for (int i = 0; i < 100; i++) {
                next.add(connection.caller(GREET).start("n" + i));
              }
            });
    try (Socket peer = accepted.take()) {
      assertThat(read(peer)).as("it waits for no company").isEqualTo("first\n");
      write(peer, "hello, first\n");
      made.get();
      String together = read(peer);
      assertThat(together.lines()).hasSize(100).startsWith("n0", "n1").endsWith("n99");
      for (String name : together.lines().toList()) {
        write(peer, "hello, " + name + "\n");
      }
      for (int i = 0; i < 100; i++) {
        assertThat(next.get(i).get()).isEqualTo("hello, n" + i);
      }
    } finally {
      connection.shutDown();
    }
  }

  @Test
  void eachOfManyThreadsGetsItsOwnRepliesHoweverTheyAreSplit() throws Exception {
    Coalescing connection = connection(LONG);
    connection.connect();
    Socket peer = accepted.take();
    daemon(() -> greetInPieces(peer));
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<?>> done = new ArrayList<>();
      for (int t = 0; t < 8; t++) {
        int thread = t;
        done.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 300; i++) {
                    String name = "ä" + thread + "-" + i;
                    assertThat(connection.call(GREET, name)).isEqualTo("hello, " + name);
                  }
                  return thread;
                }));
      }
      String longest = Greeting.name(Greeting.MAX_NAME_BYTES);
      assertThat(connection.call(GREET, longest)).isEqualTo("hello, " + longest);
      for (Future<?> each : done) {
        each.get();
      }
      assertThat(accepted).as("one connection").isEmpty();
    } finally {
      threads.shutdownNow();
      connection.shutDown();
    }
  }

  /** Answers in pieces of 7 bytes, which end amid lines and amid characters. */
  private static void greetInPieces(Socket peer) throws IOException {
    try (peer) {
      InputStream in = peer.getInputStream();
      byte[] bytes = new byte[64 * 1024];
      boolean lineBegins = true;
      for (int length; (length = in.read(bytes)) > 0; ) {
        java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
        for (int i = 0; i < length; i++) {
          if (lineBegins) {
            out.writeBytes("hello, ".getBytes(UTF_8));
          }
          out.write(bytes[i]);
          lineBegins = bytes[i] == '\n';
        }
        byte[] replies = out.toByteArray();
        for (int at = 0; at < replies.length; at += 7) {
          peer.getOutputStream().write(replies, at, Math.min(7, replies.length - at));
        }
      }
    }
  }

  @Test
  void aLostConnectionEndsAllItsCallsAndTheNextConnectsAgain() throws Exception {
    Coalescing connection = connection(LONG);
    List<CompletableFuture<String>> open = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      open.add(connection.caller(GREET).start("n" + i));
    }
    Socket peer = accepted.take();
    assertThat(read(peer)).startsWith("n0\n"); // before the request it must not answer
    write(peer, "hello, n0\n");
    assertThat(open.get(0).get()).isEqualTo("hello, n0");
    peer.close();
    for (CompletableFuture<String> each : open.subList(1, 50)) {
      assertThat(kindOf(each)).isEqualTo(FailureKind.DISCONNECTED);
    }
    CompletableFuture<String> again = connection.caller(GREET).start("again");
    try (Socket next = accepted.take()) {
      assertThat(read(next)).isEqualTo("again\n");
      write(next, "hello, again\n");
      assertThat(again.get()).isEqualTo("hello, again");
      connection.shutDown();
      assertThat(next.getInputStream().read()).as("closed").isEqualTo(-1);
    }
  }

  @Test
  void aReplyWithoutARequestEndsTheConnection() throws Exception {
    Coalescing connection = connection(LONG);
    CompletableFuture<String> open = connection.caller(GREET).start("ada");
    try (Socket peer = accepted.take()) {
      assertThat(read(peer)).isEqualTo("ada\n"); // before the request it must not answer
      write(peer, "hello, ada\nhello, you\n");
      assertThat(open.get()).isEqualTo("hello, ada");
      assertThat(peer.getInputStream().read()).as("closed").isEqualTo(-1);
    } finally {
      connection.shutDown();
    }
  }

  @Test
  void aPeerThatTakesNothingIsGivenUpAndEveryCallEnds() throws Exception {
    Coalescing connection = connection(Duration.ofMillis(300));
    String name = "x".repeat(1024 * 1024);
    List<CompletableFuture<String>> open = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      open.add(connection.caller(GREET).start(name));
    }
    Socket deaf = accepted.take();
    for (CompletableFuture<String> each : open) {
      assertThatThrownBy(each::get).hasCauseInstanceOf(CallException.class);
    }
    // Its socket is full: the connection is given up, and a later call makes another.
    Awaitility.await()
        .atMost(LONG)
        .until(
            () -> {
              assertThatThrownBy(() -> connection.call(GREET, name))
                  .isInstanceOf(CallException.class);
              return !accepted.isEmpty();
            });
    connection.shutDown();
    deaf.close();
  }

  @Test
  void aCallThatGaveUpBeforeItWasSentIsNotSent() throws Exception {
    Coalescing connection = connection(Duration.ofMillis(300));
    CompletableFuture<String> first = connection.caller(GREET).start("first");
    CompletableFuture<?> held =
        first.thenRun(
            () ->
                assertThatThrownBy(() -> connection.call(GREET, "given up"))
                    .isInstanceOf(DeadlineExceededException.class));
    try (Socket peer = accepted.take()) {
      assertThat(read(peer)).isEqualTo("first\n");
      write(peer, "hello, first\n");
      held.get();
      CompletableFuture<String> next = connection.caller(GREET).start("next");
      assertThat(read(peer)).isEqualTo("next\n");
      write(peer, "hello, next\n");
      assertThat(next.get()).isEqualTo("hello, next");
    } finally {
      connection.shutDown();
    }
  }
}
