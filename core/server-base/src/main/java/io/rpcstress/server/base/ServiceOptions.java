package io.rpcstress.server.base;

import io.rpcstress.contract.PlaceOrder;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.ServiceRole;
import io.rpcstress.server.base.services.PeerAddress;
import io.rpcstress.server.base.services.ServiceSetup;
import io.rpcstress.usage.OwnAddresses;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options that select which services of an operation a process is. Every {@link
 * IllegalArgumentException} is one line for a person.
 */
final class ServiceOptions {
  private static final String ROLE = "--role";
  private static final String PEER = "--peer";
  private static final String STEP_TIME = "--step-time";

  /** ADDRESS:PORT, an IPv6 address in brackets, with the port of the usage counters behind it. */
  private static final Pattern ADDRESS =
      Pattern.compile("(?:\\[([0-9A-Fa-f:.%]+)]|([^\\[\\]:/=]+)):([0-9]{1,5})(?:/([0-9]{1,5}))?");

  private static final Duration MAX_STEP_TIME = Duration.ofSeconds(5);
  private static final int MAX_SHOWN_CHARS = 60;

  @Option(
      names = ROLE,
      paramLabel = "ROLE",
      split = ",",
      description =
          "which service of place-order this process is: order, product, customer, shipping, "
              + "several separated by commas, or all, which calls no other process (default: "
              + "all). Each listens on its own port: product 200, customer 400, shipping 600 "
              + "above the order service's")
  private List<String> roles = new ArrayList<>();

  @Option(
      names = PEER,
      paramLabel = "ROLE=ADDRESS:PORT[/USAGE-PORT]",
      description =
          "address of another service that this one calls; once for each (order calls product "
              + "and customer, customer calls shipping). Its usage counters are 1000 above its "
              + "port unless their port is given after it")
  private List<String> peers = new ArrayList<>();

  @Option(
      names = STEP_TIME,
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description =
          "how long each step of place-order waits in place of business logic: 0ms to 5s "
              + "(default: 100ms)")
  private @Nullable Duration stepTime;

  /** The default port of the process, given that of its technology's server. */
  int port(int serverPort) {
    Set<ServiceRole> chosen = chosen();
    return chosen.iterator().next().port(serverPort);
  }

  /** The requested setup of a server that will listen at an address. */
  ServiceSetup setup(Server server, InetSocketAddress address) {
    if (!server.offer().has(Offer.Part.ROLES)) {
      return ServiceSetup.ALL;
    }
    Duration time = stepTime == null ? PlaceOrder.STEP_TIME : stepTime;
    if (time.compareTo(MAX_STEP_TIME) > 0) {
      throw invalid(STEP_TIME, time.toMillis() + "ms", "0ms to 5s");
    }
    Set<ServiceRole> own = chosen();
    Map<ServiceRole, PeerAddress> known = peers(own, address);
    Set<ServiceRole> missing = called(own);
    missing.removeAll(known.keySet());
    if (!missing.isEmpty()) {
      String first = missing.iterator().next().label();
      throw new IllegalArgumentException(
          "%s %s calls the %s service: give its address by %s %s=ADDRESS:PORT"
              .formatted(ROLE, String.join(",", roles), first, PEER, first));
    }
    return new ServiceSetup(own, known, time);
  }

  private Set<ServiceRole> chosen() {
    if (roles.isEmpty() || roles.equals(List.of(ServiceRole.ALL))) {
      return EnumSet.allOf(ServiceRole.class);
    }
    Set<ServiceRole> chosen = EnumSet.noneOf(ServiceRole.class);
    for (String word : roles) {
      ServiceRole role =
          ServiceRole.find(word)
              .orElseThrow(
                  () ->
                      invalid(
                          ROLE,
                          word,
                          "one of " + ServiceRole.labels() + ", or " + ServiceRole.ALL + " alone"));
      if (!chosen.add(role)) {
        throw invalid(ROLE, String.join(",", roles), "each role once");
      }
    }
    return chosen;
  }

  /** The roles that some call, and that are not among them. */
  private static Set<ServiceRole> called(Set<ServiceRole> own) {
    Set<ServiceRole> called = new TreeSet<>();
    own.forEach(role -> called.addAll(role.peers()));
    called.removeAll(own);
    return called;
  }

  private Map<ServiceRole, PeerAddress> peers(Set<ServiceRole> own, InetSocketAddress address) {
    Map<ServiceRole, PeerAddress> known = new EnumMap<>(ServiceRole.class);
    for (String word : peers) {
      int equals = word.indexOf('=');
      ServiceRole role =
          ServiceRole.find(equals < 0 ? word : word.substring(0, equals))
              .orElseThrow(
                  () -> invalid(PEER, word, "ROLE=ADDRESS:PORT, of " + ServiceRole.labels()));
      if (own.contains(role)) {
        throw invalid(PEER, word, "another service than this one, which is the " + role.label());
      }
      if (!called(own).contains(role)) {
        throw invalid(
            PEER, word, "a service that this one calls, which the " + role.label() + " is not");
      }
      PeerAddress peer = parsed(word, word.substring(equals + 1));
      if (isSelf(peer.calls(), address)) {
        throw invalid(PEER, word, "another address than this service's own");
      }
      if (known.put(role, peer) != null) {
        throw invalid(PEER, word, "each service once");
      }
    }
    return known;
  }

  private static PeerAddress parsed(String word, String text) {
    Matcher matcher = ADDRESS.matcher(text);
    if (!matcher.matches()) {
      throw invalid(PEER, word, "ROLE=ADDRESS:PORT, for example customer=10.0.0.5:9401");
    }
    int port = port(word, matcher.group(3));
    int usage =
        matcher.group(4) == null
            ? port + ServerVariant.USAGE_PORT_OFFSET
            : port(word, matcher.group(4));
    if (usage > CommandLineOptions.MAX_PORT) {
      throw invalid(
          PEER, word, "the port of its usage counters behind it, as ADDRESS:PORT/USAGE-PORT");
    }
    String host = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
    InetSocketAddress calls = new InetSocketAddress(host, port);
    if (calls.isUnresolved()) {
      throw invalid(PEER, word, "a host that is known here, or its address");
    }
    return new PeerAddress(calls, usage);
  }

  private static int port(String word, String number) {
    int port = Integer.parseInt(number);
    if (port < 1 || port > CommandLineOptions.MAX_PORT) {
      throw invalid(PEER, word, "ports from 1 to " + CommandLineOptions.MAX_PORT);
    }
    return port;
  }

  private static boolean isSelf(InetSocketAddress peer, InetSocketAddress own) {
    if (peer.getPort() != own.getPort()) {
      return false;
    }
    InetAddress address = peer.getAddress();
    return address.equals(own.getAddress())
        || (own.getAddress().isAnyLocalAddress() && OwnAddresses.include(address));
  }

  private static IllegalArgumentException invalid(String option, String value, String expected) {
    String shown =
        value.length() <= MAX_SHOWN_CHARS ? value : value.substring(0, MAX_SHOWN_CHARS) + "...";
    return new IllegalArgumentException(
        "Invalid value '%s' for option '%s': expected %s".formatted(shown, option, expected));
  }
}
