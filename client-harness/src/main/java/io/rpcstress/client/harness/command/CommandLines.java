package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.agent.Agent;
import io.rpcstress.client.harness.command.ColdStartCommand.FirstCallsCommand;
import io.rpcstress.client.harness.console.OptionSections;
import io.rpcstress.client.harness.driver.Drivers;
import io.rpcstress.client.harness.driver.Drivers.UnusableDriverException;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.Misuse.Nearest;
import io.rpcstress.client.harness.process.ExitCode;
import io.rpcstress.client.harness.process.ForkedPoint;
import io.rpcstress.contract.PrintableText;
import io.rpcstress.measure.help.ShortHelp;
import io.rpcstress.usage.Build;
import io.rpcstress.usage.ThreadShortage;
import io.rpcstress.usage.UndecodedArguments;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The program's command line: one line for bad input, help with examples, fixed exit codes. */
public final class CommandLines {

  /** How wide a help is where no terminal says how wide it is. */
  private static final int HELP_COLUMNS = 80;

  /** A command with so many options, or fewer, shows them all. */
  private static final int FEW_OPTIONS = 10;

  private static final ShortHelp HELP =
      new ShortHelp(
          FEW_OPTIONS,
          Set.of(
              "--duration",
              "--experiment",
              "--full-speed",
              "--help",
              "--host",
              "--json",
              "--operation",
              "--out",
              "--payload",
              "--protocol",
              "--quick",
              "--rate",
              "--repeat",
              "--requests",
              "--rounds",
              "--search",
              "--slo",
              "--threads",
              "--until-steady",
              "--url",
              "--warmup",
              "--warmup-cap"),
          OptionSections.ALL);

  private CommandLines() {}

  public static int execute(PrintStream out, PrintStream err, String... args) {
    CommandLine line = new CommandLine(new Root());
    Map<String, Supplier<Object>> commands = commands(out);
    boolean needsAll = args.length == 0 || args[0].equals(CompletionCommand.NAME);
    Supplier<Object> asked = needsAll ? null : commands.get(args[0]);
    if (asked == null) {
      commands.forEach((name, command) -> line.addSubcommand(name, command.get()));
    } else {
      line.addSubcommand(args[0], asked.get());
    }
    line.setUsageHelpWidth(HELP_COLUMNS);
    line.setUsageHelpAutoWidth(true);
    line.setExpandAtFiles(false); // of --payload @FILE the parser would make options
    configure(line, out, err);
    Optional<String> undecoded = UndecodedArguments.problem(args);
    if (undecoded.isPresent()) {
      return oneLine(line, undecoded.get());
    }
    try {
      return line.execute(args);
    } catch (OutOfMemoryError e) { // what a JVM throws where the host gives it no more threads
      String message = String.valueOf(e.getMessage());
      if (!ThreadShortage.isIn(message)) {
        throw e;
      }
      err.println(line.getCommandName() + ": " + message + ": " + ThreadShortage.remedy());
      return ExitCode.FAILED;
    }
  }

  /**
   * What makes each command, by its name, in the order of the help. A process is started for every
   * point: to make all of them, for the one that it runs, would be most of its start.
   */
  private static Map<String, Supplier<Object>> commands(PrintStream out) {
    Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
    commands.put("run", RunCommand::new);
    commands.put("rate", RateCommand::new);
    commands.put("controls", ControlsCommand::new);
    commands.put("list", ListCommand::new);
    commands.put("plan", PlanCommand::new);
    commands.put(
        "sweep",
        () -> new CommandLine(new SweepCommand()).addSubcommand(new SweepMeasureCommand()));
    commands.put("doctor", DoctorCommand::new);
    commands.put("calibrate", CalibrateCommand::new);
    commands.put("cross-check", CrossCheckCommand::new);
    commands.put("coldstart", ColdStartCommand::new);
    commands.put(
        MessageCommand.NAME,
        () ->
            new CommandLine(new MessageCommand())
                .setUnmatchedOptionsArePositionalParams(true)); // they are the other program's
    commands.put("tls-keys", TlsKeysCommand::new);
    commands.put(CompletionCommand.NAME, () -> new CompletionCommand(out));
    commands.put(ForkedPoint.COMMAND, PointCommand::new);
    commands.put("first-calls", FirstCallsCommand::new);
    commands.put(Agent.COMMAND, AgentCommand::new);
    return commands;
  }

  private static void configure(CommandLine line, PrintStream out, PrintStream err) {
    line.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
    printTo(line, out, err);
    withConverters(line);
    HELP.addTo(line);
    line.setParameterExceptionHandler((e, args) -> misuse(e.getCommandLine(), e));
    line.setExecutionStrategy(CommandLines::run);
    line.setExecutionExceptionHandler(
        (e, commandLine, result) -> {
          if (e instanceof Misuse) {
            return oneLine(commandLine, String.valueOf(e.getMessage()));
          }
          if (e instanceof InterruptedException) {
            return ExitCode.INTERRUPTED;
          }
          throw e;
        });
  }

