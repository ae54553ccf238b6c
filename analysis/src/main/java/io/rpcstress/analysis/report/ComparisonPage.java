package io.rpcstress.analysis.report;

import io.rpcstress.analysis.answer.Headline;
import io.rpcstress.analysis.compare.ComparisonText;
import io.rpcstress.analysis.compare.SweepComparison;
import io.rpcstress.analysis.figure.ChartEngine;
import io.rpcstress.analysis.figure.ComparisonData;
import io.rpcstress.analysis.figure.Figure;
import io.rpcstress.analysis.report.PageViews.ComparisonView;
import io.rpcstress.analysis.report.PageViews.FrameView;
import java.util.List;

/** Two sweeps against each other in one file, which a browser shows without a network. */
public final class ComparisonPage {

  private ComparisonPage() {}

  public static String html(SweepComparison comparison) {
    List<Figure> figures;
    try (ChartEngine engine = new ChartEngine()) {
      figures = engine.figures(ComparisonData.json(comparison));
    }
    String before = comparison.before().name();
    String after = comparison.after().name();
    ComparisonView view =
        new ComparisonView(
            new FrameView(
                "rpc-stress comparison: " + after + " against " + before,
                "rpc-stress · " + after + " against " + before,
                "Sweeps "
                    + comparison.before().id()
                    + " and "
                    + comparison.after().id()
                    + ". Charts by Apache ECharts (Apache-2.0). This file needs no network.",
                Html.json(Fragments.reasons()),
                new Inline(List.of(Inline.beside("tables")))),
            ComparisonText.found(comparison) + "; above 1 is slower.",
            comparison.overviews().stream().map(Headline::from).toList(),
            "After relative to before",
            "A hollow mark is not judged: beside it stands why.",
            Fragments.plates(figures, false),
            ComparisonText.tables(comparison).stream()
                .map(t -> Fragments.table(t, t.id().equals("differences") ? "text" : null))
                .toList());
    return Html.page(JtecomparisonGenerated::render, view);
  }
}
