package io.rpcstress.contract;

import java.util.Optional;

/**
 * A path from the client to a server that leads through a proxy on the server's host: which program
 * it is, as what it can carry calls, and its default port. Beside each server that is called
 * through a path stands a proxy of its own, so each has ports of its own: this is the one place
 * that defines which, for both hosts.
 */
public enum ProxyPath implements Labelled {
  HAPROXY(2_000, /* redis= */ false, /* tcp= */ true),
  /** Nginx; its stream module, which would carry TCP, counts nothing that could be checked. */
  NGINX(4_000, /* redis= */ false, /* tcp= */ false),
  ENVOY(6_000, /* redis= */ true, /* tcp= */ true);

  /** The path without a proxy, as the dimension {@code path} calls it. */
  public static final String DIRECT = "direct";

  private static final String SEPARATOR = "-";

  private final int portOffset;
  private final boolean redis;
  private final boolean tcp;

  ProxyPath(int portOffset, boolean redis, boolean tcp) {
    this.portOffset = portOffset;
    this.redis = redis;
    this.tcp = tcp;
  }

  /** Whether its program can carry calls so. */
  public boolean carries(Carriage carriage) {
    return switch (carriage) {
      case HTTP, GRPC, GRPC_STREAM -> true;
      case REDIS -> redis;
      case TCP -> tcp;
    };
  }

  /** The default port of the proxy beside a server; may be beyond the highest port. */
  public int port(int serverPort) {
    return serverPort + portOffset;
  }

  /** The name of the proxy beside a server in options and lists: {@code haproxy-grpc@tuned}. */
  public String of(String server) {
    return label() + SEPARATOR + server;
  }

  /** The path of a label; empty for {@value #DIRECT} and whatever is none. */
  public static Optional<ProxyPath> find(String label) {
    return Labelled.find(values(), label);
  }
}
