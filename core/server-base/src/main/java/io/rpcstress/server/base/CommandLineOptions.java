package io.rpcstress.server.base;

import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.TlsSide;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that all servers have, and the limits of their values. */
@Command(
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true,
    footer = {
      "",
      "Prints one line on standard output when it accepts calls:",
      "  READY <technology> <address>:<port>",
      "and reports on standard error where its usage counters are. SIGTERM and Ctrl-C drain and "
          + "end it.",
      "Exit codes: 0 drained, 1 could not start, 2 misuse."
    })
final class CommandLineOptions {
  static final int MAX_PORT = 65_535;

  /** A call's thread is kept busy so long: more would be an outage. */
  private static final int MAX_DELAY_MICROS = 100_000;

  /** The default ports in the help: they are the technology's. */
  static final String PORTS_KEY = "default.ports";

  static final String TECHNOLOGIES_KEY = "technologies";

  static final String VARIANTS_KEY = "variants";

  static final String TECHNOLOGY = "--technology";

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = TECHNOLOGY,
      paramLabel = "NAME",
      description = "what this process serves, one of: ${bundle:" + TECHNOLOGIES_KEY + "}")
  private @Nullable String technology;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "port to listen on; 0 = any free one (default: ${bundle:" + PORTS_KEY + "})")
  private @Nullable Integer port; // the default is the technology's, and its variant's

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description =
          "local address to listen on (default: ${DEFAULT-VALUE}: this host only). There is no "
              + "access control, so use a private network")
  private String bind = "127.0.0.1";

  @Option(
      names = "--usage-port",
      paramLabel = "N",
      description =
          "port of the usage counters, http://ADDRESS:N/usage; 0 = any free one (default: port + "
              + "1000, or any free one with --port 0)")
  private @Nullable Integer usagePort;

  @Option(names = "--variant", paramLabel = "NAME", description = "${bundle:" + VARIANTS_KEY + "}")
  private @Nullable ServerVariant variant; // the default is the server's

  @Option(
      names = "--max-connections",
      paramLabel = "N",
      defaultValue = "2048",
      description = "most connections open at a time; more are refused (default: ${DEFAULT-VALUE})")
  private int maxConnections;

  @Option(
      names = "--drain",
      paramLabel = "TIME",
      defaultValue = "10s",
      converter = DurationConverter.class,
      description = "how long a stop waits for open calls, such as 500ms, 10s or 1m (default: 10s)")
  private Duration drain = Duration.ZERO;

  @Option(
      names = "--delay-micros",
      hidden = true,
      paramLabel = "N",
      description = "injected fault: delays each reply by N us")
  private @Nullable Integer delayMicros;

  @Option(
      names = "--count-calls",
      hidden = true,
      description =
          "for a sweep with --fault: counts which calls ran, by the numbers in their names, and is "
              + "slow where they ask for it")
  private boolean countsCalls;

  /** Those of services, which only a server has that offers an operation of several. */
  private final ServiceOptions services = new ServiceOptions();

  /** That of messages, which only a server has that offers them. */
  private final MessageOptions messages = new MessageOptions();

  /** Those of encryption, which only a server has that can encrypt. */
  private final TlsOptions tls = new TlsOptions();

  TlsOptions tls() {
    return tls;
  }

  MessageOptions messages() {
    return messages;
  }

  boolean countsCalls() {
    return countsCalls;
  }

  ServiceOptions services() {
    return services;
  }

  /** How late each reply is made; zero where no fault is injected. */
  Duration delay() {
    Integer micros = delayMicros;
    if (micros == null) {
      return Duration.ZERO;
    }
    if (micros < 1 || micros > MAX_DELAY_MICROS) {
      throw invalid("--delay-micros", Integer.toString(micros), "1 to " + MAX_DELAY_MICROS);
    }
    return Duration.of(micros, ChronoUnit.MICROS);
  }

  /** The requested server, or the default one. */
  Server chosen(List<Server> servers, @Nullable Server byDefault) {
    String names = ServerProgram.names(servers);
    String name = technology;
    if (name == null) {
      if (byDefault != null) {
        return byDefault;
      }
      throw misuse("'" + TECHNOLOGY + " NAME' is missing: expected one of " + names);
    }
    for (Server server : servers) {
      if (server.technology().equals(name)) {
        return server;
      }
    }
    throw invalid(TECHNOLOGY, name, servers.size() == 1 ? names + ", or none" : "one of " + names);
  }

  /** Whether the requested variant is the same as the example. */
  boolean hasOnlyTheExample(Server server) {
    return variant == ServerVariant.TUNED && !server.offer().has(Offer.Part.TUNED);
  }

  ServerOptions serverOptions(Server server) {
    if (maxConnections < 1) {
      throw invalid("--max-connections", Integer.toString(maxConnections), "1 or more");
    }
    if (drain.isZero()) {
      throw invalid("--drain", "0", "more than 0");
    }
    ServerVariant real =
        variant == null || hasOnlyTheExample(server) ? server.offer().variants().get(0) : variant;
    try {
      TlsSide encryption = tls.side(server);
      int chosen =
          port == null
              ? services.port(tls.mode().port(real.port(server.offer().defaultPort())))
              : checkedPort("--port", port);
      InetSocketAddress address = new InetSocketAddress(address(), chosen);
      return new ServerOptions(
          address,
          real,
          maxConnections,
          drain,
          services.setup(server, address),
          messages.service(),
          encryption);
    } catch (IllegalArgumentException wrong) {
      throw misuse(String.valueOf(wrong.getMessage()));
    }
  }

  /** Where the usage endpoint shall listen, given where the calls shall arrive. */
  InetSocketAddress usageAddress(InetSocketAddress calls, Server server) {
    int chosen;
    if (usagePort != null) {
      chosen = checkedPort("--usage-port", usagePort);
    } else if (calls.getPort() == 0) {
      chosen = 0;
    } else {
      chosen = calls.getPort() + server.usagePortOffset();
      if (chosen > MAX_PORT) {
        throw invalid("--port", Integer.toString(calls.getPort()), "--usage-port N beside it");
      }
    }
    return new InetSocketAddress(calls.getAddress(), chosen);
  }

  private InetAddress address() {
    try {
      if (bind.isBlank()) {
        throw new UnknownHostException(bind); // Java would take it for the loopback address
      }
      return InetAddress.getByName(bind);
    } catch (UnknownHostException e) {
      throw invalid("--bind", bind, "an address of this host");
    }
  }

  private int checkedPort(String option, int value) {
    if (value < 0 || value > MAX_PORT) {
      throw invalid(option, Integer.toString(value), "0 to " + MAX_PORT);
    }
    return value;
  }

  private ParameterException invalid(String option, String value, String expected) {
    return misuse(
        "Invalid value '" + value + "' for option '" + option + "': expected " + expected);
  }

  private ParameterException misuse(String message) {
    CommandLine command = spec == null ? new CommandLine(this) : spec.commandLine();
    return new ParameterException(command, message);
  }
}
