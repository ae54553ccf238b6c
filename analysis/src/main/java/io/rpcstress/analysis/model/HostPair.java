package io.rpcstress.analysis.model;

import io.rpcstress.measure.record.FactNames;
import io.rpcstress.measure.record.SweepFile;
import java.util.stream.Stream;

/**
 * What the two hosts and the line between them have to give, as sweep.json says; no numbers where
 * it does not.
 *
 * @param lineBitsPerSecond what a download from B to A got before the sweep: the line carries at
 *     least that
 */
public record HostPair(double clientCores, double serverCores, double lineBitsPerSecond) {

  public static final HostPair UNKNOWN = new HostPair(Double.NaN, Double.NaN, Double.NaN);

  private static final double BITS_PER_MEGABIT = 1e6;

  /**
   * The hosts of a sweep.
   *
   * @param contender whose server is meant, as {@code grpc} or {@code grpc@tuned}: each tells what
   *     it may use. A variant without a server of its own has the example's
   */
  public static HostPair of(Sweep sweep, String contender) {
    String technology = contender.replaceFirst("@.*", "");
    return new HostPair(
        first(sweep, SweepFile.CLIENT, FactNames.CPUS),
        first(
            sweep,
            SweepFile.SERVER,
            contender + "." + FactNames.CPUS,
            technology + "." + FactNames.CPUS,
            FactNames.CPUS),
        first(sweep, SweepFile.LINK, FactNames.BANDWIDTH_MBPS) * BITS_PER_MEGABIT);
  }

  private static double first(Sweep sweep, String section, String... names) {
    return Stream.of(names)
        .flatMap(name -> sweep.section(section).stream().filter(fact -> fact.name().equals(name)))
        .mapToDouble(fact -> number(fact.value()))
        .filter(value -> value > 0 && Double.isFinite(value))
        .findFirst()
        .orElse(Double.NaN);
  }

  /** Whatever else a file says, such as {@code unknown}, is none. */
  private static double number(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }
}
