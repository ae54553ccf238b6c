package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.statistics.Holm;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;
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
    List<SteadyComparison> steady, List<Comparison> firstSeconds, List<OfferedComparison> offered) {

  /** Copies the lists. */
  public Verdicts {
    steady = List.copyOf(steady);
    firstSeconds = List.copyOf(firstSeconds);
    offered = List.copyOf(offered);
  }

  /** Of a sweep. */
  public static Verdicts of(SweepData data) {
    List<SteadyComparison> steady =
        data.steady().isEmpty() ? List.of() : SteadyComparison.all(data);
    Series baseline = data.baseline().orElse(null);
    List<Comparison> counted =
        baseline == null || data.cells().isEmpty()
            ? List.of()
            : counted(data, baseline).stream()
                .map(pair -> Answer.compare(data, pair.us(), pair.them()))
                .toList();
    List<OfferedComparison> offered = OfferedComparison.all(data);
    double cutoff = Holm.cutoff(new Verdicts(steady, counted, offered).pValues());
    return new Verdicts(
        steady.stream().map(c -> c.cutAt(cutoff)).toList(),
        counted.stream().map(c -> c.cutAt(cutoff)).toList(),
        offered.stream().map(c -> c.cutAt(cutoff)).toList());
  }

  /**
   * A series of counted loops and the one that it is compared with.
   *
   * @param us the baseline, of the same load where several technologies were measured
   */
  record Counted(Series us, Series them) {}

  /** What is compared of counted loops, in the order of the series. */
  static List<Counted> counted(SweepData data, Series baseline) {
    return data.series().stream()
        .map(s -> new Counted(data.referenceOf(s, baseline), s))
        .filter(pair -> !pair.us().equals(pair.them()))
        .toList();
  }

  /** Of all verdicts that are printed. */
  double[] pValues() {
    return Stream.of(
            steady.stream().flatMapToDouble(SteadyComparison::tested),
            DoubleStream.of(Comparison.pValues(firstSeconds)),
            offered.stream().flatMapToDouble(OfferedComparison::tested))
        .flatMapToDouble(Function.identity())
        .toArray();
  }

  /** How many verdicts are printed. */
  public int family() {
    return Holm.family(pValues());
  }
}
