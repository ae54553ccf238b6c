package io.rpcstress.analysis.answer;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Picks the points that rows of one chart are compared over: a mean over other points than the next
 * row's has no place in one order with it.
 */
final class CommonPoints {

  private CommonPoints() {}

  /**
   * The points that all have, where there are any; else those that most have. Who has none, or less
   * than half as many as another, has no say: one lost technology would take the points of all.
   *
   * @param each what each row has in common with the baseline
   * @return none where nobody has any
   */
  static <T> Set<T> of(List<Set<T>> each) {
    int most = each.stream().mapToInt(Set::size).max().orElse(0);
    List<Set<T>> deciding =
        each.stream().filter(points -> !points.isEmpty() && 2 * points.size() >= most).toList();
    Set<T> all = new LinkedHashSet<>();
    deciding.forEach(all::addAll);
    Set<T> best = Set.of();
    int having = 0;
    for (T point : all) {
      List<Set<T>> those = deciding.stream().filter(points -> points.contains(point)).toList();
      if (those.size() > having) {
        Set<T> common = new LinkedHashSet<>(those.get(0));
        those.forEach(common::retainAll);
        best = common;
        having = those.size();
      }
    }
    return best;
  }
}
