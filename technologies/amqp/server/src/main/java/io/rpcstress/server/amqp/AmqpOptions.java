package io.rpcstress.server.amqp;

import io.rpcstress.contract.BrokerCredentials;
import io.rpcstress.server.base.address.GivenAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The server's options beside those of all servers. */
final class AmqpOptions {
  private static final int MAX_WAIT_SECONDS = 3_600;

  @Option(
      names = "--broker",
      paramLabel = "ADDRESS:PORT",
      defaultValue = "127.0.0.1:9019",
      description = "the broker that it consumes from (default: ${DEFAULT-VALUE})")
  private String broker = "";

  @Option(
      names = "--credentials",
      paramLabel = "FILE",
      description =
          "who it is to the broker (default: $RPC_STRESS_BROKER_CREDENTIALS, or broker.credentials"
              + " beside the jar or above)")
  private @Nullable Path credentials;

  @Option(
      names = "--broker-wait",
      paramLabel = "SECONDS",
      defaultValue = "45",
      description =
          "how long it waits for a broker that starts at the same time (default: ${DEFAULT-VALUE})")
  private int waitSeconds;

  Duration brokerWait() {
    if (waitSeconds < 0 || waitSeconds > MAX_WAIT_SECONDS) {
      throw new IllegalArgumentException(
          "--broker-wait '%d': expected 0 to %d seconds".formatted(waitSeconds, MAX_WAIT_SECONDS));
    }
    return Duration.ofSeconds(waitSeconds);
  }

  InetSocketAddress broker() {
    return GivenAddress.of(
        "--broker", broker, "the broker's address and port, such as 127.0.0.1:9019");
  }

  /** The file of its credentials; it is made by the broker, and may come later than this. */
  Path credentials() {
    Path given = credentials;
    return given == null ? BrokerCredentials.fileFor(AmqpOptions.class) : given;
  }
}
