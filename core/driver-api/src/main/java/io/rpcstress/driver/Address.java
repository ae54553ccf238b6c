package io.rpcstress.driver;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/**
 * Where one server listens. No name is resolved here.
 *
 * @param host what is connected to, a name or an address; an IPv6 address without brackets
 * @param port from 1 to 65535
 * @param name what the user calls the host, as TLS and HTTP's Host header need it; mostly the host
 */
public record Address(String host, int port, String name) {

  /** The highest TCP port. */
  public static final int HIGHEST_PORT = 65_535;

  private static final String LABEL = "[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?";

  private static final Pattern NAME = Pattern.compile(LABEL + "(?:\\." + LABEL + ")*\\.?");

  private static final int LONGEST_NAME = 254;

  /** What ends in a number is an address: resolvers disagree on anything but four of them. */
  private static final Pattern NUMERIC = Pattern.compile("(?:.*\\.)?[0-9]+\\.?");

  private static final String OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";

  private static final Pattern IPV4 = Pattern.compile("(?:" + OCTET + "\\.){3}" + OCTET);

  private static final Pattern ZONE = Pattern.compile("%[A-Za-z0-9_.-]+$");

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException if the host cannot be one, or the port is out of range
   */
  public Address {
    host = host(host);
    name = host(name);
    if (port < 1 || port > HIGHEST_PORT) {
      throw new IllegalArgumentException("port is " + port + ": 1 to 65535 expected");
    }
  }

  /** A host that has no other name. */
  public Address(String host, int port) {
    this(host, port, host);
  }

  /** The same host at another port. */
  public Address at(int otherPort) {
    return new Address(host, otherPort, name);
  }

  /** Whether the user calls the host by another name than is connected to. */
  public boolean isNamed() {
    return !name.equals(host);
  }

  /** {@code name:port}, as HTTP's Host header has it. */
  public String authority() {
    return text(name, port);
  }

  /**
   * A host as people write it, with or without brackets around an IPv6 address.
   *
   * @return without brackets
   * @throws IllegalArgumentException if it cannot be one
   */
  public static String host(String text) {
    boolean inBrackets = text.startsWith("[") && text.endsWith("]");
    String bare = inBrackets ? text.substring(1, text.length() - 1) : text;
    boolean isIpv6 = inBrackets || bare.indexOf(':') >= 0;
    if (!(isIpv6 ? isIpv6(bare) : isIpv4OrName(bare))) {
      throw new IllegalArgumentException(
          "'%s': a name or an address alone expected, such as host-b, 10.0.0.5 or ::1"
              .formatted(text));
    }
    return bare;
  }

  /** Whether a host is an address already, not a name for some. */
  public static boolean isLiteral(String host) {
    return host.indexOf(':') >= 0 || IPV4.matcher(host).matches();
  }

  /**
   * Reads {@code host:port}, with brackets around an IPv6 address.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static Address parse(String text) {
    int colon = text.lastIndexOf(':');
    String port = text.substring(colon + 1);
    if (colon < 0 || !port.matches("[0-9]{1,5}")) {
      throw new IllegalArgumentException("'" + text + "': HOST:PORT expected");
    }
    return new Address(text.substring(0, colon), Integer.parseInt(port));
  }

  private static boolean isIpv4OrName(String bare) {
    return NUMERIC.matcher(bare).matches()
        ? IPV4.matcher(bare).matches()
        : bare.length() <= LONGEST_NAME && NAME.matcher(bare).matches();
  }

  private static boolean isIpv6(String bare) {
    String address = ZONE.matcher(bare).replaceFirst("");
    try {
      // In brackets it is never looked up.
      return address.indexOf(':') >= 0 && InetAddress.getByName("[" + address + "]") != null;
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** {@code host:port}, with brackets around an IPv6 address. */
  @Override
  public String toString() {
    return text(host, port);
  }

  private static String text(String host, int port) {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
