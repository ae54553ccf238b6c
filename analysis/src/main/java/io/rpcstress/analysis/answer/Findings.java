package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.model.SweepData;
import java.util.ArrayList;
import java.util.List;

/**
 * Everything that is concluded from one sweep, computed once for all parts that show it. Immutable.
 *
 * @param verdicts corrected together
 * @param answer in words
 * @param overviews what the first screen draws: steady or, where that has no number, warm first;
 *     the first seconds and open loops last; one of each at most
 */
public record Findings(Verdicts verdicts, Answer answer, List<Overview> overviews) {

  /** Copies the list. */
  public Findings {
    overviews = List.copyOf(overviews);
  }

  /** Those of which a reader is told first: one of each kind of loop at most. */
  public List<Overview> leading() {
    List<Overview> leading = new ArrayList<>();
    for (Overview one : overviews) {
      if (!one.scope().isTimed() || leading.isEmpty()) {
        leading.add(one);
      }
    }
    return leading;
  }

  /** Whether the first of them is of processes that were not shown steady. */
  public boolean isUnjudged() {
    return !overviews.isEmpty() && overviews.get(0).scope() == Overview.Scope.WARM;
  }

  /** Of a sweep. */
  public static Findings of(SweepData data) {
    Verdicts verdicts = Verdicts.of(data);
    return new Findings(verdicts, Answer.of(data, verdicts), Overviews.of(data, verdicts));
  }
}
