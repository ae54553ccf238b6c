package io.rpcstress.analysis.report;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.experiment.ExperimentSections;
import io.rpcstress.analysis.figure.MadeUpSweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.OpenRuns;
import io.rpcstress.analysis.sample.SteadyCells;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.Dimension;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The columns behind a switch are ones that their tables have. */
class DetailColumnsTest {

  /** As many fit beside each other on a laptop. */
  private static final int MAX_COLUMNS = 13;

  private static final SweepData TIMED =
      SteadyCells.data(
          SteadyCells.flagged(
              SteadyCells.cell(SteadyCells.point("grpc", 10), 1_000, 1_010), 0, "not-steady"),
          SteadyCells.cell(SteadyCells.point("grpc", 10).with(Dimension.PATH, "haproxy"), 900),
          SteadyCells.cell(SteadyCells.point("tcp", 10), 2_000, 2_010));

  @Test
  void everyOneIsAColumnOfItsTableAndTheOthersFit() {
    Map<String, Table> tables = new HashMap<>();
    Stream.of(MadeUpSweep.small(), MadeUpSweep.ten(), TIMED, OpenRuns.ofFourLoads("rpcx"))
        .flatMap(data -> ExperimentSections.allTables(data).stream())
        .forEach(table -> tables.putIfAbsent(table.id(), table));

    DetailColumns.ALL.forEach(
        (id, details) -> {
          assertThat(tables).containsKey(id);
          List<String> header = requireNonNull(tables.get(id)).header();
          assertThat(header).as(id).containsAll(details);
          assertThat(header.stream().filter(column -> !details.contains(column)))
              .as(id + " at first")
              .hasSizeLessThanOrEqualTo(MAX_COLUMNS);
        });
  }

  @Test
  void aTableOfOneRequestModeHasThoseOfItsKind() {
    assertThat(DetailColumns.of("technologies-per-thread"))
        .isEqualTo(DetailColumns.of("technologies"))
        .isNotEmpty();
    assertThat(DetailColumns.of("steady-limiter")).isEmpty();
  }
}
