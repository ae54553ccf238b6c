package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.table.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A section on a publication whose numbers are a data file: published beside measured. */
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

  /** What was measured here of the experiment, one entry a technology and setup. */
  abstract List<Measured> measured(SweepData data);

  @Override
  public final String id() {
    return id;
  }

  @Override
  public final String title() {
    return published.title();
  }

  @Override
  public final List<Table> tables(SweepData data) {
    List<Measured> measured = measured(data);
    List<Table> all = new ArrayList<>(PublishedTables.of(id, published, measured));
    all.addAll(all.size() - 1, further(published, measured)); // the conditions come last
    return List.copyOf(all);
  }

  /** Tables that this publication has beside those of all. */
  List<Table> further(Published publication, List<Measured> measured) {
    return List.of();
  }

  @Override
  public final Set<String> figureGroups() {
    return Set.of();
  }

  final String source() {
    return published.source();
  }

  /** What its orderings come to, in a sentence. */
  final String summary(SweepData data) {
    return PublishedTables.summary(published, measured(data));
  }
}
