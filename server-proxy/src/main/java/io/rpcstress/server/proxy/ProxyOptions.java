package io.rpcstress.server.proxy;

import io.rpcstress.contract.Carriage;
import io.rpcstress.contract.ProxyPath;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a proxy is told beside what all servers are. */
final class ProxyOptions {

  private static final Pattern ADDRESS = Pattern.compile("\\[?([^\\[\\]]+)]?:([0-9]{1,5})");
  private static final int HIGHEST_PORT = 65_535;

  /** Where Debian has programs of servers, which a plain user's PATH may lack. */
  private static final List<String> FURTHER_FOLDERS =
      List.of("/usr/local/sbin", "/usr/sbin", "/sbin");

  @Option(
      names = "--to",
      paramLabel = "ADDRESS:PORT",
      description = "the server that calls are passed on to, on this host")
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

  /**
   * Where the calls go.
   *
   * @throws IllegalArgumentException saying what is wrong with it, in one line
   */
  InetSocketAddress server() {
    String given = to;
    Matcher parts = ADDRESS.matcher(given == null ? "" : given);
    if (parts.matches()) {
      int port = Integer.parseInt(parts.group(2));
      if (port >= 1 && port <= HIGHEST_PORT) {
        InetSocketAddress server = new InetSocketAddress(parts.group(1), port);
        if (!server.isUnresolved()) {
          return server.getAddress().isAnyLocalAddress()
              ? new InetSocketAddress(InetAddress.getLoopbackAddress(), port)
              : server;
        }
      }
    }
    throw new IllegalArgumentException(
        "--to %s: expected the server's address and port, such as 127.0.0.1:9003"
            .formatted(given == null ? "is missing" : "'" + shown(given) + "'"));
  }

  /**
   * As what calls are carried.
   *
   * @throws IllegalArgumentException saying what is wrong with it, in one line
   */
  Carriage carriage(ProxyPath path) {
    String given = carriage == null ? "" : carriage;
    Carriage parsed;
    try {
      parsed = Carriage.parse(given);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "--carriage '%s': %s".formatted(shown(given), e.getMessage()), e);
    }
    if (!path.carries(parsed)) {
      throw new IllegalArgumentException(
          "--carriage %s: %s cannot carry that".formatted(given, path.label()));
    }
    return parsed;
  }

  /**
   * The program.
   *
   * @param name how it is called
   * @param howToInstall what a person does who has not got it
   * @throws IllegalArgumentException where there is none
   */
  Path program(String name, String howToInstall) {
    Path given = program;
    if (given != null) {
      if (!Files.isExecutable(given)) {
        throw new IllegalArgumentException(
            "--program '%s': expected a program that may be run"
                .formatted(shown(given.toString())));
      }
      return given.toAbsolutePath();
    }
    List<String> folders = new ArrayList<>();
    String path = System.getenv("PATH");
    if (path != null) {
      folders.addAll(List.of(path.split(":", -1)));
    }
    folders.addAll(FURTHER_FOLDERS);
    for (String folder : folders) {
      Path file = Path.of(folder, name);
      if (!folder.isEmpty() && Files.isRegularFile(file) && Files.isExecutable(file)) {
        return file.toAbsolutePath();
      }
    }
    throw new IllegalArgumentException("%s is not installed: %s".formatted(name, howToInstall));
  }

  private static String shown(String text) {
    String plain = text.replaceAll("\\p{Cntrl}", "?");
    return plain.length() <= 60 ? plain : plain.substring(0, 60) + "...";
  }
}
