package io.rpcstress.analysis.explain;

import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.Sweep.Fact;
import io.rpcstress.measure.record.FactNames;
import io.rpcstress.measure.record.SweepFile;
import java.util.OptionalDouble;

/**
 * What the two hosts and the line between them have to give, as sweep.json says. Empty where it
 * does not.
 *
 * @param clientCores processors that the client's JVM may use
 * @param serverCores processors that the server's JVM may use
 * @param lineBitsPerSecond what a download from B to A got before the sweep: the line carries at
 *     least that
 */
public record HostPair(
    OptionalDouble clientCores, OptionalDouble serverCores, OptionalDouble lineBitsPerSecond) {

  /** Nothing known. */
  public static final HostPair UNKNOWN =
      new HostPair(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());

  private static final double BITS_PER_MEGABIT = 1e6;

  /**
   * The hosts of a sweep.
   *
   * @param contender whose server is meant, as {@code grpc} or {@code grpc@tuned}: each tells what
   *     it may use. A variant without a server of its own has the example's
   */
  public static HostPair of(Sweep sweep, String contender) {
    OptionalDouble variants = fact(sweep, SweepFile.SERVER, contender + "." + FactNames.CPUS);
    String technology = contender.replaceFirst("@.*", "");
    OptionalDouble own =
        variants.isPresent()
            ? variants
            : fact(sweep, SweepFile.SERVER, technology + "." + FactNames.CPUS);
    return new HostPair(
        fact(sweep, SweepFile.CLIENT, FactNames.CPUS),
        own.isPresent() ? own : fact(sweep, SweepFile.SERVER, FactNames.CPUS),
        scaled(fact(sweep, SweepFile.LINK, FactNames.BANDWIDTH_MBPS)));
  }

  /** A positive number. */
  private static OptionalDouble fact(Sweep sweep, String section, String name) {
    for (Fact fact : sweep.facts()) {
      if (fact.section().equals(section) && fact.name().equals(name)) {
        OptionalDouble value = number(fact.value());
        if (value.isPresent()) {
          return value;
        }
      }
    }
    return OptionalDouble.empty();
  }

  private static OptionalDouble scaled(OptionalDouble megabits) {
    return megabits.isEmpty()
        ? megabits
        : OptionalDouble.of(megabits.getAsDouble() * BITS_PER_MEGABIT);
  }

  /** A positive number; whatever else a file says, such as {@code unknown}, is not known. */
  static OptionalDouble number(String text) {
    try {
      double value = Double.parseDouble(text);
      return Double.isFinite(value) && value > 0
          ? OptionalDouble.of(value)
          : OptionalDouble.empty();
    } catch (NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }
}
