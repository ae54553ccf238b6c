package io.rpcstress.client.harness.command;

import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Help that fits a screen: the options that most measurements take. All are behind another one. */
final class ShortHelp {
  private static final String ALL = "--help-all";

  /** A command with so many options, or fewer, shows them all. */
  private static final int SCREEN = 16;

  /** Of the options of a command with more. */
  private static final Set<String> COMMON =
      Set.of(
          ALL,
          "--duration",
          "--experiment",
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
          "--warmup");

  private ShortHelp() {}

  static void addTo(CommandLine line) {
    CommandSpec command = line.getCommandSpec();
    long shown = command.options().stream().filter(option -> !option.hidden()).count();
    if (shown > SCREEN) {
      command.addOption(
          OptionSpec.builder(ALL)
              .usageHelp(true)
              .description("Show all " + shown + " options and exit.")
              .build());
    }
    line.getSubcommands().values().forEach(ShortHelp::addTo);
  }

  static void shorten(ParseResult parsed) {
    CommandSpec command = parsed.commandSpec();
    if (command.optionsMap().containsKey(ALL) && !parsed.hasMatchedOption(ALL)) {
      for (OptionSpec option : List.copyOf(command.options())) {
        if (List.of(option.names()).stream().noneMatch(COMMON::contains)) {
          command.remove(option);
          command.addOption(OptionSpec.builder(option).hidden(true).build());
        }
      }
    }
    parsed.subcommands().forEach(ShortHelp::shorten);
  }
}
