package io.rpcstress.server.base;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.NearestWord;
import io.rpcstress.contract.PrintableText;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.Tls;
import io.rpcstress.server.base.Offer.Part;
import io.rpcstress.server.base.address.GivenAddress;
import io.rpcstress.usage.Build;
import io.rpcstress.usage.ServerUsage;
import io.rpcstress.usage.UndecodedArguments;
import java.io.IOException;
import java.io.PrintStream;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * A server's life, the same for every technology: options, start, one line on standard output when
 * it accepts calls, drain at SIGTERM or Ctrl-C, exit code 0.
 *
 * <pre>{@code
 * public static void main(String[] args) {
 *   ServerProgram.main(new TcpServer(), args);
 * }
 * }</pre>
 *
 * <p>A program may serve several technologies of a family, one per process: the option {@code
 * --technology} says which. It may be left out where there is only one, or to have the one that the
 * family is called after.
 */
public final class ServerProgram {
  /** It ran and was drained, or printed its help. */
  static final int OK = 0;

  /** It could not start on this host: port taken, address not local. */
  static final int CANNOT_START = 1;

  static final int MISUSE = 2;

  private static final int NANOS_PER_MICRO = 1_000;

  /** What a technology may need beyond the drain time to cut what is left. */
  private static final Duration CUT_OFF_GRACE = Duration.ofSeconds(2);

  private final String family;
  private final List<Server> servers;
  private final PrintStream out;
  private final PrintStream err;

  /** As messages call this program: the technology, or the family until one is chosen. */
  private String name;

  ServerProgram(Server server, PrintStream out, PrintStream err) {
    this(server.technology(), List.of(server), out, err);
  }

  ServerProgram(String family, List<Server> servers, PrintStream out, PrintStream err) {
    this.family = family;
    this.name = family;
    this.servers = List.copyOf(servers);
    this.out = out;
    this.err = err;
  }

  /** Runs a server until the process is stopped. Ends the process itself. */
  public static void main(Server server, String[] args) {
    main(server.technology(), List.of(server), args);
  }

  /**
   * Runs one of several servers, the one that {@code --technology} names, until the process is
   * stopped. Ends the process itself.
   *
   * @param family what its servers share: its jar is {@code server-<family>.jar}
   * @param servers one for each technology, not started; one or more
   */
  public static void main(String family, List<Server> servers, String[] args) {
    PrintStream out = System.out;
    // Only the readiness line goes to standard output, whatever a library prints.
    System.setOut(System.err);
    System.exit(new ServerProgram(family, servers, out, System.err).run(args));
  }

  /** Returns an exit code where nothing was started; otherwise waits until the process ends. */
  int run(String... args) {
    Optional<String> undecoded = UndecodedArguments.problem(args);
    if (undecoded.isPresent()) {
      say(undecoded.get());
      return MISUSE;
    }
    CommandLineOptions options = new CommandLineOptions();
    @Nullable Server requested = requested(args);
    CommandLine command = commandLine(options, requested == null ? servers : List.of(requested));
    try {
      command.parseArgs(args);
      if (command.isUsageHelpRequested()) {
        command.usage(out);
        return OK;
      }
      if (command.isVersionHelpRequested()) {
        command.printVersionHelp(out);
        return OK;
      }
      Server server = options.chosen(servers, byDefault());
      try {
        server.checkSettings();
      } catch (IllegalArgumentException wrong) {
        say(String.valueOf(wrong.getMessage()));
        return MISUSE;
      }
      ServerOptions serverOptions = options.serverOptions(server);
      if (options.hasOnlyTheExample(server)) {
        say("tuned is the same as example here: this is the example");
      }
      Duration delay = options.delay();
      InetSocketAddress usageAddress = options.usageAddress(serverOptions.address(), server);
      boolean ownProcess = server.offer().has(Part.GO); // there is no counter of ours in it
      if (!delay.isZero() && ownProcess) {
        say("--delay-micros: a server in Go cannot be made late; leave it out");
        return MISUSE;
      }
      if (!delay.isZero()) {
        say(
            "injected fault: every reply is %d us late; measure no technology here"
                .formatted(delay.toNanos() / NANOS_PER_MICRO));
      }
      CallCounter calls = new CallCounter(delay);
      calls.answerMessagesOf(options.messages().pack());
      calls.encryptAs(options.tls().mode() == Tls.OFF ? null : options.tls().mode().label());
      if (options.countsCalls() && !ownProcess) {
        say("calls are counted by the numbers in their names, for a sweep with --fault");
        NumberedCalls numbered = new NumberedCalls();
        Greeting.observedBy(numbered);
        calls.report(numbered);
      }
      return serve(server, serverOptions, usageAddress, calls);
    } catch (ParameterException misuse) {
      say(oneLine(misuse) + "; see --help");
      return MISUSE;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return CANNOT_START;
    }
  }

