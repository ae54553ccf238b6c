package io.rpcstress.driver;

/**
 * Where one server listens. Nothing is resolved here.
 *
 * @param host name or address
 * @param port from 1 to 65535
 */
public record Address(String host, int port) {

  /** The highest TCP port. */
  public static final int HIGHEST_PORT = 65_535;

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException if the host is empty or the port out of range
   */
  public Address {
    if (host.isBlank()) {
      throw new IllegalArgumentException("host is empty: a name or an address expected");
    }
    if (port < 1 || port > HIGHEST_PORT) {
      throw new IllegalArgumentException("port is " + port + ": 1 to 65535 expected");
    }
  }

  /** {@code host:port}, with brackets around an IPv6 address. */
  @Override
  public String toString() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
