package io.rpcstress.analysis.answer;

import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Nested;
import java.util.Objects;

/**
 * Ratios of runtimes with their intervals, each over the outermost level of repetition that varies:
 * server starts where the rows name several, else client processes, else runs.
 */
final class Ratios {

  /** Fewer processes a side give no interval. */
  static final int MIN_PROCESSES = 2;

  private Ratios() {}

  /** A string's hash is the same on every platform; an enum's is not. */
  static long salt(Point one, Point other) {
    return Objects.hash(one.toString(), other.toString());
  }

  static Estimate ratio(Sample ours, Sample theirs, long salt) {
    Unit unit = unit(ours, theirs);
    return new Estimate(
        unit == Unit.SERVER
            ? Nested.ratio(ours.byServer(), theirs.byServer())
            : Bootstrap.ratioOfMeans(ours.values(), theirs.values(), salt),
        unit);
  }

  /** The outermost level that varies on both sides, each of which has two processes or more. */
  private static Unit unit(Sample ours, Sample theirs) {
    if (ours.byServer().size() >= Nested.MIN_SERVERS
        && theirs.byServer().size() >= Nested.MIN_SERVERS) {
      return Unit.SERVER;
    }
    boolean known = ours.knowsServers() && theirs.knowsServers();
    return known ? Unit.CLIENT : Unit.PROCESS;
  }

  /** One sample's mean by another's; without an interval where either has too few processes. */
  static Estimate ratioOfMeans(Sample ours, Sample theirs, long salt) {
    return ours.isRepeated() && theirs.isRepeated()
        ? ratio(ours, theirs, salt)
        : Estimate.alone(ours.average() / theirs.average());
  }
}
