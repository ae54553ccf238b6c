package io.rpcstress.measure.help;

import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;

/**
 * Help that fits a screen: the options that most people need, each by the first sentence of its
 * description. All of all, under headings, are behind another option. Immutable.
 *
 * @param few a command with so many options, or fewer, shows them all
 * @param common of the options of a command with more
 * @param sections of all options; those in none stand above the first
 */
public record ShortHelp(int few, Set<String> common, List<Section> sections) {
  private static final String ALL = "--help-all";

  public ShortHelp {
    common = Set.copyOf(common);
    sections = List.copyOf(sections);
  }

  /** Options that a reader looks for together. */
  public record Section(String heading, Set<String> options) {

    /** Of names that are separated by spaces. */
    public static Section of(String heading, String options) {
      return new Section(heading, Set.of(options.split(" ", -1)));
    }
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

  /** Shortens what is about to be printed, or divides it, where help is requested. */
  public void arrange(ParseResult parsed) {
    if (parsed.asCommandLineList().stream().anyMatch(CommandLine::isUsageHelpRequested)) {
      arrangeEach(parsed);
    }
  }

  private void arrangeEach(ParseResult parsed) {
    CommandSpec command = parsed.commandSpec();
    if (command.optionsMap().containsKey(ALL)) {
      command.usageMessage().abbreviateSynopsis(true);
      if (parsed.hasMatchedOption(ALL)) {
        divide(command);
      } else {
        abbreviate(command);
      }
    }
    parsed.subcommands().forEach(this::arrangeEach);
  }

  private void divide(CommandSpec command) {
    for (Section section : sections) {
      List<OptionSpec> own =
          command.options().stream()
              .filter(option -> !option.hidden() && has(option, section.options))
              .toList();
      if (!own.isEmpty()) {
        ArgGroupSpec.Builder group =
            ArgGroupSpec.builder().heading("%n" + section.heading + ":%n").validate(false);
        group.order(command.argGroups().size());
        own.forEach(command::remove);
        own.forEach(group::addArg);
        command.addArgGroup(group.build());
      }
    }
  }

  private void abbreviate(CommandSpec command) {
    UsageMessageSpec usage = command.usageMessage();
    if (usage.header().length > 0) {
      usage.description(new String[0]);
    }
    for (OptionSpec option : List.copyOf(command.options())) {
      boolean isCommon = has(option, Set.of(ALL)) || has(option, common);
      command.remove(option);
      command.addOption(
          OptionSpec.builder(option)
              .description(firstSentence(String.join(" ", option.description())))
              .hidden(option.hidden() || !isCommon)
              .build());
    }
  }

  private static boolean has(OptionSpec option, Set<String> names) {
    return List.of(option.names()).stream().anyMatch(names::contains);
  }

  /** As it is formatted once more. */
  private static String firstSentence(String text) {
    return text.replaceFirst("(?<=[.]) .*", "").replace("%", "%%");
  }
}
