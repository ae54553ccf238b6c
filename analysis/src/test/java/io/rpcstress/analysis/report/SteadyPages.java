package io.rpcstress.analysis.report;

import io.rpcstress.analysis.choice.ChoiceData.Limits;
import io.rpcstress.analysis.figure.FigureBook;
import io.rpcstress.analysis.model.SweepData;

/** Pages of sweeps that other packages test. */
public final class SteadyPages {

  private SteadyPages() {}

  /** The page as text. */
  public static String html(SweepData data) {
    return new ReportPage(new FigureBook()).html(data, Limits.NONE);
  }
}
