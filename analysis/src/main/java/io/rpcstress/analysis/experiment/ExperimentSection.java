package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.table.Table;
import java.util.List;

/** One published experiment as a section of the report; without state. */
public abstract class ExperimentSection {

  private final String id;
  private final String title;

  /**
   * A section.
   *
   * @param id one word: the experiment's name, the section's anchor, and the start of its tables'
   *     ids
   * @param title one line for a person
   */
  ExperimentSection(String id, String title) {
    this.id = id;
    this.title = title;
  }

  public final String id() {
    return id;
  }

  public final String title() {
    return title;
  }

  /** Sentences below the title: the source, and what the tables come to. */
  public abstract List<String> notes(SweepData data);

  abstract boolean isIn(SweepData data);

  /** Its tables, in the order of the page, of a sweep in which it is. */
  public abstract List<Table> tables(SweepData data);

  /** The group of figures that stand in it; empty for none. */
  public String figures() {
    return "";
  }
}
