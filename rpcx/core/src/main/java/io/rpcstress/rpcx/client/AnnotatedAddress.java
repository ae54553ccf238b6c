package io.rpcstress.rpcx.client;

import io.rpcstress.rpcx.RPCXClient;

/** Where the annotation of a client interface says that its server is. */
final class AnnotatedAddress {
  private static final int MAX_PORT = 65_535;

  private final String where;
  private final RPCXClient annotation;

  /**
   * @param where the interface's name, for messages
   * @throws IllegalArgumentException if an attribute and its other name are both set
   */
  AnnotatedAddress(String where, RPCXClient annotation) {
    this.where = where;
    this.annotation = annotation;
    once("port", annotation.port(), "remoteServerDomain", annotation.remoteServerDomain());
    once("host", annotation.host(), "remoteServerAddress", annotation.remoteServerAddress());
  }

  private void once(String name, String value, String longName, String longValue) {
    if (!value.isEmpty() && !longValue.isEmpty()) {
      throw new IllegalArgumentException(
          "%s has %s=\"%s\" and %s=\"%s\", which mean the same: set one of them"
              .formatted(where, name, value, longName, longValue));
    }
  }

  /** The host's name or address. */
  String host() {
    boolean isShort = !annotation.host().isEmpty();
    String name = isShort ? "host" : "remoteServerAddress";
    String written = isShort ? annotation.host() : annotation.remoteServerAddress();
    String host = written.isEmpty() ? RPCXClient.DEFAULT_HOST : written.trim();
    if (host.isEmpty()) {
      throw new IllegalArgumentException(
          "%s has %s=\"%s\", which is blank, expected a host's name or address"
              .formatted(where, name, written));
    }
    return host;
  }

  /** The port, 1 to 65535. */
  int port() {
    boolean isShort = !annotation.port().isEmpty();
    String name = isShort ? "port" : "remoteServerDomain";
    String written = isShort ? annotation.port() : annotation.remoteServerDomain();
    String value = written.isEmpty() ? RPCXClient.DEFAULT_PORT : written.trim();
    int port;
    try {
      port = Integer.parseInt(value);
    } catch (NumberFormatException e) {
      port = -1;
    }
    if (port < 1 || port > MAX_PORT) {
      throw new IllegalArgumentException(
          where + " has " + name + "=\"" + written + "\", expected a port from 1 to 65535");
    }
    return port;
  }
}