  /** The server that the arguments name, before they are read: the help shows its ports. */
  private @Nullable Server requested(String[] args) {
    String option = CommandLineOptions.TECHNOLOGY;
    for (int i = 0; i < args.length; i++) {
      String value =
          args[i].startsWith(option + "=")
              ? args[i].substring(option.length() + 1)
              : args[i].equals(option) && i + 1 < args.length ? args[i + 1] : null;
      for (Server server : servers) {
        if (server.technology().equals(value)) {
          return server;
        }
      }
    }
    return byDefault();
  }

  /** What runs where none is named: the only one, or that which the family is called after. */
  private @Nullable Server byDefault() {
    for (Server server : servers) {
      if (servers.size() == 1 || server.technology().equals(family)) {
        return server;
      }
    }
    return null;
  }

  private CommandLine commandLine(CommandLineOptions options, List<Server> shown) {
    name = shown.size() == 1 ? shown.get(0).technology() : family;
    CommandLine command =
        new CommandLine(options)
            .setCommandName(program())
            .registerConverter(ServerVariant.class, this::variant)
            .registerConverter(Tls.class, ServerProgram::tls)
            .setOverwrittenOptionsAllowed(false);
    command.getCommandSpec().version(Build.lines(program(), servers.get(0).getClass()));
    if (offered(shown, Part.ROLES)) {
      command.addMixin("services", options.services());
    }
    if (offered(shown, Part.MESSAGES)) {
      command.addMixin("messages", options.messages());
    }
    if (offered(shown, Part.TLS)) {
      command.addMixin("tls", options.tls());
    }
    Object own = shown.size() == 1 ? shown.get(0).ownOptions() : null;
    if (own != null) {
      command.addMixin(shown.get(0).technology(), own);
    }
    command.setResourceBundle(new HelpDefaults(servers, shown));
    return command;
  }

  private static boolean offered(List<Server> servers, Part part) {
    return servers.stream().anyMatch(server -> server.offer().has(part));
  }

  /** The technologies of some servers, for a person: {@code http-json, http-form}. */
  static String names(List<Server> servers) {
    return servers.stream().map(Server::technology).collect(Collectors.joining(", "));
  }

