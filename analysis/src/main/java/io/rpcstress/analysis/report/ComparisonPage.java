package io.rpcstress.analysis.report;

import io.rpcstress.analysis.answer.Headline;
import io.rpcstress.analysis.compare.ComparisonText;
import io.rpcstress.analysis.compare.SweepComparison;
import io.rpcstress.analysis.figure.ChartEngine;
import io.rpcstress.analysis.figure.ComparisonData;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.report.PageViews.ComparisonView;
import io.rpcstress.analysis.report.PageViews.FrameView;
import io.rpcstress.analysis.report.PageViews.GroupView;
import java.util.List;

/** Two sweeps side by side, in one file that a browser shows without a network. */
public final class ComparisonPage {

  private ComparisonPage() {}

  public static String html(SweepComparison comparison) {
    Sweep before = comparison.before();
    Sweep after = comparison.after();
    return html(
        new ComparisonView(
            frame(
                after.name() + " against " + before.name(),
                "Sweeps " + before.id() + " and " + after.id() + ". "),
            ComparisonText.found(comparison) + "; above 1 is slower.",
            comparison.overviews().stream().map(Headline::from).toList(),
            "After relative to before",
            "A hollow mark is not judged: beside it stands why.",
            plates(ComparisonData.json(comparison)),
            ComparisonText.tables(comparison).stream()
                .map(t -> Fragments.table(t, t.id().equals("differences") ? "text" : null))
                .toList()));
  }

  private static FrameView frame(String title, String sweeps) {
    return new FrameView(
        "rpc-stress comparison: " + title,
        "rpc-stress · " + title,
        sweeps + "Charts by Apache ECharts (Apache-2.0). This file needs no network.",
        Html.json(Fragments.reasons()),
        new Inline(List.of(Inline.beside("tables"))));
  }

  private static List<GroupView> plates(String chartData) {
    try (ChartEngine engine = new ChartEngine()) {
      return Fragments.plates(engine.figures(chartData), false);
    }
  }

  private static String html(ComparisonView view) {
    return Html.page(JtecomparisonGenerated::render, view);
  }
}
