package io.rpcstress.server.broker;

import io.rpcstress.contract.Broker;
import io.rpcstress.contract.BrokerCredentials;
import io.rpcstress.contract.TlsSide;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.Offer;
import io.rpcstress.server.base.Offer.Part;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.base.ServerProgram;
import io.rpcstress.server.base.program.FreePort;
import io.rpcstress.server.base.program.InstalledProgram;
import io.rpcstress.usage.ProcessUsage;
import io.rpcstress.usage.ServerUsage;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * RabbitMQ as a component among the servers: it begins when its node accepts AMQP, and its usage is
 * that of the node. Where the node ends by itself, this process ends with 1, so that its supervisor
 * starts both again.
 */
public final class RabbitBroker implements Server {

  /** Where {@code amqp} is called. */
  private static final int DEFAULT_PORT = 9019;

  private final BrokerOptions options = new BrokerOptions();
  private volatile @Nullable RabbitNode running;

  public static void main(String[] args) {
    ServerProgram.main(new RabbitBroker(), args);
  }

  @Override
  public Offer offer() {
    return new Offer(Broker.RABBITMQ, DEFAULT_PORT, Part.TLS);
  }

  /** The first are those of the server that consumes from it. */
  @Override
  public int usagePortOffset() {
    return Broker.USAGE_PORT_OFFSET;
  }

  @Override
  public Object ownOptions() {
    return options;
  }

  @Override
  public void checkSettings() {
    Path unused = options.program();
    BrokerCredentials.requireUsable(options.credentials());
  }

  @Override
  public InetSocketAddress start(ServerOptions given, CallCounter calls) throws Exception {
    TlsSide tls = given.tls();
    if (tls != null) {
      tls.requireForClients(); // as which this process sees that the node is up
    }
    InetSocketAddress listen = FreePort.chosen(given.address());
    RabbitNode started =
        RabbitNode.start(
            options.program(), listen, tls, BrokerCredentials.readOrMade(options.credentials()));
    running = started;
    started.endWithIt(technology());
    return listen;
  }

  @Override
  public ServerUsage usage(ServerUsage counted) {
    RabbitNode node = running;
    return node == null
        ? counted
        : node.process()
            .usage(
                counted,
                ProcessUsage.UNKNOWN,
                ProcessUsage.UNKNOWN,
                ProcessUsage.UNKNOWN,
                ProcessUsage.UNKNOWN);
  }

  /** Without its credentials, which are in a file of their own. */
  @Override
  public String configuration() {
    RabbitNode node = running;
    return node == null ? "" : node.configuration();
  }

  @Override
  public boolean drain(Duration atMost) throws InterruptedException {
    RabbitNode node = running;
    return node == null || node.stop(atMost);
  }

  /** The broker's options beside those of all servers. */
  static final class BrokerOptions {

    /**
     * The program itself: what packages put on PATH under its name changes to another user first.
     */
    private static final List<String> PROGRAM_FOLDERS = List.of("/usr/lib/rabbitmq/bin");

    @Option(
        names = "--credentials",
        paramLabel = "FILE",
        description =
            "the broker's user and password; the file is made if it is missing, and only its owner "
                + "can read it (default: $RPC_STRESS_BROKER_CREDENTIALS, or broker.credentials "
                + "beside the jar or above)")
    private @Nullable Path credentials;

    @Option(
        names = "--program",
        paramLabel = "FILE",
        description =
            "RabbitMQ's rabbitmq-server (default: that of /usr/lib/rabbitmq/bin, or of PATH)")
    private @Nullable Path program;

    Path credentials() {
      Path given = credentials;
      return given == null ? BrokerCredentials.fileFor(BrokerOptions.class) : given;
    }

    Path program() {
      return InstalledProgram.find(
          program,
          "rabbitmq-server",
          PROGRAM_FOLDERS,
          "apt-get install rabbitmq-server, and then systemctl disable --now rabbitmq-server");
    }
  }
}
