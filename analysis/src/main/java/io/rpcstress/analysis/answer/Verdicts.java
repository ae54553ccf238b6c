package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.statistics.Holm;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * All verdicts of one report, corrected together after Holm: those on steady processes and those on
 * the first seconds of a JVM are one family, and never one number. Immutable.
 *
 * @param steady of timed loops, one a series that is not the baseline
 * @param firstSeconds of counted loops, likewise
 */
public record Verdicts(List<SteadyComparison> steady, List<Comparison> firstSeconds) {

  /** Copies the lists. */
  public Verdicts {
    steady = List.copyOf(steady);
    firstSeconds = List.copyOf(firstSeconds);
  }

  /** Of a sweep. */
  public static Verdicts of(SweepData data) {
    List<SteadyComparison> steady =
        data.steady().isEmpty() ? List.of() : SteadyComparison.all(data);
    Series baseline = data.baseline().orElse(null);
    List<Comparison> counted =
        baseline == null || data.cells().isEmpty()
            ? List.of()
            : others(data, baseline).stream()
                .map(other -> Answer.compare(data, baseline, other))
                .toList();
    double cutoff = Holm.cutoff(new Verdicts(steady, counted).pValues());
    return new Verdicts(
        steady.stream().map(c -> c.cutAt(cutoff)).toList(),
        counted.stream().map(c -> c.cutAt(cutoff)).toList());
  }

  /** The series of counted loops that the baseline is compared with, in their order. */
  static List<Series> others(SweepData data, Series baseline) {
    return data.series().stream().filter(s -> !s.equals(baseline)).toList();
  }

  /** Of all verdicts that are printed. */
  double[] pValues() {
    return DoubleStream.concat(
            steady.stream().flatMapToDouble(SteadyComparison::tested),
            DoubleStream.of(Comparison.pValues(firstSeconds)))
        .toArray();
  }

  /** How many verdicts are printed. */
  public int family() {
    return Holm.family(pValues());
  }
}
