package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.model.PaperGrid;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.table.Paper;
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
    super("rpcx-grid", "The RPCX paper’s grid");
  }

  @Override
  public List<String> notes(SweepData data) {
    return List.of(
        "Scientific Reports 2023, DOI 10.1038/s41598-023-39355-4. The paper measured the first seconds"
            + " of a JVM, with JDK 1.8 on two hosts of one CPU and a line of 1 Mbps: see"
            + " docs/experiments.md for what differs here.",
        "The cells of its tables 3 and 4 are images: "
            + Paper.NOT_PUBLISHED
            + " as text. The ranges over them are text, and stand in the last table.");
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
