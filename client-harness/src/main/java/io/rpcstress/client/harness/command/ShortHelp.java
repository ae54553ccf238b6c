package io.rpcstress.client.harness.command;

import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;

/**
 * Help that fits a screen: the options that most measurements take, each by the first sentence of
 * its description. All of all are behind another option.
 */
final class ShortHelp {
  private static final String ALL = "--help-all";

  /** A command with so many options, or fewer, shows them all. */
  private static final int SCREEN = 10;

  /** Of the options of a command with more. */
  private static final Set<String> COMMON =
      Set.of(
          ALL,
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
          "--warmup-cap");

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
      UsageMessageSpec usage = command.usageMessage().abbreviateSynopsis(true);
      if (usage.header().length > 0) {
        usage.description(new String[0]);
      }
      for (OptionSpec option : List.copyOf(command.options())) {
        boolean common = List.of(option.names()).stream().anyMatch(COMMON::contains);
        command.remove(option);
        command.addOption(
            OptionSpec.builder(option)
                .description(firstSentence(String.join(" ", option.description())))
                .hidden(option.hidden() || !common)
                .build());
      }
    }
    parsed.subcommands().forEach(ShortHelp::shorten);
  }

  private static String firstSentence(String text) {
    return text.replaceFirst("(?<=[.]) .*", "");
  }
}
