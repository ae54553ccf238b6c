package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.model.SweepData;
import java.util.List;

/**
 * Everything that is concluded from one sweep, computed once for all parts that show it. Immutable.
 */
public record Findings(Verdicts verdicts, Answer answer, List<Overview> overviews) {

  public static Findings of(SweepData data) {
    Verdicts verdicts = Verdicts.of(data);
    List<Overview> overviews = Overviews.of(data, verdicts);
    return new Findings(verdicts, Answer.of(data, verdicts, overviews), overviews);
  }

  /** One of each loop at most: what is said where there is room for one load. */
  public List<Overview> chosen() {
    return overviews.stream().filter(Overview::chosen).toList();
  }
}
