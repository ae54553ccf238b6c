package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.channel.embedded.EmbeddedChannel;
import io.rpcstress.rpcx.tls.Handshakes;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Encryption, with certificates that the JDK's own keytool makes for the occasion. */
class TlsTest {
  @TempDir static Path directory;
  private static Identity server;
  private static Identity client;
  private static Identity other;

  @BeforeAll
  static void makeIdentities() throws Exception {
    server = Identity.make(directory, "server");
    client = Identity.make(directory, "client");
    other = Identity.make(directory, "other");
  }

  private static ServiceCentre serve(Tls tls) {
    return ServiceCentre.builder().publish(new Greeter.Service()).tls(tls).start();
  }

  private static RPCX connect(ServiceCentre centre, Tls tls) {
    return RPCX.builder().address(centre.address()).port(centre.port()).tls(tls).build();
  }

  private static String greet(RPCX rpcx) {
    return rpcx.client(Greeter.Client.class).greet("x".repeat(20_000));
  }

  @Test
  void aTrustedServerIsCalledAndAnotherIsNot() {
    try (ServiceCentre centre = serve(Tls.server(server.certificate(), server.key()));
        RPCX good = connect(centre, Tls.client(server.certificate()));
        RPCX wary = connect(centre, Tls.client(other.certificate()))) {
      assertThat(greet(good)).startsWith("hello, x").hasSize(20_007);
      refused(wary);
      assertThat(greet(good)).hasSize(20_007);
    }
  }

  @Test
  void aServerThatAsksForCertificatesServesOnlyTheRightOne() {
    try (ServiceCentre centre =
            serve(Tls.mutual(server.certificate(), server.key(), client.certificate()));
        RPCX good =
            connect(centre, Tls.mutual(client.certificate(), client.key(), server.certificate()));
        RPCX anonymous = connect(centre, Tls.client(server.certificate()));
        RPCX wrong =
            connect(centre, Tls.mutual(other.certificate(), other.key(), server.certificate()))) {
      assertThat(greet(good)).hasSize(20_007);
      refused(anonymous);
      refused(wrong);
      assertThat(greet(good)).hasSize(20_007);
    }
  }

  @Test
  void clearTextAndTlsDoNotMix() {
    try (ServiceCentre secure = serve(Tls.server(server.certificate(), server.key()));
        ServiceCentre open = Greeter.serve(new Greeter.Service());
        RPCX clear = Greeter.connectTo(secure);
        RPCX encrypted = connect(open, Tls.client(server.certificate()))) {
      refused(clear);
      refused(encrypted);
    }
  }

  private static void refused(RPCX rpcx) {
    assertThatThrownBy(() -> greet(rpcx))
        .isInstanceOfSatisfying(
            RPCXException.class, e -> assertThat(e.status()).isEqualTo(StatusCode.UNAVAILABLE));
  }

  @Test
  void halfAnIdentityIsAnError() {
    assertThatThrownBy(() -> new Tls(server.certificate(), null, null))
        .hasMessageContaining("or neither");
    assertThatThrownBy(() -> Tls.server(new File("nowhere.crt"), server.key()))
        .hasMessageContaining("nowhere.crt");
    assertThatThrownBy(() -> serve(Tls.client(server.certificate())))
        .hasMessageContaining("a server needs a certificate");
  }

  private static SSLSocket socket(ServiceCentre centre) throws Exception {
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null);
    try (InputStream in = Files.newInputStream(server.certificate().toPath())) {
      trusted.setCertificateEntry(
          "server", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLSv1.3");
    context.init(null, trust.getTrustManagers(), null);
    return (SSLSocket) context.getSocketFactory().createSocket(centre.address(), centre.port());
  }

  @Test
  void aPeerThatAsksForNewKeysAgainAndAgainLosesItsConnection() throws Exception {
    try (ServiceCentre centre = serve(Tls.server(server.certificate(), server.key()));
        RawPeer peer = new RawPeer(socket(centre))) {
      peer.send(RawPeer.hello());
      assertThat(peer.receive().hasHello()).isTrue();
      SSLSocket socket = (SSLSocket) peer.socket();
      try {
        for (int i = 0; i < 1000; i++) {
          // What begins a handshake the first time asks for new keys ever after.
          socket.startHandshake();
        }
      } catch (IOException closed) {
        // As it should be.
      }
      assertThat(peer.isClosedByPeer()).isTrue();
      await().until(() -> centre.connections() == 0);
    }
  }

  @Test
  void manyRecordsWithContentAreNoReasonToEndAConnection() throws Exception {
    try (ServiceCentre centre = serve(Tls.server(server.certificate(), server.key()));
        RawPeer peer = new RawPeer(socket(centre))) {
      peer.send(RawPeer.hello());
      assertThat(peer.receive().hasHello()).isTrue();
      byte[] frame = RawPeer.frame(RawPeer.greet(1, "Ada"));
      for (int call = 0; call < 20; call++) {
        for (byte one : frame) {
          peer.send(new byte[] {one});
        }
        ((SSLSocket) peer.socket()).startHandshake();
        assertThat(peer.reply().getResult().toStringUtf8()).isEqualTo("hello, Ada");
      }
    }
  }

  @Test
  void callsDoNotWaitForHandshakes() throws Exception {
    CountDownLatch goOn = new CountDownLatch(1);
    try (ServiceCentre centre = serve(Tls.server(server.certificate(), server.key()));
        RPCX good = connect(centre, Tls.client(server.certificate()))) {
      assertThat(greet(good)).hasSize(20_007);
      for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
        Handshakes.of(new EmbeddedChannel()).execute(() -> awaitUninterruptibly(goOn));
      }
      try (SSLSocket knocking = socket(centre)) {
        CompletableFuture<Void> handshake = CompletableFuture.runAsync(() -> begin(knocking));
        await().until(() -> centre.connections() == 2);
        for (int i = 0; i < 100; i++) {
          assertThat(greet(good)).hasSize(20_007);
        }
        assertThat(handshake).isNotDone();
        goOn.countDown();
        assertThat(handshake).succeedsWithin(Duration.ofSeconds(60));
      }
    } finally {
      goOn.countDown();
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void begin(SSLSocket socket) {
    try {
      socket.startHandshake();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void whatComesRightBehindAHandshakeIsServed() throws Exception {
    int calls = 300;
    try (ServiceCentre centre = serve(Tls.server(server.certificate(), server.key()));
        RawPeer peer = new RawPeer(socket(centre))) {
      peer.send(RawPeer.hello());
      for (int i = 1; i <= calls; i++) {
        peer.send(RawPeer.greet(i, "Ada"));
      }
      assertThat(peer.receive().hasHello()).isTrue();
      for (int i = 1; i <= calls; i++) {
        assertThat(peer.reply().getResult().toStringUtf8()).isEqualTo("hello, Ada");
      }
    }
  }
}
