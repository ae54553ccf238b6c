package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.plan.Misuse;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/** The values that the options of a command have, from wherever they are. */
final class OptionValues {

  private OptionValues() {}

  static boolean isGiven(CommandSpec command, String option) {
    return command.commandLine().getParseResult().hasMatchedOption(option);
  }

  /** What a command line gives for an option; none where it does not have it. */
  static List<String> given(CommandSpec command, String option) {
    OptionSpec matched = command.commandLine().getParseResult().matchedOption(option);
    return matched == null ? List.of() : matched.originalStringValues();
  }

  /** Gives an option a value that is read as one of the command line is. */
  static void set(OptionSpec option, String text) {
    if (!option.isMultiValue()) {
      option.setValue(converted(option, text));
      return;
    }
    List<Object> values = new ArrayList<>();
    for (String each : text.split(option.splitRegex(), -1)) {
      values.add(converted(option, each));
    }
    option.setValue(values);
  }

  private static Object converted(OptionSpec option, String text) {
    Class<?> type = option.auxiliaryTypes()[0];
    ITypeConverter<?> converter =
        option.converters().length > 0
            ? option.converters()[0]
            : Converters.BY_TYPE.getOrDefault(
                type, type == boolean.class ? Boolean::valueOf : any -> any);
    try {
      return converter.convert(text);
    } catch (TypeConversionException e) {
      throw new Misuse(
          "--experiment: %s %s".formatted(option.longestName().substring(2), e.getMessage()));
    } catch (Exception e) { // picocli's declaration; these converters throw nothing else
      throw new IllegalStateException(e);
    }
  }

  static void refuse(CommandSpec command, String why, String... options) {
    for (String each : options) {
      OptionSpec option = command.findOption(each);
      if (option != null && !Objects.equals(option.getValue(), option.initialValue())) {
        throw new Misuse(each + " " + why);
      }
    }
  }
}
