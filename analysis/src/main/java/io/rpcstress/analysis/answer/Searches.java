package io.rpcstress.analysis.answer;

import static io.rpcstress.analysis.model.Sentence.text;

import io.rpcstress.analysis.model.Groups;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.record.SearchRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What searches for the highest rate within an objective found. Pure functions of the model. */
public final class Searches {

  private Searches() {}

  /** By objective, then the highest rate first, and last those that found none. */
  public static List<SearchRecord> ranked(SweepData data) {
    return data.searches().stream()
        .sorted(
            Comparator.comparing(SearchRecord::slo)
                .thenComparing(Searches::rate, Comparator.reverseOrder()))
        .toList();
  }

  private static int rate(SearchRecord search) {
    Integer rate = search.sustainableRate();
    return rate == null ? 0 : rate;
  }

  static List<String> words(SweepData data) {
    return Groups.of(ranked(data).stream(), SearchRecord::slo).entrySet().stream()
        .map(each -> words(each.getKey(), each.getValue()))
        .toList();
  }

  private static String words(String objective, List<SearchRecord> searches) {
    List<SearchRecord> found = searches.stream().filter(s -> rate(s) > 0).toList();
    List<String> clauses = new ArrayList<>();
    add(clauses, "", found.stream().filter(s -> !isFloor(s)).toList());
    add(clauses, "floor: ", found.stream().filter(Searches::isFloor).toList());
    add(clauses, "no rate for ", searches.stream().filter(s -> rate(s) == 0).toList());
    double precision = searches.stream().mapToDouble(SearchRecord::precision).max().orElse(0);
    return text(
        "Highest rate that held %s (open loop, searched), calls/s: %s. Rates within a factor of"
            + " %.2f, the precision of a search, are too close to call.",
        objective, String.join("; ", clauses), 1 + precision);
  }

  private static boolean isFloor(SearchRecord search) {
    return Series.isFloor(search.technology());
  }

  private static void add(List<String> clauses, String what, List<SearchRecord> some) {
    if (!some.isEmpty()) {
      clauses.add(what + Headline.named(some, Searches::name, last -> " down to " + name(last)));
    }
  }

  private static String name(SearchRecord search) {
    String label = Series.of(search).label();
    return rate(search) == 0
        ? label
        : label + (search.boundReached() ? " at least" : "") + text(" %,d", rate(search));
  }
}
