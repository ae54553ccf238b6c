package io.rpcstress.analysis.table;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.Overview;
import io.rpcstress.analysis.answer.Overview.Measure;
import io.rpcstress.analysis.answer.Overview.Row;
import io.rpcstress.measure.statistics.Bootstrap;
import java.util.List;

/** What the first screen's chart draws against the report's own baseline, as a table. */
public final class AnswerTable {

  /** How the ids of these tables begin, as those of their figures do. */
  private static final String ANSWER = "answer-";

  private static final int RATIO_DECIMALS = 3;

  private static final Columns<Estimate> RATIO =
      EstimateCells.ratio("ratio", Bootstrap.CONFIDENCE_PERCENT + " % interval", RATIO_DECIMALS);

  private AnswerTable() {}

  /** One of each overview that compares anything. */
  public static List<Table> of(List<Overview> overviews) {
    return overviews.stream()
        .filter(overview -> !overview.judgedRows().isEmpty())
        .map(AnswerTable::of)
        .toList();
  }

  private static Table of(Overview overview) {
    List<Line> rows =
        overview.measures().stream()
            .flatMap(
                measure ->
                    measure.rows().get(overview.judged()).stream()
                        .map(row -> new Line(measure, row)))
            .toList();
    String points = overview.scope().points();
    return new Columns<Line>()
        .add("measure", line -> line.measure().label())
        .add("technology", line -> line.row().label())
        .add("baseline", line -> overview.baseline())
        .addAll(RATIO, line -> line.row().estimate())
        .add(
            Heading.counts(points, "of", "of"),
            line -> Entry.both(line.row().points(), line.row().of()))
        .add("other " + points + " than the rest", line -> line.row().apart())
        .add("verdict", line -> line.row().verdict().label())
        .add("withheld because", line -> line.row().withheld())
        .table(
            ANSWER + overview.scope().id(),
            overview.scope().label() + ": every technology by " + overview.baseline(),
            rows,
            "Ratio: geometric mean of the technology's by the baseline's over the "
                + overview.scope().points()
                + " that the rows of a load have in common. Empty is unknown, not 1.");
  }

  private record Line(Measure measure, Row row) {}
}
