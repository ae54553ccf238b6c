package io.rpcstress.analysis.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.SteadyCells;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Point;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Published orderings of list-echo beside made-up rates. */
class ListEchoSectionTest {

  private final ListEchoSection section = new ListEchoSection();

  private static SteadyCell cell(String technology, int elements, int threads, double rate) {
    Point point =
        SteadyCells.point(technology, threads)
            .with(Dimension.OPERATION, "list-echo")
            .with(Dimension.PAYLOAD, "elements=" + elements);
    return SteadyCells.cell(point, rate, rate * 1.01, rate * 0.99, rate * 1.02, rate * 0.98);
  }

  private static SweepData data(String host, SteadyCell... cells) {
    List<Sweep.Fact> facts = List.of(new Sweep.Fact("options", "host", host));
    return SteadyCells.data(
        new SweepData(
            new Sweep("id", "name", null, null, null, null, facts),
            List.of(),
            List.of(),
            List.of(),
            List.of()),
        cells);
  }

  private List<List<String>> orderings(SweepData data) {
    Table table = section.tables(data).get(1);
    assertThat(table.id()).isEqualTo("list-echo-orderings");
    return table.rows();
  }

  private List<String> ordering(SweepData data, String elements, String one, String other) {
    return orderings(data).stream()
        .filter(
            row ->
                row.get(0).equals("one machine")
                    && row.get(1).equals(elements)
                    && row.get(2).equals(one)
                    && row.get(4).equals(other))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void showsUpWhereListsWereEchoedInTimedLoops() {
    assertThat(section.isIn(data("127.0.0.1", cell("mml", 0, 1, 100)))).isTrue();
    assertThat(
            section.isIn(
                data("127.0.0.1", SteadyCells.cell(SteadyCells.point("tcp", 1), 100, 101))))
        .isFalse();
  }

  @Test
  void everyOrderingIsJudgedByWhatWasMeasured() {
    SweepData data =
        data(
            "127.0.0.1",
            cell("mml", 10, 32, 2_000),
            cell("http-json", 10, 32, 1_000),
            cell("http-java", 10, 32, 3_000),
            cell("mml", 100, 32, 2_000),
            cell("http-json", 100, 32, 1_000));

    List<String> faster = ordering(data, "10", "MML", "JSON over HTTP");
    assertThat(faster.get(7)).isEqualTo("32");
    assertThat(Double.parseDouble(faster.get(8))).isBetween(1.9, 2.1);
    assertThat(faster.get(11)).isEqualTo("confirmed");
    assertThat(ordering(data, "10", "MML", "Java serialisation over HTTP").get(11))
        .isEqualTo("contradicted");
    // Said to be about equal.
    assertThat(ordering(data, "100", "MML", "JSON over HTTP").get(11)).isEqualTo("contradicted");
    assertThat(ordering(data, "0", "MML", "JSON over HTTP").get(11)).isEqualTo("not measured here");
  }

  /** The first screen gives no verdict then, and the section's outcomes stand on the same page. */
  @Test
  void thatTheSteadyStateWasAssumedIsSaidBesideTheOutcomes() {
    Point assumed =
        SteadyCells.point("mml", 32, null)
            .with(Dimension.OPERATION, "list-echo")
            .with(Dimension.PAYLOAD, "elements=10");

    assertThat(section.notes(data("127.0.0.1", SteadyCells.cell(assumed, 2_000, 2_010))))
        .anyMatch(note -> note.contains("steady state was assumed, not shown"));
    assertThat(section.notes(data("127.0.0.1", cell("mml", 10, 32, 2_000))))
        .noneMatch(note -> note.contains("assumed"));
  }

  @Test
  void noRatioWasPublishedAndNoneIsFilledIn() {
    SweepData data = data("127.0.0.1", cell("mml", 10, 32, 2_000));
    assertThat(orderings(data)).extracting(row -> row.get(5)).containsOnly("not published");
    assertThat(orderings(data))
        .filteredOn(row -> row.get(0).startsWith("network"))
        .hasSize(9)
        .extracting(row -> row.get(11))
        .containsOnly("not measured here: HTTP through HAProxy");
    assertThat(section.notes(data))
        .anyMatch(note -> note.contains("orderings alone, and no numbers"));
  }

  @Test
  void twoHostsCarryNoVerdictForOneMachine() {
    SweepData data = data("10.0.0.5", cell("mml", 10, 32, 2_000), cell("http-json", 10, 32, 1_000));
    assertThat(ordering(data, "10", "MML", "JSON over HTTP").get(11))
        .isEqualTo("no verdict: measured between two hosts");
  }

  private static SteadyCell viaHaproxy(SteadyCell cell) {
    return new SteadyCell(
        cell.point().with(Dimension.PATH, "haproxy"),
        cell.type(),
        cell.conditions(),
        cell.processes(),
        cell.latency());
  }

  @Test
  void overANetworkHttpWentThroughHaproxyAndMmlDidNot() {
    SteadyCell[] cells = {
      cell("mml", 10, 32, 2_000),
      cell("http-json", 10, 32, 4_000),
      viaHaproxy(cell("http-json", 10, 32, 1_000))
    };
    List<String> network = network(data("10.0.0.5", cells));
    assertThat(network.get(11)).isEqualTo("confirmed");
    assertThat(Double.parseDouble(network.get(8))).isBetween(1.9, 2.1);
    assertThat(network(data("127.0.0.1", cells)).get(11))
        .isEqualTo("no verdict: measured on one machine");
    assertThat(ordering(data("127.0.0.1", cells), "10", "MML", "JSON over HTTP").get(11))
        .as("without a proxy")
        .isEqualTo("contradicted");
    assertThat(section.tables(data("10.0.0.5", cells)).get(0).rows())
        .extracting(row -> row.get(2))
        .contains("http-json", "http-json via haproxy");
  }

  private List<String> network(SweepData data) {
    return orderings(data).stream()
        .filter(row -> row.get(0).startsWith("network") && row.get(1).equals("10"))
        .filter(row -> row.get(2).equals("MML") && row.get(4).equals("JSON over HTTP"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void equalRatesShowNoDifferenceAndProcessesThatAFlagTakesOutGiveNoVerdict() {
    SteadyCell flagged = cell("http-json", 10, 32, 1_000);
    for (int i = 0; i < 5; i++) {
      flagged = SteadyCells.flagged(flagged, i, "foreign-cpu");
    }
    SweepData data =
        data(
            "127.0.0.1",
            cell("mml", 10, 32, 2_000),
            flagged,
            cell("mml", 100, 32, 1_000),
            cell("http-json", 100, 32, 1_001));
    assertThat(ordering(data, "10", "MML", "JSON over HTTP").get(11))
        .isEqualTo("no verdict: flagged foreign-cpu");
    assertThat(ordering(data, "100", "MML", "JSON over HTTP").get(11))
        .isEqualTo("no difference shown, as published");
  }
}
