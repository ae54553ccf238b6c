package io.rpcstress.server.broker;

import io.rpcstress.contract.Broker;
import io.rpcstress.contract.BrokerCredentials;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.base.address.GivenAddress;
import io.rpcstress.server.base.program.ChildProgram;
import io.rpcstress.server.base.program.PrivateFolder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.net.SocketFactory;

/** A NATS server by itself, without cluster, JetStream or monitoring port. Thread-safe. */
record NatsNode(String configuration, ChildProgram process) implements RunningBroker {
  private static final Duration START_TIME = Duration.ofSeconds(20);

  /** What is not here is as NATS has it. */
  private static final String CONFIGURATION =
      """
      listen: "%s"
      max_connections: %d
      max_payload: %d
      include ./credentials.conf
      """;

  private static final String CREDENTIALS = "authorization { user: \"%s\", password: \"%s\" }%n";

  static NatsNode start(
      Path program, InetSocketAddress listen, ServerOptions given, BrokerCredentials credentials)
      throws IOException, InterruptedException {
    PrivateFolder folder = PrivateFolder.make("nats");
    try {
      String configuration =
          CONFIGURATION.formatted(
              GivenAddress.text(listen), given.maxConnections(), Broker.MAX_MESSAGE_BYTES);
      folder.write("nats.conf", configuration);
      folder.write(
          "credentials.conf", CREDENTIALS.formatted(credentials.user(), credentials.password()));
      ChildProgram process =
          ChildProgram.start(Broker.NATS, List.of(program.toString(), "-c", "nats.conf"), folder);
      process.awaitUp( // its first word is INFO
          () -> RunningBroker.requireAnswer(listen, SocketFactory.getDefault(), new byte[0], 'I'),
          START_TIME);
      return new NatsNode(configuration, process);
    } catch (IOException | InterruptedException | RuntimeException e) {
      folder.remove();
      throw e;
    }
  }
}
