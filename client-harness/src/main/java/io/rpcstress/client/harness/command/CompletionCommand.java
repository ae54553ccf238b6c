package io.rpcstress.client.harness.command;

import java.io.PrintStream;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

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
final class CompletionCommand implements Runnable {
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
