package io.rpcstress.server.base;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.server.base.ServerJarContract.Greeter;
import io.rpcstress.usage.JvmSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What a server owes that lets each connection have calls that wait: together they do not fill its
 * heap, nor the buffers outside of it, however many there are. Shown on its real jar in a heap of
 * 64 MiB, and in the memory that every measured server has.
 */
@Timeout(300)
public abstract class CrowdContract {
  private static final List<String> HEAP =
      List.of("-Xms64m", "-Xmx64m", "-XX:+ExitOnOutOfMemoryError");

  private static final int PEERS = 400;

  /** Nearly as many as a server takes. */
  private static final int MAX_PEERS = 1_900;

  /** Of each peer, so that it is the server that keeps answers, and not the kernel. */
  private static final int RECEIVED_BYTES = 16 * 1024;

  /** For all good calls beside a crowd together; without the limit one took 35 s and more. */
  private static final Duration SOON = Duration.ofSeconds(30);

  /** Calls that a peer writes at a time. */
  private static final int AT_A_TIME = 16;

  /** Shorter than the time after which a peer is closed that does not read. */
  private static final long FLOOD_NANOS = TimeUnit.SECONDS.toNanos(5);

  private static final int GOOD_CALLS = 20;

  /** More than both kernels buffer of one connection. */
  private static final int LATE_CALLS = 3_000;

  private static final long STALLED_NANOS = TimeLimits.DEFAULTS.stalled().toNanos();

  private static final int LATE_ATTEMPTS = 3;

  private static final String LONGEST = "x".repeat(4096);

  private final String technology;
  private final Path jar;

  /** The technology under test, and the name of its jar. */
  protected CrowdContract(String technology, String jar) {
    this.technology = technology;
    this.jar = Path.of("target", jar);
  }

  /** Connects a client. */
  protected abstract Greeter connect(InetSocketAddress server) throws Exception;

  /** A whole call, as it is sent. */
  protected abstract byte[] call(String name);

  /** How long the answer to the call with a name of 4,096 letters is, bytes. */
  protected abstract int longestAnswerBytes();

  /** One that sends calls and reads nothing. */
  private static final class Deaf {
    private final SocketChannel channel;
    private final ByteBuffer calls;

    private Deaf(InetSocketAddress server, byte[] calls) throws IOException {
      this.channel = SocketChannel.open();
      this.channel.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVED_BYTES);
      this.channel.connect(server);
      this.channel.configureBlocking(false);
      this.calls = ByteBuffer.wrap(calls);
    }

    /** Sends what is taken at once; whether anything was. */
    private boolean sends() {
      if (!channel.isOpen()) {
        return false;
      }
      try {
        if (!calls.hasRemaining()) {
          calls.rewind();
        }
        return channel.write(calls) > 0;
      } catch (IOException closedByTheServer) {
        close();
        return false;
      }
    }

    private void close() {
      try {
        channel.close();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static byte[] repeated(byte[] once, int times) {
    ByteBuffer all = ByteBuffer.allocate(once.length * times);
    for (int i = 0; i < times; i++) {
      all.put(once);
    }
    return all.array();
  }

  @Test
  void peersThatTakeNoAnswersLeaveRoomForOthers() throws Exception {
    against(PEERS, HEAP);
  }

  @Test
  void asManyAsThereMayBeLeaveRoomInTheMemoryOfAMeasuredServer() throws Exception {
    against(MAX_PEERS, JvmSettings.options());
  }

  private void against(int crowd, List<String> jvmOptions) throws Exception {
    byte[] calls = repeated(call(LONGEST), AT_A_TIME);
    List<Deaf> peers = new ArrayList<>();
    try (ServerProcess server = ServerProcess.ready(jvmOptions, jar, technology)) {
      for (int i = 0; i < crowd; i++) {
        Deaf peer = new Deaf(server.address(), calls);
        peers.add(peer);
        while (peer.sends()) {
          // as much as is taken while there are no more than so many others
        }
      }
      flood(peers, server);
      assertThat(server.isAlive()).as("the server lives beside its peers").isTrue();
      long begun = System.nanoTime();
      assertGreets(server.address());
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(SOON);
      assertAnswersWhoReadsLate(server);
      assertThat(server.isAlive()).isTrue();
      assertThat(server.err()).as("nothing but where its usage is").hasSize(1);
    } finally {
      peers.forEach(Deaf::close);
    }
  }

  private static void flood(List<Deaf> peers, ServerProcess server) throws InterruptedException {
    long end = System.nanoTime() + FLOOD_NANOS;
    while (System.nanoTime() - end < 0 && server.isAlive()) {
      boolean sent = false;
      for (Deaf peer : peers) {
        sent |= peer.sends();
      }
      if (!sent) {
        TimeUnit.MILLISECONDS.sleep(1);
      }
    }
  }

  private void assertGreets(InetSocketAddress server) throws Exception {
    try (Greeter good = connect(server)) {
      for (int i = 0; i < GOOD_CALLS; i++) {
        assertThat(good.greet("n" + i)).isEqualTo("hello, n" + i);
      }
      assertThat(good.greet(LONGEST)).isEqualTo("hello, " + LONGEST);
    }
  }

  /**
   * A peer is closed that stalls for longer than it may. Where that long passed here, the machine
   * may have stood still, and it is asked again; a connection lost sooner is the server's fault.
   */
  private void assertAnswersWhoReadsLate(ServerProcess server) throws Exception {
    for (int attempt = 1; ; attempt++) {
      long begun = System.nanoTime();
      try {
        readLate(server.address());
        return;
      } catch (IOException lost) {
        long passed = System.nanoTime() - begun;
        if (passed < STALLED_NANOS || attempt == LATE_ATTEMPTS || !server.isAlive()) {
          throw new AssertionError(
              "lost in attempt %d after %d ms; the server is alive: %s; it said: %s"
                  .formatted(
                      attempt,
                      TimeUnit.NANOSECONDS.toMillis(passed),
                      server.isAlive(),
                      server.err()),
              lost);
        }
      }
    }
  }

  /** Nothing more is read of it for a while, and then all of it is. */
  private void readLate(InetSocketAddress server) throws Exception {
    byte[] one = call(LONGEST);
    try (Socket late = new Socket()) {
      late.connect(server);
      late.setSoTimeout((int) TimeUnit.SECONDS.toMillis(ServerProcess.PATIENCE_SECONDS));
      OutputStream out = late.getOutputStream();
      CompletableFuture<Void> sent =
          CompletableFuture.runAsync(
              () -> {
                try {
                  for (int i = 0; i < LATE_CALLS; i++) {
                    out.write(one);
                  }
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              });
      TimeUnit.SECONDS.sleep(1);
      assertThat(sent).as("it is sent more than the server reads").isNotDone();
      long expected = (long) LATE_CALLS * longestAnswerBytes();
      late.getInputStream().skipNBytes(expected);
      sent.get(ServerProcess.PATIENCE_SECONDS, TimeUnit.SECONDS);
      assertThat(late.getInputStream().available()).as("bytes beyond the answers").isZero();
    }
  }
}
