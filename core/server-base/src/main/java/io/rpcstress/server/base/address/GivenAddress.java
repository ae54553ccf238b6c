package io.rpcstress.server.base.address;

import io.rpcstress.contract.PrintableText;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Addresses as options of servers have them, and as people read them. */
public final class GivenAddress {

  private static final Pattern ADDRESS = Pattern.compile("\\[?([^\\[\\]]+)]?:([0-9]{1,5})");
  private static final int HIGHEST_PORT = 65_535;
  private static final int MAX_SHOWN = 60;

  private GivenAddress() {}

  /**
   * Reads {@code ADDRESS:PORT}; all addresses of a host stand for its loopback address.
   *
   * @param given null where the option is missing
   * @param expected what it is the address of, with an example
   */
  public static InetSocketAddress of(String option, @Nullable String given, String expected) {
    Matcher parts = ADDRESS.matcher(given == null ? "" : given);
    if (parts.matches()) {
      int port = Integer.parseInt(parts.group(2));
      if (port >= 1 && port <= HIGHEST_PORT) {
        InetSocketAddress address = new InetSocketAddress(parts.group(1), port);
        if (!address.isUnresolved()) {
          return address.getAddress().isAnyLocalAddress()
              ? new InetSocketAddress(InetAddress.getLoopbackAddress(), port)
              : address;
        }
      }
    }
    throw new IllegalArgumentException(
        "%s %s: expected %s"
            .formatted(option, given == null ? "is missing" : "'" + shown(given) + "'", expected));
  }

  /** {@code ADDRESS:PORT} of a resolved one, with brackets around an IPv6 address. */
  public static String text(InetSocketAddress address) {
    return host(address) + ":" + address.getPort();
  }

  /** The address alone, with brackets around an IPv6 address. */
  public static String host(InetSocketAddress address) {
    String host = address.getAddress().getHostAddress();
    return host.indexOf(':') < 0 ? host : "[" + host + "]";
  }

  /** Short enough for a message, without what could disturb a terminal. */
  public static String shown(String text) {
    return PrintableText.of(text, MAX_SHOWN);
  }
}
