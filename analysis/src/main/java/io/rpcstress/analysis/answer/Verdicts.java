package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.answer.Comparison.Pair;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.statistics.Holm;
import java.util.List;
import java.util.stream.Stream;

/**
 * All verdicts of one report, each at one load, corrected together after Holm: those on steady
 * processes, on the first seconds of a JVM and on offered rates are one family, and never one
 * number. Immutable.
 *
 * @param steady of timed loops, one a load of each series that is not the baseline
 * @param firstSeconds of counted loops, likewise
 * @param offered of open loops, likewise
 */
public record Verdicts(List<Pair> steady, List<Pair> firstSeconds, List<Pair> offered) {

  /** Copies the lists. */
  public Verdicts {
    steady = List.copyOf(steady);
    firstSeconds = List.copyOf(firstSeconds);
    offered = List.copyOf(offered);
  }

  /** Of a sweep. */
  public static Verdicts of(SweepData data) {
    Verdicts single = single(data);
    double cutoff = Holm.cutoff(single.pValues());
    return new Verdicts(
        cutAt(single.steady, cutoff),
        cutAt(single.firstSeconds, cutoff),
        cutAt(single.offered, cutoff));
  }

  /** The same, each as if it were the only one. */
  public static Verdicts single(SweepData data) {
    return new Verdicts(Comparisons.timed(data), Comparisons.counted(data), Comparisons.open(data));
  }

  /** Those of a loop. */
  public List<Pair> of(LoadShape shape) {
    return switch (shape) {
      case TIMED -> steady;
      case COUNTED -> firstSeconds;
      case OPEN -> offered;
    };
  }

  private static List<Pair> cutAt(List<Pair> all, double cutoff) {
    return all.stream().map(each -> each.cutAt(cutoff)).toList();
  }

  /** Of all verdicts that are printed. */
  private double[] pValues() {
    return Stream.of(steady, firstSeconds, offered)
        .flatMap(List::stream)
        .filter(pair -> pair.withheld().isEmpty())
        .mapToDouble(pair -> pair.ratio().interval().pValue())
        .toArray();
  }

  /** How many verdicts are printed. */
  public int family() {
    return Holm.family(pValues());
  }
}
