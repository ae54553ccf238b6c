package io.rpcstress.server.proxy;

import io.rpcstress.contract.Carriage;
import io.rpcstress.contract.ProxyPath;
import io.rpcstress.server.base.address.GivenAddress;
import io.rpcstress.server.base.program.InstalledProgram;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A proxy's options beside those of all servers. */
final class ProxyOptions {

  @Option(
      names = "--to",
      paramLabel = "ADDRESS:PORT",
      description = "the server on this host to which calls are passed on")
  private @Nullable String to;

  @Option(
      names = "--carriage",
      paramLabel = "WHAT",
      description = "as what: http, grpc, grpc-stream, redis or tcp; not every program has all")
  private @Nullable String carriage;

  @Option(
      names = "--program",
      paramLabel = "FILE",
      description = "the proxy's program (default: the one of its name in PATH)")
  private @Nullable Path program;

  InetSocketAddress server() {
    return GivenAddress.of("--to", to, "the server's address and port, such as 127.0.0.1:9003");
  }

  Carriage carriage(ProxyPath path) {
    String given = carriage == null ? "" : carriage;
    Carriage parsed;
    try {
      parsed = Carriage.parse(given);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "--carriage '%s': %s".formatted(GivenAddress.shown(given), e.getMessage()), e);
    }
    if (!path.carries(parsed)) {
      throw new IllegalArgumentException(
          "--carriage %s: %s cannot carry that".formatted(given, path.label()));
    }
    return parsed;
  }

  Path program(String name, String howToInstall) {
    return InstalledProgram.find(program, name, List.of(), howToInstall);
  }
}
