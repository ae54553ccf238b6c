package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.rpcstress.rpcx.tls.TlsContexts;
import io.rpcstress.rpcx.tls.TlsMaterial;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Certificates from key stores and hooks, and those that are replaced while connections are open.
 */
class TlsRotationTest {
  private static final Duration SOON = Duration.ofMillis(20);

  @TempDir static Path directory;
  private static Identity old;
  private static Identity fresh;

  /** What the server uses: first the old identity's. */
  private File certificate;

  private File key;

  @BeforeAll
  static void makeIdentities() throws Exception {
    old = Identity.make(directory, "old");
    fresh = Identity.make(directory, "fresh");
  }

  @BeforeEach
  void useTheOld(@TempDir Path used) throws Exception {
    certificate = used.resolve("used.crt").toFile();
    key = used.resolve("used.key").toFile();
    old.replace(certificate, key);
  }

  private static ServiceCentre serve(Tls tls) {
    return ServiceCentre.builder().publish(new Greeter.Service()).tls(tls).start();
  }

  private static RPCX connect(ServiceCentre centre, Tls tls) {
    return RPCX.builder()
        .address(centre.address())
        .port(centre.port())
        .deadline(Duration.ofSeconds(20))
        .tls(tls)
        .build();
  }

  private static String greet(RPCX rpcx) {
    return rpcx.client(Greeter.Client.class).greet("Ada");
  }

  /** Whether a new connection finds the identity that it trusts. */
  private static boolean meets(ServiceCentre centre, Identity trusted) {
    try (RPCX rpcx = connect(centre, Tls.client(trusted.certificate()))) {
      return greet(rpcx).equals("hello, Ada");
    } catch (RPCXException e) {
      return false;
    }
  }

  @Test
  void newConnectionsMeetTheNewCertificateAndOpenOnesStay() throws Exception {
    try (ServiceCentre centre = serve(Tls.server(certificate, key).reloading(SOON));
        RPCX early = connect(centre, Tls.client(old.certificate()))) {
      assertThat(greet(early)).isEqualTo("hello, Ada");
      assertThat(meets(centre, fresh)).isFalse();
      fresh.replace(certificate, key);
      await().until(() -> meets(centre, fresh));
      assertThat(meets(centre, old)).isFalse();
      assertThat(greet(early)).isEqualTo("hello, Ada");
      await().until(() -> centre.connections() == 1);
    }
  }

  @Test
  void whatCannotBeUsedChangesNothingUntilItIsMended() throws Exception {
    try (ServiceCentre centre = serve(Tls.server(certificate, key).reloading(SOON))) {
      assertThat(meets(centre, old)).isTrue();
      Files.writeString(certificate.toPath(), "-----BEGIN CERTIFICATE-----\nnone\n");
      staysOld(centre);
      // The new certificate with the old key: each is good, both are not.
      Files.copy(
          fresh.certificate().toPath(), certificate.toPath(), StandardCopyOption.REPLACE_EXISTING);
      staysOld(centre);
      Files.delete(key.toPath());
      staysOld(centre);
      fresh.replace(certificate, key);
      await().until(() -> meets(centre, fresh));
    }
  }

  private static void staysOld(ServiceCentre centre) throws InterruptedException {
    Thread.sleep(5 * SOON.toMillis());
    assertThat(meets(centre, old)).isTrue();
  }

  /** Fails a few times, for reasons that are not in the files. */
  private static final class Scarce implements TlsMaterial {
    private final Queue<Throwable> failures = new ArrayDeque<>();
    private final Path file;
    private final SslContext last;
    private boolean read;

    Scarce(Path file, SslContext last) {
      this.file = file;
      this.last = last;
      failures.add(new NoClassDefFoundError("as requested"));
      failures.add(new IOException("Too many open files"));
    }

    @Override
    public SslContext server() throws IOException {
      if (!read) {
        read = true;
        return SslContextBuilder.forClient().build();
      }
      Throwable failure = failures.poll();
      if (failure instanceof Error e) {
        throw e;
      }
      if (failure instanceof IOException e) {
        throw e;
      }
      return last;
    }

    @Override
    public SslContext client() throws IOException {
      return server();
    }

    @Override
    public List<Path> files() {
      return List.of(file);
    }
  }

  @Test
  void whatFailedForAnotherReasonThanTheFilesIsTriedAgain() throws Exception {
    SslContext last = SslContextBuilder.forServer(fresh.certificate(), fresh.key()).build();
    try (TlsContexts contexts =
        new TlsContexts(new Scarce(certificate.toPath(), last), true, SOON)) {
      assertThat(contexts.current()).isNotSameAs(last);
      fresh.replace(certificate, key);
      await().until(() -> contexts.current() == last);
    }
  }

  @Test
  void aClientReadsAgainWhatItTrusts() throws Exception {
    Path trusted = certificate.toPath().resolveSibling("trusted.crt");
    Files.copy(old.certificate().toPath(), trusted);
    try (ServiceCentre centre = serve(Tls.server(fresh.certificate(), fresh.key()));
        RPCX rpcx = connect(centre, Tls.client(trusted.toFile()).reloading(SOON))) {
      assertThatThrownBy(() -> greet(rpcx)).isInstanceOf(RPCXException.class);
      Files.copy(fresh.certificate().toPath(), trusted, StandardCopyOption.REPLACE_EXISTING);
      await().ignoreExceptions().until(() -> greet(rpcx).equals("hello, Ada"));
    }
  }

  @Test
  void theApplicationGivesTheContextOfEachConnection() throws Exception {
    AtomicReference<SslContext> given =
        new AtomicReference<>(SslContextBuilder.forServer(old.certificate(), old.key()).build());
    try (ServiceCentre centre = serve(Tls.context(given::get))) {
      assertThat(meets(centre, old)).isTrue();
      given.set(SslContextBuilder.forServer(fresh.certificate(), fresh.key()).build());
      assertThat(meets(centre, fresh)).isTrue();
      given.set(SslContextBuilder.forClient().build());
      assertThat(meets(centre, fresh)).isFalse();
      await().until(() -> centre.connections() == 0);
    }
  }

  @Test
  void settingsThatCannotWorkAreRefusedAtTheStart() throws Exception {
    fresh.replace(certificate, key);
    Files.copy(old.key().toPath(), key.toPath(), StandardCopyOption.REPLACE_EXISTING);
    assertThatThrownBy(() -> serve(Tls.server(certificate, key)))
        .hasMessageContaining("not that of the certificate");
    assertThatThrownBy(() -> Tls.context(() -> null).reloading(SOON))
        .hasMessageContaining("no files");
    assertThatThrownBy(() -> Tls.client(null).reloading(Duration.ZERO))
        .hasMessageContaining("expected PT0.001S");
    SslContext client = SslContextBuilder.forClient().build();
    assertThatThrownBy(() -> serve(Tls.context(() -> client)))
        .hasMessageContaining("expected a server's");
  }
}
