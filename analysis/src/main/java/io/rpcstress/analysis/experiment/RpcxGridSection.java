package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.model.PaperGrid;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.analysis.table.Tables;
import java.util.List;

/**
 * The RPCX paper: its tables 2 to 4 and its figures 8 to 10, as they were printed. Only where its
 * grid was measured: rpcx and one of the other two at two or more of its thread counts and request
 * counts.
 */
final class RpcxGridSection extends ExperimentSection {

  RpcxGridSection() {
    super("rpcx-grid");
  }

  @Override
  boolean isIn(SweepData data) {
    return PaperGrid.isIn(data);
  }

  @Override
  public List<Table> tables(SweepData data) {
    return Tables.papers(data);
  }

  @Override
  public String figures() {
    return "bars";
  }
}
