package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.table.Table;
import java.util.List;
import java.util.Set;

/** One published experiment as a section of the report. Implementations have no state. */
public interface ExperimentSection {

  /** One word: the experiment's name, the section's anchor, and the start of its tables' ids. */
  String id();

  /** One line for a person. */
  String title();

  /** Sentences below the title: the source, and what the tables come to. */
  List<String> notes(SweepData data);

  /** Whether points of the experiment were measured. */
  boolean isIn(SweepData data);

  /**
   * Its tables, in the order of the page.
   *
   * @param data in which it is
   */
  List<Table> tables(SweepData data);

  /** The groups of figures that stand in it. */
  default Set<String> figureGroups() {
    return Set.of();
  }
}
