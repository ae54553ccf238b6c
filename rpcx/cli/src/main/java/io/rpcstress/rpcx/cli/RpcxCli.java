package io.rpcstress.rpcx.cli;

import io.rpcstress.rpcx.Description;
import io.rpcstress.rpcx.Description.MethodInfo;
import io.rpcstress.rpcx.DynamicClient;
import io.rpcstress.rpcx.RPCX;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.Tls;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;

/** The command; ends with 0 if all is good, 1 if the server or the call fails, 2 after misuse. */
@Command(
    name = "rpcx-cli",
    mixinStandardHelpOptions = true,
    versionProvider = RpcxCli.Version.class,
    header = "Lists, describes and calls what an RPCX server publishes.",
    description = {
      "The server must allow it: ServiceCentre.builder().describe(true).",
      "RPCX_CLIENT_TOKEN in the environment is the token that the server gets."
    })
public final class RpcxCli {
  private static final int FAILED = 1;
  private static final String TOKEN = "RPCX_CLIENT_TOKEN";

  /** Control characters, and those that turn the direction of text or end a line. */
  private static final Pattern STEERS = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

  private final JsonMapper json =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
          .enable(DateTimeFeature.WRITE_DATES_WITH_ZONE_ID)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--deadline",
      paramLabel = "DURATION",
      scope = ScopeType.INHERIT,
      defaultValue = "PT10S",
      description = "How long each call may take, such as PT0.5S; default ${DEFAULT-VALUE}.")
  private Duration deadline = Duration.ZERO;

  @Option(
      names = "--metadata",
      paramLabel = "KEY=VALUE",
      scope = ScopeType.INHERIT,
      description = "Sent beside the arguments; may be given several times.")
  private Map<String, String> metadata = new LinkedHashMap<>();

  @Option(
      names = "--trusted",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description = "PEM file of certificates to trust; encrypts the connection.")
  private @Nullable File trusted;

  /** What a command does with a server. */
  private interface Work {
    void on(RPCX rpcx, DynamicClient server, PrintWriter out);
  }

  /** Something that the user has to change. */
  private static final class Misuse extends RuntimeException {
    private static final long serialVersionUID = 1;

    Misuse(String message) {
      super(message);
    }
  }

  @Command(description = "Lists the methods of all services, or of one.")
  int list(
      @Parameters(paramLabel = "HOST:PORT") String address,
      @Parameters(paramLabel = "SERVICE", arity = "0..1") @Nullable String service) {
    return run(
        address,
        (rpcx, server, out) ->
            found(server, service).forEach(method -> print(out, signature(method))));
  }

  @Command(description = "Shows methods with the types that they need, and the server's limits.")
  int describe(
      @Parameters(paramLabel = "HOST:PORT") String address,
      @Parameters(paramLabel = "SERVICE[.METHOD]", arity = "0..1") @Nullable String name) {
    return run(
        address,
        (rpcx, server, out) -> {
          Description description = rpcx.client(Description.class);
          List<MethodInfo> methods = found(server, name);
          for (MethodInfo method : methods) {
            print(out, signature(method));
            if (method.maxInFlight() > 0) {
              print(out, "  at most " + method.maxInFlight() + " calls in flight");
            }
            method.exceptions().forEach(alias -> print(out, "  throws " + alias));
          }
          server
              .types(methods)
              .forEach(
                  (alias, members) -> {
                    print(out, alias);
                    members.forEach(
                        (part, type) -> print(out, ("  " + part + " " + type).stripTrailing()));
                  });
          print(out, "limits");
          new TreeMap<>(description.limits())
              .forEach((limit, value) -> print(out, "  " + limit + " " + value));
        });
  }

  @Command(
      description = {
        "Calls a method and prints its result in JSON.",
        "Records are objects, sealed interfaces objects with one member, bytes and Protobuf"
            + " messages Base64, times ISO 8601."
      })
  int call(
      @Parameters(paramLabel = "HOST:PORT") String address,
      @Parameters(paramLabel = "SERVICE.METHOD") String name,
      @Parameters(paramLabel = "JSON", defaultValue = "[]", description = "An array of arguments.")
          String arguments) {
    return run(
        address,
        (rpcx, server, out) -> {
          MethodInfo method = found(server, name).get(0);
          if (!name.equals(method.service() + "." + method.name())) {
            throw new Misuse("\"" + name + "\" is a service, expected SERVICE.METHOD");
          }
          @Nullable Object[] values = values(arguments);
          if (values.length != method.parameters().size()) {
            throw new Misuse(values.length + " arguments, expected those of " + signature(method));
          }
          Object result = server.call(method, values);
          if (method.result().isPresent()) {
            out.println(escaped(json.writeValueAsString(result)));
          }
        });
  }

  private @Nullable Object[] values(String arguments) {
    try {
      @Nullable Object[] values = json.readValue(arguments, Object[].class);
      if (values == null) {
        throw new Misuse("the arguments are null, expected a JSON array");
      }
      return values;
    } catch (JacksonException e) {
      throw new Misuse("the arguments are no JSON array: " + e.getOriginalMessage());
    }
  }

  private Object convert(Object value, Class<?> type) {
    try {
      Object converted = json.convertValue(value, type);
      if (converted == null || !isSameNumber(value, converted)) {
        throw new IllegalArgumentException(
            json.writeValueAsString(value) + " is no " + type.getSimpleName());
      }
      return converted;
    } catch (JacksonException e) {
      throw new IllegalArgumentException(
          json.writeValueAsString(value) + " is no " + type.getSimpleName(), e);
    }
  }

  /** Whether a number stayed what it was; of other values true. */
  private static boolean isSameNumber(Object value, Object converted) {
    if (!(value instanceof Number) || !(converted instanceof Number number)) {
      return true;
    }
    if (number instanceof Double || number instanceof Float) {
      return Double.isFinite(number.doubleValue());
    }
    return new BigDecimal(value.toString()).compareTo(new BigDecimal(number.toString())) == 0;
  }

  /** Methods of a service, or one by its whole name; all if none is given. */
  private static List<MethodInfo> found(DynamicClient server, @Nullable String name) {
    List<MethodInfo> all = methods(server);
    if (name == null) {
      return all;
    }
    List<MethodInfo> found =
        all.stream()
            .filter(
                method ->
                    name.equals(method.service())
                        || name.equals(method.service() + "." + method.name()))
            .toList();
    if (found.isEmpty()) {
      throw new Misuse("the server publishes no \"" + name + "\"; list shows what it publishes");
    }
    return found;
  }

  private static List<MethodInfo> methods(DynamicClient server) {
    try {
      return server.methods();
    } catch (RPCXException e) {
      if (e.status() == StatusCode.UNKNOWN_SERVICE) {
        throw new IllegalStateException(
            "the server does not describe itself: it needs ServiceCentre.builder().describe(true)",
            e);
      }
      throw e;
    }
  }

  private static String signature(MethodInfo method) {
    return method.service()
        + "."
        + method.name()
        + "("
        + String.join(", ", method.parameters())
        + "): "
        + method.result().orElse("nothing");
  }

  /** A line of the server's words; what would steer the terminal stands as a question mark. */
  private static void print(PrintWriter out, String line) {
    out.println(STEERS.matcher(line).replaceAll("?"));
  }

  /** JSON with what would steer the terminal as its escapes. */
  private static String escaped(String text) {
    return STEERS
        .matcher(text)
        .replaceAll(
            found ->
                found
                    .group()
                    .chars()
                    .mapToObj("\\\\u%04x"::formatted)
                    .collect(Collectors.joining()));
  }

  private int run(String address, Work work) {
    PrintWriter out = spec.commandLine().getOut();
    try (RPCX rpcx = client(address)) {
      work.on(rpcx, new DynamicClient(rpcx, this::convert), out);
      return CommandLine.ExitCode.OK;
    } catch (RPCXException e) {
      boolean misuse = e.status() == StatusCode.INVALID_ARGUMENT && !e.mayHaveRun();
      return failed(misuse ? CommandLine.ExitCode.USAGE : FAILED, e.getMessage());
    } catch (Misuse | IllegalArgumentException e) {
      return failed(CommandLine.ExitCode.USAGE, e.getMessage());
    } catch (RuntimeException e) {
      return failed(FAILED, e.getMessage());
    } finally {
      out.flush();
    }
  }

  private RPCX client(String address) {
    RPCX.Builder builder = RPCX.builder().addresses(address).deadline(deadline);
    // no option: other users of the host could read it among the processes' arguments
    String token = System.getenv(TOKEN);
    if (token != null) {
      builder.token(token);
    }
    if (trusted != null) {
      builder.tls(Tls.client(trusted));
    }
    return builder
        .intercept(
            (call, next) -> {
              call.metadata().putAll(metadata);
              return next.proceed();
            })
        .build();
  }

  private int failed(int exit, @Nullable String why) {
    PrintWriter err = spec.commandLine().getErr();
    print(err, "rpcx-cli: " + String.valueOf(why).lines().findFirst().orElse(""));
    err.flush();
    return exit;
  }

  /** The command without the process's end. */
  static CommandLine commandLine() {
    return new CommandLine(new RpcxCli())
        .registerConverter(String.class, RpcxCli::decoded)
        .setParameterExceptionHandler(
            (problem, rest) -> {
              PrintWriter err = problem.getCommandLine().getErr();
              err.println("rpcx-cli: " + problem.getMessage() + "; see --help");
              return CommandLine.ExitCode.USAGE;
            });
  }

  /** A word as it was typed: the JVM has a replacement for what the locale cannot decode. */
  private static String decoded(String text) {
    if (text.indexOf('\uFFFD') >= 0) {
      throw new TypeConversionException(
          "'%s' is not in the encoding of this locale: start it with LC_ALL=C.UTF-8"
              .formatted(text));
    }
    return text;
  }

  /**
   * Runs the command.
   *
   * @param arguments a subcommand and its options
   */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** Version, commit and Java, as the jar says. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
      Properties build = new Properties();
      try (InputStream in =
          RpcxCli.class.getResourceAsStream("/META-INF/rpc-stress/build.properties")) {
        if (in != null) {
          build.load(in);
        }
      }
      String version = RpcxCli.class.getPackage().getImplementationVersion();
      return new String[] {
        "rpcx-cli " + (version == null ? "(not packaged)" : version),
        "commit "
            + build.getProperty("git.commit.id", "unknown")
            + (Boolean.parseBoolean(build.getProperty("git.dirty")) ? "-dirty" : ""),
        "running on Java " + System.getProperty("java.runtime.version")
      };
    }
  }
}
