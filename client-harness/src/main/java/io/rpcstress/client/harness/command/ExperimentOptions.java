package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.plan.Experiment;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.Nearest;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which experiment a sweep is, and how far it is scaled down. */
final class ExperimentOptions {

  private static final String DEFAULT = "rpcx-grid";

  @Option(
      names = "--experiment",
      paramLabel = "NAME",
      description =
          "rpcx-grid (the paper's, the default), quick, put, greet-rate, list-echo, order-flow, order-chain, paths, or a file"
              + " that ends in .yaml.")
  private @Nullable String asked;

  @Option(
      names = "--quick",
      description = {
        "With --experiment NAME: scaled down to minutes, as its file says; else the same as",
        "--experiment quick."
      })
  private boolean quick;

  @Mixin private final PutsOption puts = new PutsOption();

  private final Map<String, String> scaled = new LinkedHashMap<>();

  /** The experiment that is asked for, or the default one. */
  String name() {
    String name = asked;
    return name != null ? name : quick ? Experiment.QUICK : DEFAULT;
  }

  /** What --quick or --puts made less, by the experiment's key: what it is in full. */
  Map<String, String> scaled() {
    return scaled;
  }

  /**
   * The experiment's values, scaled down where that is asked for. Call once.
   *
   * @param given whether the command line has an option, which stays as it is there
   * @throws Misuse if there is no such experiment, or it cannot be scaled
   */
  Map<String, String> values(Predicate<String> given) throws IOException {
    String name = name();
    Experiment read;
    try {
      read = Experiment.read(name, Nearest::hint);
    } catch (IllegalArgumentException e) {
      throw new Misuse("--experiment: " + e.getMessage());
    }
    if (!quick || name.equals(Experiment.QUICK)) {
      return puts.scale(read.values(), read.values(), given, scaled);
    }
    if (read.quick().isEmpty()) {
      throw new Misuse(
          "--quick --experiment %s: it has no section '%s' that says how it is scaled down"
              .formatted(name, Experiment.QUICK));
    }
    Map<String, String> values = new LinkedHashMap<>(read.values());
    read.quick()
        .forEach(
            (key, less) -> {
              String full = values.put(key, less);
              if (!less.equals(full) && !given.test("--" + key)) {
                scaled.put(key, full == null ? "not given" : full);
              }
            });
    return puts.scale(values, read.values(), given, scaled);
  }
}
