package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.plan.Axis;
import io.rpcstress.client.harness.plan.Experiment;
import io.rpcstress.client.harness.plan.Experiment.StopRule;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.SweepGrid;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** Which experiment a sweep is, and how far it is scaled down. */
final class ExperimentOptions {

  private static final String DEFAULT = "rpcx-grid";

  /** Options that are not called as their keys. */
  private static final Map<String, String> OF_ANOTHER_NAME = Map.of("technologies", "--protocols");

  @Option(
      names = "--experiment",
      paramLabel = "NAME",
      description =
          "A plan's name, or its file (default: rpcx-grid). The names: rpcx-grid (the paper's), paper"
              + " (the cells of its figures), paper-limits (beyond them, until failure), quick, put,"
              + " greet-rate, list-echo, order-flow, order-chain, paths, faults."
              + " A file ends in .yaml.")
  private @Nullable String asked;

  @Option(
      names = "--quick",
      description =
          "A grid of some minutes. With --experiment NAME: that, scaled down as its file says; else "
              + "the same as --experiment quick.")
  private boolean quick;

  private final Map<String, String> scaled = new LinkedHashMap<>();

  private Map<String, String> resolved = Map.of();

  private StopRule stopRule = StopRule.UNLESS_SAID;

  String name() {
    String name = asked;
    return name != null ? name : quick ? Experiment.QUICK : DEFAULT;
  }

  boolean isQuick() {
    return quick || name().equals(Experiment.QUICK);
  }

  /** What --quick made less, by the experiment's key: what it is in full. */
  Map<String, String> scaled() {
    return scaled;
  }

  /** The experiment's values, scaled down where that is asked for. Call once. */
  Map<String, String> values(CommandSpec command) throws IOException {
    resolved = read(command);
    return resolved;
  }

  /** Gives options the experiment's values where the command line has none, but for some keys. */
  void fill(CommandSpec command, Set<String> leftOut) {
    resolved.forEach(
        (key, value) -> {
          OptionSpec option = command.findOption(option(key));
          if (option != null
              && !leftOut.contains(key)
              && !OptionValues.isGiven(command, option.longestName())) {
            OptionValues.set(option, value);
          }
        });
  }

  @Nullable String value(String key) {
    return resolved.get(key);
  }

  /**
   * What is known of the publication that a sweep measures again, by key: nothing of one by hand,
   * which takes but values of its default experiment.
   */
  Map<String, String> published() {
    Map<String, String> known = new LinkedHashMap<>();
    for (String key : List.of(Experiment.SOURCE, Experiment.STATISTIC)) {
      String said = asked != null || quick ? value(key) : null;
      if (said != null) {
        known.put(key, said);
      }
    }
    return known;
  }

  /**
   * Takes the experiment's stop rule, for which there is no option. An open end that the command
   * line asks for is one until failure, whatever the experiment says of its own ends.
   *
   * @param threads the axis as it is taken; empty where there is none
   */
  void resolveStopRule(String threads, String requests, CommandSpec command) {
    String said = value(Experiment.STOP_RULE);
    stopRule = said == null ? StopRule.UNLESS_SAID : StopRule.of(said);
    boolean isCounted = value("rate") == null && value("payloads") == null;
    if (said != null && stopRule != StopRule.NONE && !isCounted) {
      throw new Misuse(
          "--experiment: stop-rule %s applies to counted loops only: leave it out, or give %s"
              .formatted(said, StopRule.NONE.label()));
    }
    if (stopRule == StopRule.NONE) {
      resolveOpenEnd("--threads", threads, command);
      resolveOpenEnd("--requests", requests, command);
    }
  }

  private void resolveOpenEnd(String option, String text, CommandSpec command) {
    if (!Axis.isOpenEnded(text)) {
      return;
    }
    if (!OptionValues.isGiven(command, option)) {
      throw new Misuse(
          ("--experiment: stop-rule %s leaves %s %s without an end: give it an end, or use "
                  + "stop-rule %s")
              .formatted(
                  StopRule.NONE.label(), option, text, StopRule.FAILED_CELL_ENDS_ROW.label()));
    }
    stopRule = StopRule.FAILED_CELL_ENDS_ROW;
  }

  /**
   * What a failed cell of the grid ends; without rows of more and more requests there is no choice.
   */
  StopRule stopRule(SweepGrid grid) {
    return grid.hasSteps() ? stopRule : StopRule.UNLESS_SAID;
  }

  private Map<String, String> read(CommandSpec command) throws IOException {
    String name = name();
    Experiment read;
    try {
      read = Experiment.read(name);
    } catch (IllegalArgumentException e) {
      throw new Misuse("--experiment: " + e.getMessage());
    }
    Map<String, String> less = new LinkedHashMap<>();
    if (quick && !name.equals(Experiment.QUICK)) {
      if (read.quick().isEmpty()) {
        throw new Misuse(
            ("--quick --experiment %s: it has no section '%s' that says how to scale it down: "
                    + "leave --quick out")
                .formatted(name, Experiment.QUICK));
      }
      less.putAll(read.quick());
    }
    less.forEach(
        (key, value) -> {
          String full = read.values().getOrDefault(key, "not given");
          if (!value.equals(full) && !OptionValues.isGiven(command, option(key))) {
            scaled.put(key, full);
          }
        });
    Map<String, String> values = new LinkedHashMap<>(read.values());
    values.putAll(less);
    return values;
  }

  private static String option(String key) {
    return OF_ANOTHER_NAME.getOrDefault(key, "--" + key);
  }
}
