package io.rpcstress.analysis.report;

import io.rpcstress.analysis.compare.History;
import io.rpcstress.analysis.figure.ChartEngine;
import io.rpcstress.analysis.figure.Figure;
import io.rpcstress.analysis.figure.HistoryData;
import io.rpcstress.analysis.report.PageViews.ComparisonView;
import io.rpcstress.analysis.report.PageViews.FrameView;
import java.util.List;

/** Sweeps over time in one file, which a browser shows without a network. */
public final class HistoryPage {

  private HistoryPage() {}

  public static String html(History history) {
    List<Figure> figures;
    try (ChartEngine engine = new ChartEngine()) {
      figures = engine.figures(HistoryData.json(history));
    }
    String title = "%d sweeps over time".formatted(history.sweeps().size());
    ComparisonView view =
        new ComparisonView(
            new FrameView(
                "rpc-stress history: " + title,
                "rpc-stress · " + title,
                "Charts by Apache ECharts (Apache-2.0). This file needs no network.",
                Html.json(Fragments.reasons()),
                new Inline(List.of(Inline.beside("tables")))),
            history.found().entries().size() + " changes of " + history.lines().size() + " numbers",
            List.of(),
            "Each number over time",
            "Those that changed are first. A horizontal line is the mean between two changes; whiskers are"
                + " 95 % intervals.",
            Fragments.plates(figures, false),
            List.of(
                Fragments.table(history.found(), null), Fragments.table(history.values(), null)));
    return Html.page(JtecomparisonGenerated::render, view);
  }
}
