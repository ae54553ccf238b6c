package io.rpcstress.analysis.table;

import io.rpcstress.analysis.answer.Overview;
import io.rpcstress.analysis.answer.Overview.Measure;
import io.rpcstress.analysis.answer.Overview.Row;
import io.rpcstress.analysis.model.Groups;
import io.rpcstress.measure.statistics.Bootstrap;
import java.util.List;

/** What the first screen's chart draws against the report's own baseline, as a table. */
public final class AnswerTable {

  /** How the ids of these tables begin, as those of their figures do. */
  private static final String ANSWER = "answer-";

  private static final int RATIO_DECIMALS = 3;

  private AnswerTable() {}

  /** One of each loop in which anything is compared, load by load. */
  public static List<Table> of(List<Overview> overviews) {
    return Groups.of(
            overviews.stream().filter(each -> !each.judgedRows().isEmpty()), Overview::scope)
        .values()
        .stream()
        .map(AnswerTable::table)
        .toList();
  }

  private static Table table(List<Overview> loads) {
    Overview first = loads.get(0);
    List<Line> rows =
        loads.stream()
            .flatMap(
                overview ->
                    overview.measures().stream()
                        .flatMap(
                            measure ->
                                measure.rows().get(overview.judged()).stream()
                                    .map(row -> new Line(overview, measure, row))))
            .toList();
    return new Columns<Line>()
        .add("load", line -> line.overview().words())
        .add("measure", line -> line.measure().label())
        .add("technology", line -> line.row().label())
        .add("baseline", line -> line.overview().baseline())
        .ratio(
            "ratio",
            Bootstrap.CONFIDENCE_PERCENT + " % interval",
            RATIO_DECIMALS,
            line -> line.row().estimate())
        .add("processes", line -> line.row().processes())
        .add("standing", line -> line.row().standing())
        .table(
            Tables.words("answer")
                .as(ANSWER + first.scope().id())
                .with("scope", first.scope().label())
                .with("baseline", first.baseline())
                .with("measure", first.measures().get(0).label()),
            rows);
  }

  private record Line(Overview overview, Measure measure, Row row) {}
}
