package io.rpcstress.analysis.part;

import io.rpcstress.analysis.answer.Findings;
import io.rpcstress.analysis.figure.FigureBook;
import io.rpcstress.analysis.figure.FigureFiles;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.report.ReportPage;
import java.util.List;

/** The parts of a report, in the order in which they are made. */
public final class Parts {

  /** Both parts show the same figures; they are drawn once. */
  private static final FigureBook FIGURES = new FigureBook();

  private static final List<ReportPart> ALL =
      List.of(new ReportPage(FIGURES), new FigureFiles(FIGURES));

  private Parts() {}

  /** Every part. */
  public static List<ReportPart> all() {
    return ALL;
  }

  /** What is concluded from a sweep: what its parts show, computed once for all of them. */
  public static Findings findings(SweepData data) {
    return FIGURES.findings(data);
  }
}
