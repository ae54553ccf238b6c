package io.rpcstress.analysis.table;

import io.rpcstress.analysis.answer.Overview;
import io.rpcstress.analysis.answer.Overview.Measure;
import io.rpcstress.analysis.answer.Overview.Row;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Interval;
import java.util.ArrayList;
import java.util.List;

/** What the first screen's chart draws against the report's own baseline, as a table. */
public final class AnswerTable {

  /** How the ids of these tables begin, as those of their figures do. */
  private static final String ANSWER = "answer-";

  private static final int RATIO_DECIMALS = 3;

  private AnswerTable() {}

  /** One of each overview that compares anything. */
  public static List<Table> of(List<Overview> overviews) {
    return overviews.stream()
        .filter(overview -> !overview.judgedRows().isEmpty())
        .map(AnswerTable::of)
        .toList();
  }

  private static Table of(Overview overview) {
    List<List<String>> rows = new ArrayList<>();
    for (Measure measure : overview.measures()) {
      measure
          .rows()
          .get(overview.judged())
          .forEach(row -> rows.add(row(measure, overview.baseline(), row)));
    }
    return new Table(
        ANSWER + overview.scope().id(),
        overview.scope().label() + ": every technology by " + overview.baseline(),
        List.of(
            "measure",
            "technology",
            "baseline",
            "ratio",
            Bootstrap.CONFIDENCE_PERCENT + " % interval",
            "interval over",
            overview.scope().points(),
            "other " + overview.scope().points() + " than the rest",
            "verdict",
            "withheld because"),
        rows,
        List.of(
            "Ratio: geometric mean of the technology's by the baseline's over the "
                + overview.scope().points()
                + " that the rows of a load have in common. Empty is unknown, not 1."));
  }

  private static List<String> row(Measure measure, String baseline, Row row) {
    Interval interval = row.estimate().interval();
    boolean known = interval.isKnown();
    return List.of(
        measure.label(),
        row.label(),
        baseline,
        Double.isNaN(row.value()) ? "" : Numbers.fixed(row.value(), RATIO_DECIMALS),
        known ? Numbers.interval(interval, RATIO_DECIMALS) : "",
        known ? row.estimate().unit().label() : "",
        row.counted(),
        row.apart() ? "yes" : "no",
        row.verdict().label(),
        row.withheld());
  }
}