  private ServerVariant variant(String text) {
    try {
      return ServerVariant.parse(text, servers.get(0).offer().variants());
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }

  private static Tls tls(String text) {
    return Tls.find(text)
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "expected one of %s, not '%s'"
                        .formatted(String.join(", ", Tls.labels()), PrintableText.of(text))));
  }

  private int serve(
      Server server, ServerOptions options, InetSocketAddress usageAddress, CallCounter calls)
      throws InterruptedException {
    if ((server.listens() && !isFree(options.address(), "--port"))
        || !isFree(usageAddress, "--usage-port")) {
      return CANNOT_START;
    }
    if (server.offer().has(Part.ROLES)) {
      calls.tellWork();
    }
    UsageEndpoint usage;
    try {
      usage = UsageEndpoint.start(usageAddress, report(server, options, calls));
    } catch (IOException e) {
      return cannotStart(e);
    }
    InetSocketAddress address;
    try {
      address = server.start(options, calls);
    } catch (Exception e) {
      usage.close();
      return cannotStart(e);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server, options, usage), "drain"));
    calls.ready();
    say("usage http://" + GivenAddress.text(usage.address()) + "/usage");
    out.println("READY " + server.technology() + " " + GivenAddress.text(address));
    out.flush();
    new CountDownLatch(1).await(); // until the shutdown hook halts the process
    return OK;
  }

  private static UsageEndpoint.Report report(
      Server server, ServerOptions options, CallCounter calls) {
    return new UsageEndpoint.Report() {
      @Override
      public String usage(boolean running) {
        return read(running).toText();
      }

      @Override
      public String metrics() {
        calls.scraped();
        return read(true).toMetrics();
      }

      @Override
      public String configuration() {
        return server.configuration();
      }

      @Override
      public String services() {
        return server.offer().has(Part.ROLES) ? options.services().reported().toText() : "";
      }

      private ServerUsage read(boolean running) {
        return server.usage(calls.usage(server.technology(), options.variant(), running));
      }
    };
  }

  /** A server's own message stands there without the name of a class. */
  private int cannotStart(Exception why) {
    String words = why.getClass() == IOException.class ? why.getMessage() : why.toString();
    say("cannot start: " + String.valueOf(words).replaceAll("\\s+", " "));
    return CANNOT_START;
  }

  /** Drains within the time allowed; a second signal during it changes nothing. */
  private void end(Server server, ServerOptions options, UsageEndpoint usage) {
    Thread watchdog =
        new Thread(
            () -> {
              try {
                Thread.sleep(options.drain().plus(CUT_OFF_GRACE).toMillis());
              } catch (InterruptedException drained) {
                return;
              }
              say("the drain did not end in time, so the server ends now");
              Runtime.getRuntime().halt(OK);
            },
            "drain-watchdog");
    watchdog.setDaemon(true);
    watchdog.start();
    try {
      if (!server.drain(options.drain())) {
        say(
            "connections were still in use after "
                + options.drain().toMillis()
                + " ms and were cut");
      }
    } catch (InterruptedException | RuntimeException e) {
      say("the drain failed: " + e);
    }
    usage.close();
    // Otherwise the JVM would report the signal, 143, for a server that was stopped.
    Runtime.getRuntime().halt(OK);
  }

  /** Tries the address before the technology does: one and the same message for all of them. */
  private boolean isFree(InetSocketAddress address, String option) {
    try (ServerSocket probe = new ServerSocket()) {
      probe.bind(address);
      return true;
    } catch (BindException e) {
      String reason = String.valueOf(e.getMessage());
      say(
          reason.contains("in use")
              ? "port "
                  + GivenAddress.text(address)
                  + " is taken: stop the program that listens there, or choose another "
                  + option
              : reason.contains("assign requested address")
                  ? "--bind "
                      + GivenAddress.host(address)
                      + " is no address of this host: ip address lists them"
                  : "cannot listen on " + GivenAddress.text(address) + ": " + reason);
      return false;
    } catch (IOException e) {
      say("cannot listen on " + GivenAddress.text(address) + ": " + e.getMessage());
      return false;
    }
  }

  private String oneLine(ParameterException misuse) {
    String message = String.valueOf(misuse.getMessage()).replaceAll("\\s+", " ");
    if (misuse instanceof UnmatchedArgumentException unmatched) {
      String wrong = unmatched.getUnmatched().get(0).replaceFirst("=.*", "");
      return NearestWord.to(wrong, misuse.getCommandLine().getCommandSpec().optionsMap().keySet())
          .map(nearest -> message + ": did you mean " + nearest + "?")
          .orElse(message);
    }
    return message;
  }

  private void say(String line) {
    err.println(program() + ": " + line);
  }

  private String program() {
    return "server-" + name;
  }
}
