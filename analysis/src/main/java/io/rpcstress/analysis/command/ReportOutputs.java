package io.rpcstress.analysis.command;

import io.rpcstress.analysis.answer.Findings;
import io.rpcstress.analysis.figure.FigureBook;
import io.rpcstress.analysis.figure.FigureFiles;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.output.ReportOutput;
import io.rpcstress.analysis.report.ReportPage;
import java.util.List;

/** The outputs of a report, in the order in which they are made. */
final class ReportOutputs {

  /** Both show the same figures; they are drawn once. */
  private static final FigureBook FIGURES = new FigureBook();

  private static final List<ReportOutput> ALL =
      List.of(new ReportPage(FIGURES), new FigureFiles(FIGURES));

  private ReportOutputs() {}

  /** Every output. */
  static List<ReportOutput> all() {
    return ALL;
  }

  /** What is concluded from a sweep: what they show, computed once for all of them. */
  static Findings findings(SweepData data) {
    return FIGURES.findings(data);
  }
}
