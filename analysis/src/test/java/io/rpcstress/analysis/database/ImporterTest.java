package io.rpcstress.analysis.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.analysis.database.Importer.ImportOutcome;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.Percentiles;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.SweepData.Unreadable;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.RequestMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImporterTest {

  @TempDir Path folder;
  private Path sweep = Path.of("");
  private Path good = Path.of("");

  @BeforeEach
  void aSweepWithTwoPoints() throws IOException {
    sweep = folder.resolve("mine");
    new SweepGenerator(sweep)
        .sweepJson("id-1")
        .grid(List.of("rpcx", "grpc"), new int[] {10}, new int[] {100});
    good = sweep.resolve("raw/rpcx/t10-r100.csv");
  }

  @Test
  void keepsRunsFactsAndWhatTheHistogramsSayTogether() throws Exception {
    new SweepGenerator(sweep).failed("grpc", 20, 100, FailureCause.TIMEOUT);

    ImportOutcome outcome = importSweep();

    assertThat(outcome.rowsAdded()).isEqualTo(20);
    assertThat(outcome.unreadable()).isEmpty();
    SweepData data = read();
    assertThat(data.sweep().experiment()).isEqualTo("rpcx-grid");
    assertThat(data.sweep().fact("client", "hostname")).contains("host-a");
    assertThat(data.sweep().fact("options", "protocols")).contains("rpcx, grpc, openfeign");
    assertThat(data.sweep().fact("", "unknownKey")).contains("true");
    Cell cell = data.cells().get(0);
    assertThat(cell.point().technology()).isEqualTo("rpcx");
    assertThat(cell.firstProcess()).hasSize(10);
    assertThat(cell.latency().samples()).isEqualTo(900);
    // 1.01 ms to 2 ms evenly, nine times: the median of all of them, to a thousandth.
    assertThat(cell.latency().at(50)).isBetween(1499.0, 1502.0);
    assertThat(cell.latency().at(99)).as("nine samples beyond are too few").isNaN();
    Failure failure = data.failures().get(0);
    assertThat(failure.cause()).isEqualTo(FailureCause.TIMEOUT);
    assertThat(failure.failures()).isEqualTo("deadline=7");
  }

  @Test
  void changesNothingWhenNothingChanged() throws Exception {
    importSweep();
    SweepData before = read();

    ImportOutcome again = importSweep();

    assertThat(again.rowsAdded()).isZero();
    assertThat(again.filesUnchanged()).isEqualTo(3);
    assertThat(read()).isEqualTo(before);
  }

  @Test
  void readsAgainWhatChangedAndForgetsWhatIsGone() throws Exception {
    importSweep();
    new SweepGenerator(sweep)
        .point(
            SweepGenerator.point("rpcx", 10, 100, RequestMode.TOTAL),
            9_000,
            1_000,
            1_000,
            1_000,
            1_000,
            1_000,
            1_000,
            1_000,
            1_000,
            1_000)
        .failed("grpc", 10, 100, FailureCause.CRASHED);

    ImportOutcome outcome = importSweep();

    assertThat(outcome.rowsAdded()).isEqualTo(10);
    assertThat(outcome.filesGone()).isEqualTo(1);
    SweepData data = read();
    assertThat(data.cells())
        .singleElement()
        .satisfies(c -> assertThat(c.timeTotalAvg()).isEqualTo(1));
    assertThat(data.failures()).hasSize(1);
  }

  @Test
  void aStaleCleaningIsNotTakenForACurrentOne() throws Exception {
    importSweep();
    read();
    new SweepGenerator(sweep).point("rpcx", 20, 100);
    importSweep();

    try (Database database = open()) {
      assertThatThrownBy(() -> SweepReader.read("id-1", database))
          .isInstanceOf(UnusableInputException.class)
          .hasMessageContaining("run clean first");
    }
  }

  @Test
  void namesEveryBadRowAndTakesTheRest() throws Exception {
    List<String> lines = Files.readAllLines(good);
    lines.set(2, lines.get(2).replaceFirst("10,100,total", "ten,100,total"));
    lines.set(4, lines.get(4).replaceFirst("(?<=Z,)[0-9]+", "-1000"));
    lines.add(lines.get(6));
    lines.remove(8);
    Files.writeString(good, String.join("\n", lines) + "\n");
    Files.writeString(sweep.resolve("raw/grpc/t20-r100.csv"), "some,other,header\n1,2,3\n");
    Files.copy(sweep.resolve("raw/grpc/t10-r100.csv"), sweep.resolve("raw/grpc/t30-r100.csv"));
    Files.writeString(sweep.resolve("raw/grpc/t40-r100.csv"), "");
    Files.writeString(sweep.resolve("raw/grpc/t60-r100.csv"), lines.get(0) + "\n");
    Files.writeString(sweep.resolve("raw/grpc/t50-r100.FAILED"), "technology: grpc\n");

    List<String> bad = importSweep().unreadable().stream().map(Unreadable::toString).toList();

    assertThat(bad)
        .anySatisfy(b -> assertThat(b).startsWith("raw/rpcx/t10-r100.csv:3: threadNum is 'ten'"))
        .anySatisfy(
            b -> assertThat(b).startsWith("raw/rpcx/t10-r100.csv:5: timeTotalUs is '-1000'"))
        .anySatisfy(b -> assertThat(b).startsWith("raw/rpcx/t10-r100.csv:11: order 5 again"))
        .anySatisfy(
            b -> assertThat(b).isEqualTo("raw/rpcx/t10-r100.csv: orders 1, 3, 7 are missing"))
        .anySatisfy(
            b -> assertThat(b).startsWith("raw/grpc/t20-r100.csv:1: the header lacks technology"))
        .anySatisfy(b -> assertThat(b).contains("t30-r100.csv: order 0 is of grpc 10 threads"))
        .anySatisfy(b -> assertThat(b).isEqualTo("raw/grpc/t40-r100.csv: is empty"))
        .anySatisfy(
            b -> assertThat(b).isEqualTo("raw/grpc/t60-r100.csv: has no row that could be read"))
        .anySatisfy(b -> assertThat(b).contains("t50-r100.FAILED: is not a whole failure file"));
    SweepData data = read();
    assertThat(data.cells()).hasSize(2);
    Cell cell = data.cells().get(0);
    assertThat(cell.ordersUsed()).isEqualTo(6);
    assertThat(cell.complete()).isFalse();
    assertThat(data.badRows()).hasSameSizeAs(bad);
    assertThat(importSweep().unreadable())
        .as("told again, though nothing is read")
        .hasSameSizeAs(bad);
  }

  @Test
  void aMissingHistogramLogLeavesPercentilesEmpty() throws Exception {
    Files.delete(sweep.resolve("raw/rpcx/t10-r100.hlog"));

    assertThat(importSweep().unreadable()).isEmpty();

    assertThat(read().cells().get(0).latency()).isEqualTo(Percentiles.UNKNOWN);
  }

  @Test
  void aHistogramLogThatContradictsTheRowsIsNotUsed() throws Exception {
    Path hlog = sweep.resolve("raw/rpcx/t10-r100.hlog");
    List<String> lines = Files.readAllLines(hlog);
    Files.writeString(hlog, String.join("\n", lines.subList(0, lines.size() - 1)) + "\n");

    assertThat(importSweep().unreadable())
        .singleElement()
        .hasToString(
            "raw/rpcx/t10-r100.hlog: order 9 has 0 samples where the rows have 100 good calls: its"
                + " percentiles are left out; copy the file again from the client's host, or measure"
                + " the point again");

    assertThat(read().cells().get(0).latency()).isEqualTo(Percentiles.UNKNOWN);
  }

  @Test
  void withoutSweepJsonTheFolderNamesTheSweepInItsOwnDatabaseOnly() throws Exception {
    Files.delete(sweep.resolve("sweep.json"));

    SweepFolder found = SweepFolder.of(sweep, null);

    assertThat(found.note()).isPresent();
    assertThat(found.sweep().id()).isEqualTo("folder:mine");
    String shared = "jdbc:sqlite:" + folder.resolve("shared.db");
    assertThatThrownBy(() -> found.database(shared)).hasMessageContaining("--sweep-id");
    assertThat(SweepFolder.of(sweep, "given").database(shared).url()).isEqualTo(shared);
  }

  @Test
  void twoSweepsLiveInOneDatabase() throws Exception {
    Path other = folder.resolve("other");
    new SweepGenerator(other).sweepJson("id-2").point("rpcx", 10, 100);
    DatabaseUrl shared = DatabaseUrl.parse("jdbc:sqlite:" + folder.resolve("shared.db"));
    try (Database database = Database.open(shared, Map.of())) {
      for (Path one : List.of(sweep, other)) {
        SweepFolder found = SweepFolder.of(one, null);
        Importer.run(found, database);
        Cleaner.run(found.sweep(), database);
      }

      assertThat(SweepReader.read("id-1", database).cells()).hasSize(2);
      assertThat(SweepReader.read("id-2", database).cells()).hasSize(1);
    }
  }

  @Test
  void aUrlWithAPasswordIsRefusedWithoutRepeatingIt() {
    for (String url :
        List.of(
            "jdbc:postgresql://db/x?user=me&password=hunter2",
            "jdbc:sqlite:x.db?PASSWORD=hunter2")) {
      assertThatThrownBy(() -> DatabaseUrl.parse(url))
          .isInstanceOf(UnusableInputException.class)
          .hasMessageContaining("RPC_STRESS_DB_PASSWORD")
          .hasMessageNotContaining("hunter2");
    }
  }

  private Database open() throws IOException {
    return Database.open(SweepFolder.of(sweep, null).database(null), Map.of());
  }

  private ImportOutcome importSweep() throws Exception {
    try (Database database = open()) {
      return Importer.run(SweepFolder.of(sweep, null), database);
    }
  }

  private SweepData read() throws Exception {
    try (Database database = open()) {
      Cleaner.run(SweepFolder.of(sweep, null).sweep(), database);
      return SweepReader.read(SweepFolder.of(sweep, null).sweep().id(), database);
    }
  }
}
