package io.rpcstress.server.broker;

import io.rpcstress.contract.BrokerCredentials;
import io.rpcstress.server.base.program.InstalledProgram;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The broker's options beside those of all servers. */
final class BrokerOptions {

  /** The program itself: what packages put on PATH under its name changes to another user first. */
  private static final List<String> PROGRAM_FOLDERS = List.of("/usr/lib/rabbitmq/bin");

  @Option(
      names = "--credentials",
      paramLabel = "FILE",
      description =
          "who may use it, made where there is no such file, readable by its owner alone (default:"
              + " $RPC_STRESS_BROKER_CREDENTIALS, or broker.credentials beside the jar or above)")
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
