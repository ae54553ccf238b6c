package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.plan.OptionWords;
import io.rpcstress.client.harness.plan.UntilNarrow;
import io.rpcstress.measure.statistics.TargetWidth;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** When {@code --repeat auto} has made rounds enough. */
final class WidthOptions {

  /** Names in sweep.json, too. */
  static final String WIDTH = "until-width";

  static final String BUDGET = "repeat-budget";

  @Option(
      names = "--" + WIDTH,
      paramLabel = "W",
      converter = Converters.OfWidth.class,
      description =
          "With --repeat auto: the widest interval, as its upper end divided by its lower end "
              + "(default: 1.25).")
  private @Nullable Double width;

  @Option(
      names = "--" + BUDGET,
      paramLabel = "TIME",
      converter = Converters.OfDuration.class,
      description =
          "With --repeat auto: start no round that would end later (default: 30m; in a sweep "
              + "none, counted from the start of each session).")
  private @Nullable Duration budget;

  void refuseUnless(boolean isAuto, CommandSpec command) {
    if (!isAuto) {
      OptionValues.refuse(command, "needs --repeat auto", "--" + WIDTH, "--" + BUDGET);
    }
  }

  UntilNarrow rule(@Nullable Duration otherwise, int maxRounds) {
    return new UntilNarrow(
        new TargetWidth(
            width == null ? TargetWidth.CONTROL : width, TargetWidth.MIN_ROUNDS, maxRounds),
        budget == null ? otherwise : budget);
  }

  OptionWords options() {
    return new OptionWords()
        .add("--" + WIDTH, width)
        .add("--" + BUDGET, budget == null ? null : budget.toSeconds() + "s");
  }
}
