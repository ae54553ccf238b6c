package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.table.Table;
import java.util.ArrayList;
import java.util.List;

/** A section on a publication that is a data file of the experiment's name. */
abstract class PublishedSection extends ExperimentSection {

  private final Published published;

  PublishedSection(String id) {
    this(id, Published.load(id));
  }

  private PublishedSection(String id, Published published) {
    super(words(id).with("source", published.source()));
    this.published = published;
  }

  final Published published() {
    return published;
  }

  /** The tables but for that of the publication's conditions, which comes last. */
  abstract List<Table> compared(SweepData data);

  @Override
  public final List<Table> tables(SweepData data) {
    List<Table> all = new ArrayList<>(compared(data));
    all.add(published.conditions(id()));
    return List.copyOf(all);
  }
}
