package io.rpcstress.client.harness.campaign.controls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A line that is some time longer, and nothing else. */
@Timeout(120)
class DelayingRelayTest {

  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void end() throws IOException {
    server.close();
  }

  private DelayingRelay relay(Duration eachWay) throws IOException {
    return new DelayingRelay(
        new InetSocketAddress(server.getInetAddress(), server.getLocalPort()), eachWay);
  }

  private static Socket connected(DelayingRelay relay) throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), relay.port());
  }

  /** Sends back what it reads, until there is no more. */
  private void echo() {
    Thread thread =
        new Thread(
            () -> {
              try (Socket client = server.accept()) {
                long unused = client.getInputStream().transferTo(client.getOutputStream());
              } catch (IOException ended) {
                // Asserted on the other side.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  @Test
  void whatIsSentArrivesUnalteredAndEndsWhereItsSenderEnds() throws Exception {
    byte[] sent = new byte[3_000_000];
    new Random(5).nextBytes(sent);
    echo();
    try (DelayingRelay relay = relay(Duration.ofMillis(1));
        Socket client = connected(relay)) {
      Thread sender =
          new Thread(
              () -> {
                try {
                  client.getOutputStream().write(sent);
                  client.shutdownOutput();
                } catch (IOException broken) {
                  // Asserted by what comes back.
                }
              });
      sender.start();
      assertThat(client.getInputStream().readAllBytes()).isEqualTo(sent);
      sender.join();
    }
  }

  @Test
  void aRoundTripTakesTheDelayOfBothWaysLonger() throws Exception {
    Duration eachWay = Duration.ofMillis(30);
    echo();
    try (DelayingRelay relay = relay(eachWay);
        Socket client = connected(relay)) {
      OutputStream out = client.getOutputStream();
      InputStream in = client.getInputStream();
      for (int i = 0; i < 3; i++) {
        long begun = System.nanoTime();
        out.write(i);
        assertThat(in.read()).isEqualTo(i);
        assertThat(Duration.ofNanos(System.nanoTime() - begun))
            .isGreaterThanOrEqualTo(eachWay.multipliedBy(2));
      }
    }
  }

  /** That a connection is over: it is refused, reset, or has an end. */
  private static void assertEnds(IOSupplier<Socket> connection) {
    try (Socket client = connection.get()) {
      assertThat(client.getInputStream().read()).isEqualTo(-1);
    } catch (IOException refusedOrReset) {
      assertThat(refusedOrReset).isInstanceOf(SocketException.class);
    }
  }

  /** Gives something that may not be there. */
  private interface IOSupplier<T> {
    T get() throws IOException;
  }

  @Test
  void whereNobodyListensTheClientIsToldSo() throws Exception {
    try (DelayingRelay relay = relay(Duration.ZERO)) {
      server.close();
      assertEnds(() -> connected(relay));
    }
  }

  @Test
  void closedItEndsEveryConnectionAndTakesNoOther() throws Exception {
    DelayingRelay relay = relay(Duration.ZERO);
    echo();
    Socket client = connected(relay);
    client.getOutputStream().write(7);
    assertThat(client.getInputStream().read()).isEqualTo(7);
    relay.close();
    assertEnds(() -> client);
    assertEnds(() -> connected(relay));
  }
}
