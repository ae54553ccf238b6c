package io.rpcstress.analysis.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.Sweep.Fact;
import java.util.List;
import org.junit.jupiter.api.Test;

class LibrariesTableTest {

  @Test
  void aLibrarysVersionsOnBothSidesStandBesideEachOtherPerTechnology() {
    List<Table> tables =
        LibrariesTable.of(
            sweep(
                new Fact(
                    "clientLibraries", "rpcx", "a.b:netty-transport 4.2.18, c:protobuf-java 4.36"),
                new Fact("clientLibraries", "grpc", "io.grpc:grpc-core 1.83.1"),
                new Fact("serverLibraries", "rpcx", "a.b:netty-transport 4.2.17")));

    assertThat(tables).hasSize(1);
    assertThat(tables.get(0).rows())
        .containsExactly(
            List.of("grpc", "io.grpc:grpc-core", "1.83.1", ""),
            List.of("rpcx", "a.b:netty-transport", "4.2.18", "4.2.17"),
            List.of("rpcx", "c:protobuf-java", "4.36", ""));
  }

  @Test
  void aSweepFromBeforeHasNoSuchTable() {
    assertThat(LibrariesTable.of(sweep(new Fact("jar", "file", "client-harness.jar")))).isEmpty();
  }

  private static Sweep sweep(Fact... facts) {
    return new Sweep("id", "name", null, null, null, null, List.of(facts));
  }
}
