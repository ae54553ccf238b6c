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
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * A broker as a component among the servers: it begins when its program accepts clients, and its
 * usage is that of the program. Where that ends by itself, this process ends with 1, so that its
 * supervisor starts both again.
 */
public final class BrokerServer implements Server {

  /** What packages put on PATH under RabbitMQ's name changes to another user first. */
  static final String RABBITMQ_FOLDER = "/usr/lib/rabbitmq/bin";

  private final Offer offer;

  /** The program's name, and that of its package. */
  private final String program;

  private final Starting starting;
  private final BrokerOptions options = new BrokerOptions();
  private volatile @Nullable RunningBroker running;

  /** Starts a broker's program. */
  private interface Starting {

    /** Returns when it accepts clients. */
    RunningBroker start(
        Path program, InetSocketAddress listen, ServerOptions given, BrokerCredentials credentials)
        throws IOException, InterruptedException;
  }

  private BrokerServer(Offer offer, String program, Starting starting) {
    this.offer = offer;
    this.program = program;
    this.starting = starting;
  }

  public static void main(String[] args) {
    Server rabbit =
        new BrokerServer(
            new Offer(Broker.RABBITMQ, 9019, Part.TLS), "rabbitmq-server", RabbitNode::start);
    Server nats = new BrokerServer(new Offer(Broker.NATS, 9023), "nats-server", NatsNode::start);
    ServerProgram.main("broker", List.of(rabbit, nats), args);
  }

  @Override
  public Offer offer() {
    return offer;
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
    Path unused = program();
    BrokerCredentials.requireUsable(options.credentials());
  }

  @Override
  public InetSocketAddress start(ServerOptions given, CallCounter calls) throws Exception {
    TlsSide tls = given.tls();
    if (tls != null) {
      tls.requireForClients(); // as which this process sees that the program is up
    }
    InetSocketAddress listen = FreePort.chosen(given.address());
    RunningBroker started =
        starting.start(
            program(), listen, given, BrokerCredentials.readOrMade(options.credentials()));
    running = started;
    started.process().endWithIt(technology(), "broker", started.logs());
    return listen;
  }

  private Path program() {
    return InstalledProgram.find(
        options.program,
        program,
        List.of(RABBITMQ_FOLDER),
        "apt-get install %1$s, and then systemctl disable --now %1$s".formatted(program));
  }

  @Override
  public ServerUsage usage(ServerUsage counted) {
    RunningBroker broker = running;
    return broker == null
        ? counted
        : broker
            .process()
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
    RunningBroker broker = running;
    return broker == null ? "" : broker.configuration();
  }

  @Override
  public boolean drain(Duration atMost) throws InterruptedException {
    RunningBroker broker = running;
    return broker == null || broker.stop(atMost);
  }

  /** A broker's options beside those of all servers. */
  private static final class BrokerOptions {

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
        description = "the broker's own program (default: the one that is installed)")
    private @Nullable Path program;

    Path credentials() {
      Path given = credentials;
      return given == null ? BrokerCredentials.fileFor(BrokerOptions.class) : given;
    }
  }
}
