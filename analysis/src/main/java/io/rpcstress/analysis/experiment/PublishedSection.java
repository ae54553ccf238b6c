package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.table.Table;
import java.util.ArrayList;
import java.util.List;

/** A section on a publication that is a data file. */
abstract class PublishedSection implements ExperimentSection {

  private final String id;
  private final Published published;

  /**
   * Of an experiment.
   *
   * @param id its name, and that of its data file
   */
  PublishedSection(String id) {
    this.id = id;
    this.published = Published.load(id);
  }

  @Override
  public final String id() {
    return id;
  }

  @Override
  public final String title() {
    return published.title();
  }

  final Published published() {
    return published;
  }

  /** The tables but for that of the publication's conditions, which comes last. */
  abstract List<Table> compared(SweepData data);

  @Override
  public final List<Table> tables(SweepData data) {
    List<Table> all = new ArrayList<>(compared(data));
    all.add(published.conditions(id));
    return List.copyOf(all);
  }
}
