package io.rpcstress.analysis.report;

import static java.util.stream.Collectors.joining;

import io.rpcstress.analysis.answer.Headline;
import io.rpcstress.analysis.compare.ComparisonText;
import io.rpcstress.analysis.compare.SweepComparison;
import io.rpcstress.analysis.figure.ChartEngine;
import io.rpcstress.analysis.figure.ComparisonData;
import io.rpcstress.analysis.figure.Figure;
import io.rpcstress.analysis.figure.Resources;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Two sweeps against each other in one file, which a browser shows without a network. */
public final class ComparisonPage {

  private ComparisonPage() {}

  /** The page as text. */
  public static String html(SweepComparison comparison) {
    List<Figure> figures;
    try (ChartEngine engine = new ChartEngine()) {
      figures = engine.figures(ComparisonData.json(comparison));
    }
    String before = comparison.before().name();
    String after = comparison.after().name();
    String style = Resources.text(ComparisonPage.class, "page.css");
    String tables = Html.script(Resources.text(ComparisonPage.class, "tables.js"));
    Map<String, String> values = new HashMap<>();
    values.put("csp", Html.policy(style, List.of(tables)));
    values.put("style", style);
    values.put("tablesScript", tables);
    values.put("title", Html.text("rpc-stress comparison: " + after + " against " + before));
    values.put("eyebrow", Html.text("rpc-stress · " + after + " against " + before));
    values.put("load", Html.text(comparison.compared() + " points compared; above 1 is slower."));
    values.put(
        "headline",
        Html.text(comparison.overviews().stream().map(Headline::of).collect(joining(" "))));
    values.put("figures", Fragments.plates(figures, false));
    values.put(
        "tables",
        ComparisonText.tables(comparison).stream()
            .map(
                t ->
                    t.rows().isEmpty()
                        ? "<p>" + Html.text(t.title()) + ": none.</p>\n"
                        : Fragments.table(t, t.id().equals("differences") ? "text" : ""))
            .collect(joining()));
    values.put("reasons", Html.json(Fragments.reasons()));
    values.put(
        "footer",
        Html.text(
            "Sweeps "
                + comparison.before().id()
                + " and "
                + comparison.after().id()
                + ". Charts by Apache ECharts (Apache-2.0). This file asks for nothing over the"
                + " network."));
    return Html.fill(Resources.text(ComparisonPage.class, "compare.html"), values);
  }
}
