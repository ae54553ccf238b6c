package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.model.PaperGrid;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.analysis.table.Tables;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every experiment that has a section. */
public final class ExperimentSections {

  /** The first is the RPCX paper, its tables and figures as they were printed. */
  private static final List<ExperimentSection> ALL =
      List.of(
          ExperimentSection.of("rpcx-grid", PaperGrid::isIn, Tables::papers).withFigures("bars"),
          GreetRateSection.SECTION,
          PutSection.SECTION,
          ListEchoSection.SECTION,
          OrderFlowSection.SECTION,
          PathsSection.SECTION,
          ConditionsSection.SECTION,
          FaultsSection.SECTION);

  private ExperimentSections() {}

  /** Those whose points are in a sweep, in the order of the page. */
  public static List<ExperimentSection> in(SweepData data) {
    return ALL.stream().filter(section -> section.isIn().test(data)).toList();
  }

  /** All tables of a sweep that become files: the general ones, then those of its experiments. */
  public static List<Table> allTables(SweepData data) {
    List<Table> general = Tables.of(data);
    Set<String> known = general.stream().map(Table::id).collect(Collectors.toSet());
    return Stream.concat(
            general.stream(),
            in(data).stream()
                .flatMap(section -> section.tables(data).stream())
                .filter(table -> !known.contains(table.id())))
        .toList();
  }
}