  private static void printTo(CommandLine line, PrintStream out, PrintStream err) {
    if (line.getCommandSpec().userObject() instanceof HarnessCommand command) {
      command.printTo(out, err);
    }
    line.getSubcommands().values().forEach(each -> printTo(each, out, err));
  }

  /** Runs a command, unless a driver is there that no command could be trusted with. */
  private static int run(CommandLine.ParseResult parsed) {
    HELP.arrange(parsed);
    Integer explained = CommandLine.executeHelpRequest(parsed);
    if (explained != null) {
      return explained;
    }
    try {
      Drivers.check();
    } catch (UnusableDriverException e) {
      List<CommandLine> named = parsed.asCommandLineList();
      throw new ParameterException(named.get(named.size() - 1), String.valueOf(e.getMessage()), e);
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  static CommandLine withConverters(CommandLine line) {
    Converters.BY_TYPE.forEach((type, converter) -> register(line, type, converter));
    return line;
  }

  @SuppressWarnings("unchecked") // each is of its type
  private static <T> void register(CommandLine line, Class<T> type, ITypeConverter<?> converter) {
    line.registerConverter(type, (ITypeConverter<T>) converter);
  }

  private static int misuse(CommandLine line, ParameterException e) {
    String message = String.valueOf(e.getMessage()).replaceAll("\\R.*", "");
    if (e instanceof UnmatchedArgumentException unmatched && !unmatched.getUnmatched().isEmpty()) {
      String word = unmatched.getUnmatched().get(0);
      message =
          word.startsWith("-")
              ? "unknown option '%s': %s".formatted(word, Nearest.hint(word, optionsOf(line)))
              : "unexpected '%s': %s".formatted(word, Nearest.hint(word, commandsOf(line)));
    }
    return oneLine(line, message);
  }

  private static List<String> optionsOf(CommandLine line) {
    List<String> names = new ArrayList<>();
    line.getCommandSpec().options().stream()
        .filter(o -> !o.hidden())
        .forEach(o -> names.add(o.longestName()));
    return names;
  }

  private static List<String> commandsOf(CommandLine line) {
    List<String> names = new ArrayList<>();
    line.getSubcommands()
        .forEach(
            (name, command) -> {
              if (!command.getCommandSpec().usageMessage().hidden()) {
                names.add(name);
              }
            });
    return names.isEmpty() ? optionsOf(line) : names;
  }

  private static int oneLine(CommandLine line, String message) {
    String name = line.getCommandSpec().qualifiedName();
    line.getErr()
        .println(name + ": " + PrintableText.of(message) + " (" + name + " --help explains)");
    return ExitCode.MISUSE;
  }

  @Command(
      name = "client-harness",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = "Measures how services talk to each other, from host A.",
      synopsisSubcommandLabel = "COMMAND",
      footer = {
        "",
        "Exit codes: 0 every run succeeded, 1 a run failed, 2 misuse, 130 interrupted.",
        "",
        "One point, three technologies, this machine:",
        "  client-harness run --protocol rpcx,grpc,openfeign --threads 10 --requests 100"
      })
  private static final class Root implements Runnable {

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before run
    private CommandSpec spec;

    @Override
    public void run() {
      throw new ParameterException(
          spec.commandLine(),
          "no command given: expected one of " + String.join(", ", commandsOf(spec.commandLine())));
    }
  }

  private static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return Build.lines("client-harness", CommandLines.class);
    }
  }

  /** What runs on each of several client hosts: the harness of one sends it what to measure. */
  @Command(
      name = Agent.COMMAND,
      hidden = true,
      description =
          "Measures what it receives on standard input, until that ends. run, rate and sweeps with "
              + "--client-hosts start it over ssh.")
  private static final class AgentCommand extends HarnessCommand {

    @Override
    public Integer call() {
      return new Agent(System.in, stdout).serve();
    }
  }

  @Command(
      name = CompletionCommand.NAME,
      header = "Prints a script that completes commands and options.",
      mixinStandardHelpOptions = true,
      footer = {
        "",
        "Example:",
        "  alias client-harness='java -jar client-harness.jar'",
        "  source <(client-harness completion)"
      })
  private static final class CompletionCommand implements Runnable {
    static final String NAME = "completion";

    private final PrintStream out;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before run
    private CommandSpec spec;

    CompletionCommand(PrintStream out) {
      this.out = out;
    }

    @Override
    public void run() {
      CommandSpec root = spec.root();
      out.println(AutoComplete.bash(root.name(), root.commandLine()));
    }
  }
}
