package io.rpcstress.server.base;

import io.rpcstress.contract.BrokerCredentials;
import io.rpcstress.server.base.address.GivenAddress;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options of a server that consumes from a broker, beside those of all servers; and how it
 * waits for a broker that is still starting.
 */
public final class ConsumerOptions {
  private static final int MAX_WAIT_SECONDS = 3_600;
  private static final long RETRY_MILLIS = 200;

  private final String byDefault;

  @Option(
      names = "--broker",
      paramLabel = "ADDRESS:PORT",
      description = "the broker to consume from (default: this technology's port of 127.0.0.1)")
  private @Nullable String broker;

  @Option(
      names = "--credentials",
      paramLabel = "FILE",
      description =
          "file of its user and password at the broker (default: $RPC_STRESS_BROKER_CREDENTIALS, "
              + "or broker.credentials beside the jar or above)")
  private @Nullable Path credentials;

  @Option(
      names = "--broker-wait",
      paramLabel = "SECONDS",
      defaultValue = "45",
      description =
          "how long to wait for a broker that is still starting (default: ${DEFAULT-VALUE})")
  private int waitSeconds;

  public ConsumerOptions(int defaultPort) {
    byDefault = "127.0.0.1:" + defaultPort;
  }

  /** Throws an {@link IllegalArgumentException} in one line where one of them cannot be used. */
  public void check() {
    InetSocketAddress unused = broker();
    Duration unusedWait = brokerWait();
    BrokerCredentials.requireUsable(credentials());
  }

  public Duration brokerWait() {
    if (waitSeconds < 0 || waitSeconds > MAX_WAIT_SECONDS) {
      throw new IllegalArgumentException(
          "--broker-wait '%d': expected 0 to %d seconds".formatted(waitSeconds, MAX_WAIT_SECONDS));
    }
    return Duration.ofSeconds(waitSeconds);
  }

  public InetSocketAddress broker() {
    String given = broker;
    return GivenAddress.of(
        "--broker",
        given == null ? byDefault : given,
        "the broker's address and port, such as " + byDefault);
  }

  /** The file of its credentials; it is made by the broker, and may come later than this. */
  public Path credentials() {
    Path given = credentials;
    return given == null ? BrokerCredentials.fileFor(ConsumerOptions.class) : given;
  }

  /** Connects, or fails; with a {@link RefusedException} where it always would. */
  @FunctionalInterface
  public interface Connecting {
    void connect() throws IOException, InterruptedException;
  }

  /** The broker is there and does not want this server, or it never will with such a file. */
  public static final class RefusedException extends IOException {
    private static final long serialVersionUID = 1;

    public RefusedException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** Reads what the broker makes. */
  public static BrokerCredentials credentials(Path file) throws IOException {
    try {
      return BrokerCredentials.read(file);
    } catch (NoSuchFileException notYet) {
      throw notYet;
    } catch (IOException unusable) {
      throw new RefusedException(String.valueOf(unusable.getMessage()), unusable);
    }
  }

  /** Connects; waits for a broker that is not there yet, and reports that. */
  public static void connect(
      InetSocketAddress broker, Duration atMost, Consumer<String> report, Connecting connecting)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    boolean reported = false;
    while (true) {
      try {
        connecting.connect();
        return;
      } catch (RefusedException e) {
        throw e;
      } catch (IOException notYet) {
        if (System.nanoTime() - end >= 0) {
          throw new IOException(
              "no broker at %s (%s): start it there, or give --broker"
                  .formatted(GivenAddress.text(broker), notYet.getMessage()),
              notYet);
        }
        if (!reported) {
          report.accept("waits for the broker at " + GivenAddress.text(broker));
          reported = true;
        }
      }
      Thread.sleep(RETRY_MILLIS);
    }
  }
}
