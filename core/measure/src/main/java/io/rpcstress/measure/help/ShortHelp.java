package io.rpcstress.measure.help;

import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;

/**
 * Help that fits a screen: the options that most people need, each by the first sentence of its
 * description. All of all are behind another option. Immutable.
 *
 * @param few a command with so many options, or fewer, shows them all
 * @param common of the options of a command with more
 */
public record ShortHelp(int few, Set<String> common) {
  private static final String ALL = "--help-all";

  public ShortHelp {
    common = Set.copyOf(common);
  }

  public void addTo(CommandLine line) {
    CommandSpec command = line.getCommandSpec();
    long shown = command.options().stream().filter(option -> !option.hidden()).count();
    if (shown > few) {
      command.addOption(
          OptionSpec.builder(ALL)
              .usageHelp(true)
              .description("Show all " + shown + " options and exit.")
              .build());
    }
    line.getSubcommands().values().forEach(this::addTo);
  }

  /** Shortens what is about to be printed, where help is asked for. */
  public void shorten(ParseResult parsed) {
    if (parsed.asCommandLineList().stream().anyMatch(CommandLine::isUsageHelpRequested)) {
      abbreviate(parsed);
    }
  }

  private void abbreviate(ParseResult parsed) {
    CommandSpec command = parsed.commandSpec();
    if (command.optionsMap().containsKey(ALL) && !parsed.hasMatchedOption(ALL)) {
      UsageMessageSpec usage = command.usageMessage().abbreviateSynopsis(true);
      if (usage.header().length > 0) {
        usage.description(new String[0]);
      }
      for (OptionSpec option : List.copyOf(command.options())) {
        List<String> names = List.of(option.names());
        boolean isCommon = names.contains(ALL) || names.stream().anyMatch(common::contains);
        command.remove(option);
        command.addOption(
            OptionSpec.builder(option)
                .description(firstSentence(String.join(" ", option.description())))
                .hidden(option.hidden() || !isCommon)
                .build());
      }
    }
    parsed.subcommands().forEach(this::abbreviate);
  }

  /** As it is formatted once more. */
  private static String firstSentence(String text) {
    return text.replaceFirst("(?<=[.]) .*", "").replace("%", "%%");
  }
}
