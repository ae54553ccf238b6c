package io.rpcstress.server.base;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.ServerVariant;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every server owes that answers on connections which stay open: whatever one peer does, its
 * connection ends and a good client is answered. On real sockets, in this process.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class HostilePeersContract {
  private static final int MAX_CONNECTIONS = 20;
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(100);

  private @Nullable Server running;

  /** For subclasses. */
  protected HostilePeersContract() {}

  /** A client that keeps to the rules. */
  public interface GoodClient extends Closeable {
    /** One call; throws where it fails. */
    String greet(String name) throws IOException;
  }

  /** The variants of the server that are tested. */
  protected List<ServerVariant> variants() {
    return List.of(ServerVariant.EXAMPLE);
  }

  /**
   * A server that is not started.
   *
   * @param stalled how long a peer may keep it waiting with a request begun or a reply not taken
   * @param idle how long a peer may ask nothing
   */
  protected abstract Server server(Duration stalled, Duration idle);

  /** Connects a good client. */
  protected abstract GoodClient connect(InetSocketAddress server) throws IOException;

  /** A whole request that is answered, as it is sent. */
  protected abstract byte[] request(String name);

  /** What a connection begins with, before its first request; in most protocols nothing. */
  protected byte[] preface() {
    return new byte[0];
  }

  /** How connections begin that announce more than anyone may; each ends its connection. */
  protected abstract List<byte[]> tooMuch();

  private InetSocketAddress start(ServerVariant variant, Duration stalled, Duration idle)
      throws Exception {
    Server server = server(stalled, idle);
    running = server;
    return server.start(
        new ServerOptions(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            variant,
            MAX_CONNECTIONS,
            LONG),
        new CallCounter());
  }

  @AfterEach
  final void stop() throws InterruptedException {
    Server server = running;
    if (server != null) {
      running = null;
      server.drain(LONG);
    }
  }

  /** A socket, and nothing that knows the protocol. */
  private static Socket raw(InetSocketAddress server) throws IOException {
    Socket socket = new Socket();
    socket.connect(server);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout((int) LONG.toMillis());
    return socket;
  }

  /** One that may send requests. */
  private Socket introduced(InetSocketAddress server) throws IOException {
    Socket socket = raw(server);
    socket.getOutputStream().write(preface());
    return socket;
  }

  /** Reads whatever it is told until the server ends the connection, which must happen. */
  private static void awaitEnd(Socket socket) throws IOException {
    try {
      var unused = socket.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (SocketTimeoutException stillOpen) {
      throw new AssertionError("the server left the connection open", stillOpen);
    } catch (IOException reset) {
      // also an end
    }
  }

  private static void assertGreets(GoodClient client, String name) throws IOException {
    assertThat(client.greet(name)).isEqualTo("hello, " + name);
  }

  @ParameterizedTest
  @MethodSource("variants")
  void whatAnnouncesTooMuchEndsItsConnectionAndNoOther(ServerVariant variant) throws Exception {
    InetSocketAddress address = start(variant, LONG, LONG);
    try (GoodClient good = connect(address)) {
      for (byte[] beginning : tooMuch()) {
        List<Socket> greedy = new ArrayList<>();
        for (int i = 0; i < MAX_CONNECTIONS / 4; i++) {
          Socket socket = raw(address);
          greedy.add(socket);
          socket.getOutputStream().write(beginning);
        }
        assertGreets(good, "Ada");
        for (Socket socket : greedy) {
          awaitEnd(socket);
          socket.close();
        }
        assertGreets(good, "Bob");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void aPeerThatStallsAmidARequestIsClosedAndAQuietOneIsNot(ServerVariant variant)
      throws Exception {
    InetSocketAddress address = start(variant, SHORT, LONG);
    byte[] whole = request("Ada");
    List<byte[]> halves =
        List.of(
            Arrays.copyOf(whole, 1),
            Arrays.copyOf(whole, whole.length / 2),
            Arrays.copyOf(whole, whole.length - 1),
            // Behind a whole one, with which it may be read.
            Arrays.copyOf(repeated(whole, 2), whole.length + whole.length / 2));
    try (GoodClient quiet = connect(address)) {
      assertGreets(quiet, "first");
      List<Socket> stalled = new ArrayList<>();
      for (byte[] half : halves) {
        Socket socket = introduced(address);
        stalled.add(socket);
        socket.getOutputStream().write(half);
      }
      for (Socket socket : stalled) {
        awaitEnd(socket);
        socket.close();
      }
      assertGreets(quiet, "Ada");
    }
  }

  private static byte[] repeated(byte[] whole, int times) {
    byte[] all = new byte[times * whole.length];
    for (int i = 0; i < times; i++) {
      System.arraycopy(whole, 0, all, i * whole.length, whole.length);
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("variants")
  void aPeerThatSendsARequestByteByByteHasNoLongerForIt(ServerVariant variant) throws Exception {
    InetSocketAddress address = start(variant, SHORT, LONG);
    byte[] whole = request("x".repeat(4096));
    try (GoodClient good = connect(address);
        Socket slow = introduced(address)) {
      slow.setSoTimeout(1);
      boolean ended = false;
      // Far more than what is allowed, in pauses that are far shorter.
      for (int i = 0; i < whole.length - 1 && !ended; i++) {
        try {
          slow.getOutputStream().write(whole[i]);
          ended = slow.getInputStream().read() < 0;
        } catch (SocketTimeoutException stillOpen) {
          assertGreets(good, "Ada");
        } catch (IOException reset) {
          ended = true;
        }
      }
      assertThat(ended).as("the connection ended before the request did").isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void aQuietPeerIsClosedInTheEnd(ServerVariant variant) throws Exception {
    InetSocketAddress address = start(variant, LONG, SHORT);
    try (Socket quiet = raw(address)) {
      awaitEnd(quiet);
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void aPeerThatDoesNotReadHoldsUpNobodyAndIsClosed(ServerVariant variant) throws Exception {
    InetSocketAddress address = start(variant, Duration.ofMillis(500), LONG);
    byte[] flood = request("x".repeat(4096));
    try (GoodClient good = connect(address);
        Socket deaf = introduced(address)) {
      CompletableFuture<Boolean> refused =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  for (int i = 0; i < 100_000; i++) { // far beyond what both kernels buffer
                    deaf.getOutputStream().write(flood);
                  }
                  return false;
                } catch (IOException closed) {
                  return true;
                }
              });
      for (int i = 0; i < 100; i++) {
        assertGreets(good, "n" + i);
      }
      assertThat(refused.get(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void connectionsBeyondTheLimitAreRefusedAndRoomIsGivenBack(ServerVariant variant)
      throws Exception {
    InetSocketAddress address = start(variant, LONG, LONG);
    List<GoodClient> clients = new ArrayList<>();
    for (int i = 0; i < MAX_CONNECTIONS; i++) {
      GoodClient client = connect(address);
      clients.add(client);
      assertGreets(client, "n" + i);
    }
    try (Socket extra = raw(address)) {
      awaitEnd(extra);
    }
    assertGreets(clients.get(1), "Ada");
    clients.get(0).close();
    Awaitility.await().atMost(LONG).until(() -> isGreeted(address));
    for (GoodClient client : clients) {
      client.close();
    }
  }

  private boolean isGreeted(InetSocketAddress address) {
    try (GoodClient next = connect(address)) {
      return next.greet("Ada").equals("hello, Ada");
    } catch (IOException refused) {
      return false;
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void randomBytesHarmNobodyElse(ServerVariant variant) throws Exception {
    InetSocketAddress address = start(variant, LONG, LONG);
    Random random = new Random(42);
    try (GoodClient good = connect(address)) {
      for (int i = 0; i < 50; i++) {
        byte[] noise = new byte[random.nextInt(20_000)];
        random.nextBytes(noise);
        try (Socket bad = raw(address)) {
          bad.getOutputStream().write(noise);
        } catch (IOException closedOnIt) {
          // as it deserves
        }
        assertGreets(good, "n" + i);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void aDrainAnswersWhatWasReceivedAndThenEndsTheConnections(ServerVariant variant)
      throws Exception {
    int requests = 1_000;
    InetSocketAddress address = start(variant, LONG, LONG);
    Server server = running;
    assertThat(server).isNotNull();
    byte[] one = request("Ada");
    try (Socket asking = introduced(address);
        GoodClient idle = connect(address)) {
      assertGreets(idle, "first");
      asking.getOutputStream().write(one);
      byte[] answer = firstAnswer(asking);
      asking.getOutputStream().write(repeated(one, requests));
      running = null;
      CompletableFuture<Boolean> drained =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  // The clients stay connected: it must not wait for them to leave.
                  return server.drain(LONG);
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              });
      byte[] answers = asking.getInputStream().readAllBytes();
      assertThat(answers).isEqualTo(repeated(answer, requests));
      assertThat(drained.get(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThatThrownBy(() -> idle.greet("late")).isInstanceOf(IOException.class);
    }
  }

  private byte[] firstAnswer(Socket socket) throws IOException {
    byte[] answer = socket.getInputStream().readNBytes(answerBytes());
    assertThat(new String(answer, UTF_8)).contains("hello, Ada");
    return answer;
  }

  /** How long the reply to the request with the name {@code Ada} is, bytes. */
  protected abstract int answerBytes();
}
