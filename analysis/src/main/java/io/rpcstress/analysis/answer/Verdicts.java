package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.statistics.Holm;
import java.util.List;
import java.util.stream.Stream;

/**
 * All verdicts of one report, corrected together after Holm: those on steady processes, on the
 * first seconds of a JVM and on offered rates are one family, and never one number. Immutable.
 *
 * @param steady of timed loops, one a series that is not the baseline
 * @param firstSeconds of counted loops, likewise
 * @param offered of open loops, one a load of a series that is not the baseline
 */
public record Verdicts(
    List<Comparison> steady, List<Comparison> firstSeconds, List<Comparison> offered) {

  /** Copies the lists. */
  public Verdicts {
    steady = List.copyOf(steady);
    firstSeconds = List.copyOf(firstSeconds);
    offered = List.copyOf(offered);
  }

  /** Of a sweep. */
  public static Verdicts of(SweepData data) {
    Verdicts single =
        new Verdicts(Comparisons.timed(data), Comparisons.counted(data), Comparisons.open(data));
    double cutoff = Holm.cutoff(single.pValues());
    return new Verdicts(
        cutAt(single.steady, cutoff),
        cutAt(single.firstSeconds, cutoff),
        cutAt(single.offered, cutoff));
  }

  private static List<Comparison> cutAt(List<Comparison> all, double cutoff) {
    return all.stream().map(each -> each.cutAt(cutoff)).toList();
  }

  /** Of all verdicts that are printed. */
  private double[] pValues() {
    return pValues(Stream.of(steady, firstSeconds, offered).flatMap(List::stream));
  }

  /** Of all verdicts that comparisons print. */
  public static double[] pValues(Stream<Comparison> all) {
    return all.flatMapToDouble(Comparison::tested).toArray();
  }

  /** How many verdicts are printed. */
  public int family() {
    return Holm.family(pValues());
  }
}
