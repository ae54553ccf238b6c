package io.rpcstress.contract;

import java.util.List;
import java.util.Optional;

/**
 * Whether connections are encrypted, and who shows a certificate. A server has one mode, so one of
 * each mode is a process of its own beside the plain one, with ports of its own: this is the one
 * place that defines which, for both hosts.
 */
public enum Tls implements Labelled {
  /** Plain text. */
  OFF("", 0),
  /** The server shows a certificate, which the client verifies with its name. */
  ON("tls-", 800),
  /** The client shows one, too, which the server verifies. */
  MTLS("mtls-", 2_800);

  private final String prefix;
  private final int portOffset;

  Tls(String prefix, int portOffset) {
    this.prefix = prefix;
    this.portOffset = portOffset;
  }

  /** The default port of a server in this mode, given that of the plain one. */
  public int port(int serverPort) {
    return serverPort + portOffset;
  }

  /** A server's name in options and lists: {@code grpc}, {@code tls-grpc}, {@code mtls-grpc}. */
  public String of(String server) {
    return prefix + server;
  }

  public static Optional<Tls> find(String label) {
    return Labelled.find(values(), label);
  }

  public static List<String> labels() {
    return Labelled.labels(values());
  }

  /** The mode of the server that a name is of, as {@link #of} made it. */
  public static Tls ofServer(String name) {
    return List.of(ON, MTLS).stream()
        .filter(each -> name.startsWith(each.prefix))
        .findFirst()
        .orElse(OFF);
  }

  /** The plain server's name, given that of one in this mode. */
  public String plain(String name) {
    return name.substring(prefix.length());
  }
}
