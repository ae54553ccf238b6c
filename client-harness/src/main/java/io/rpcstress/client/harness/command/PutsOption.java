package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.contract.Operations;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** How far an experiment that counts puts is scaled, in puts of each client. */
final class PutsOption {

  private static final String PUTS = "--puts";
  private static final String REQUESTS = "requests";
  private static final String RUNS = "runs";

  /** Fewer batches say little about their rates. */
  private static final int MIN_BATCHES = 10;

  @Option(
      names = PUTS,
      paramLabel = "N",
      converter = Converters.OfCount.class,
      description =
          "With --experiment put: puts of each client, instead of the published 10,000,000. "
              + "Batches have 100,000 puts as published; fewer than a million puts are made in "
              + "ten batches.")
  @Nullable Integer puts;

  /** What is otherwise in an experiment with as many puts as the option says; empty without it. */
  Map<String, String> scaled(Map<String, String> full, CommandSpec command) {
    Integer asked = puts;
    if (asked == null) {
      return Map.of();
    }
    String published = full.getOrDefault(REQUESTS, "");
    if (!countsPuts(full.getOrDefault("operation", "")) || !published.matches("[1-9][0-9]{0,8}")) {
      throw new Misuse(
          "%s %d needs an experiment that counts puts, such as --experiment put"
              .formatted(PUTS, asked));
    }
    if (OptionValues.isGiven(command, "--" + REQUESTS)
        || OptionValues.isGiven(command, "--" + RUNS)) {
      throw new Misuse("%s %d sets --runs and --requests: leave those out".formatted(PUTS, asked));
    }
    int batch = Integer.parseInt(published);
    boolean whole = asked >= (long) MIN_BATCHES * batch;
    int step = whole ? batch : MIN_BATCHES;
    if (asked % step != 0) {
      throw new Misuse(
          "%s %d: a multiple of %d expected, so that batches are whole"
              .formatted(PUTS, asked, step));
    }
    return Map.of(
        RUNS, Integer.toString(whole ? asked / batch : MIN_BATCHES),
        REQUESTS, Integer.toString(whole ? batch : asked / MIN_BATCHES));
  }

  private static boolean countsPuts(String operation) {
    return Operations.find(operation)
        .map(each -> PUTS.equals("--" + each.countedIn()))
        .orElse(false);
  }
}
