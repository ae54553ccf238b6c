package io.rpcstress.rpcx.bench;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Refuses numbers that make no sense. */
final class Bounds {
  private Bounds() {}

  /**
   * Refuses what is not from 1 to the most.
   *
   * @throws ParameterException with the value and what was expected
   */
  static void check(CommandSpec spec, String option, int value, int max) {
    if (value < 1 || value > max) {
      throw new ParameterException(
          spec.commandLine(), "%s %d: expected 1 to %,d".formatted(option, value, max));
    }
  }
}
