package io.rpcstress.analysis.answer;

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
 * @param all of timed loops, of counted, then of open ones; one a load of each series that is not
 *     the baseline
 */
public record Verdicts(List<Pair> all) {

  public Verdicts {
    all = List.copyOf(all);
  }

  public static Verdicts of(SweepData data) {
    Verdicts single = single(data);
    double cutoff = Holm.cutoff(single.pValues());
    return new Verdicts(single.all.stream().map(each -> each.cutAt(cutoff)).toList());
  }

  /** The same, each as if it were the only one. */
  public static Verdicts single(SweepData data) {
    return new Verdicts(
        Stream.of(Comparisons.timed(data), Comparisons.counted(data), Comparisons.open(data))
            .flatMap(List::stream)
            .toList());
  }

  public List<Pair> of(LoadShape shape) {
    return all.stream().filter(pair -> pair.cell().is(shape)).toList();
  }

  private double[] pValues() {
    return all.stream()
        .filter(pair -> pair.withheld().isEmpty())
        .mapToDouble(pair -> pair.ratio().interval().pValue())
        .toArray();
  }

  public int family() {
    return Holm.family(pValues());
  }
}
