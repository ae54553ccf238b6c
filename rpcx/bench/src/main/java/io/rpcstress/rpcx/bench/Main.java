package io.rpcstress.rpcx.bench;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The commands of this module. */
@Command(
    name = "rpcx-bench",
    mixinStandardHelpOptions = true,
    header = "The long tests of RPCX, and the commands that give its figures.",
    description = "What each figure means and what decides: rpcx/docs/figures.md.",
    subcommands = {
      RacesCommand.class,
      SoakCommand.class,
      RestartsCommand.class,
      UnreadCommand.class,
      ConnectionsCommand.class,
      StartUpCommand.class,
      ServeCommand.class
    })
public final class Main {
  private static final int FAILED = 1;

  private Main() {}

  /**
   * Runs one; ends with 0 if all is good, 1 if something is not, 2 after misuse.
   *
   * @param arguments the command and its options
   */
  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  /** The same without the process's end. */
  static int run(String... arguments) {
    return new CommandLine(new Main())
        .setExecutionExceptionHandler(
            (problem, line, parsed) -> {
              PrintWriter err = line.getErr();
              err.println(line.getCommandName() + ": " + problem);
              return FAILED;
            })
        .setParameterExceptionHandler(
            (problem, rest) -> {
              PrintWriter err = problem.getCommandLine().getErr();
              err.println(problem.getMessage() + "; see --help");
              return CommandLine.ExitCode.USAGE;
            })
        .execute(arguments);
  }
}
