package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.plan.ClientHosts;
import io.rpcstress.client.harness.plan.MessageMix;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Messages of several packs in place of one. */
final class MixOption {

  @Option(
      names = MessageMix.OPTION,
      paramLabel = "FILE=WEIGHT,...",
      description =
          "Instead of --message: several packs with whole weights, such as "
              + "read.pack.jar=90,write.pack.jar=10. Each call carries one of them, drawn by "
              + "weight. Its servers need --message for each.")
  private @Nullable String text;

  /**
   * What is asked for; null where it is none.
   *
   * @param command that has the option
   */
  @Nullable MessageMix mix(CommandSpec command) {
    MessageMix mix = MessageMix.of(text);
    if (mix != null) {
      OptionValues.refuse(
          command,
          "and %s exclude each other: give one".formatted(MessageMix.OPTION),
          ClientHosts.OPTION);
    }
    return mix;
  }
}
