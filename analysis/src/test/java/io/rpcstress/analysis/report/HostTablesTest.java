package io.rpcstress.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.table.Table;
import java.util.List;
import org.junit.jupiter.api.Test;

final class HostTablesTest {

  @Test
  void aServersFactStandsBesideTheClientsWhateverTechnologyToldIt() {
    Sweep sweep =
        new Sweep(
            "id",
            "name",
            null,
            null,
            null,
            null,
            List.of(
                new Sweep.Fact("client", "cpu.model", "a"),
                new Sweep.Fact("server", "rpcx.cpu.model", "b"),
                new Sweep.Fact("server", "grpc.cpu.model", "b"),
                new Sweep.Fact("server", "grpc.variant", "example")));

    List<Table> tables = HostTables.tables(sweep);

    assertThat(tables).hasSize(1);
    assertThat(tables.get(0).rows())
        .containsExactly(
            List.of("cpu.model", "a", "b"), List.of("grpc.variant", "unknown", "example"));
  }

  /** Of the paper's grid they are a hundred lines; they stand beside the points. */
  @Test
  void theGateOfEachPointIsNoFactOfTheSweep() {
    Sweep sweep =
        new Sweep(
            "id",
            "name",
            null,
            null,
            null,
            null,
            List.of(
                new Sweep.Fact("calibration", "gates.990.medianMs", "25.0"),
                new Sweep.Fact("calibration", "gatesAt.990.100", "25.0, 19.0, 60.0, 10")));

    assertThat(HostTables.tables(sweep))
        .singleElement()
        .extracting(Table::rows)
        .isEqualTo(List.of(List.of("calibration.gates.990.medianMs", "25.0")));
  }
}
