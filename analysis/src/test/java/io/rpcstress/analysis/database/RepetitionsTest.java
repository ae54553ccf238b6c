package io.rpcstress.analysis.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.flag.CellFlags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Percentiles;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.analysis.table.Tables;
import io.rpcstress.measure.FailedPoint;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.RequestMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several processes measure one cell. */
class RepetitionsTest {

  private static final Point CELL = SweepGenerator.point("rpcx", 10, 1_000, RequestMode.TOTAL);

  @TempDir Path sweep;

  @BeforeEach
  void threeProcesses() throws Exception {
    new SweepGenerator(sweep)
        .sweepJson("repeated")
        .point(CELL, micros(1_000))
        .point(CELL.repeated(1), micros(2_000))
        .point(CELL.repeated(2), micros(6_000));
  }

  @Test
  void theirWarmRunsAreAveragedTogetherAndStayApart() throws Exception {
    SweepData data = imported();

    assertThat(data.badRows()).isEmpty();
    Cell cell = data.cells().get(0);
    assertThat(data.cells()).hasSize(1);
    assertThat(cell.point()).isEqualTo(CELL);
    assertThat(cell.timeTotalAvg()).isEqualTo(3);
    assertThat(cell.ordersUsed()).isEqualTo(27);
    assertThat(cell.complete()).isTrue();
    assertThat(cell.processes())
        .extracting(ProcessRuns::timeTotalAvg)
        .containsExactly(1.0, 2.0, 6.0);
    assertThat(cell.coldMs()).hasValue(30);
    assertThat(cell.firstProcess()).hasSize(10);
  }

  @Test
  void theirHistogramsAreAdded() throws Exception {
    Percentiles latency = imported().cells().get(0).latency();

    assertThat(latency.samples()).isEqualTo(27_000);
    // 1.01 ms to 11 ms evenly, in each of them.
    assertThat(latency.at(50)).isBetween(5_990.0, 6_030.0);
    assertThat(latency.at(99.9)).isNotNull();
    assertThat(latency.meanUs()).isBetween(5_990.0, 6_030.0);
  }

  @Test
  void oneFileThatChangedTakesNoOtherProcessWithIt() throws Exception {
    imported();
    new SweepGenerator(sweep).point(CELL.repeated(2), micros(12_000));

    SweepData data = imported();

    assertThat(data.cells().get(0).timeTotalAvg()).isEqualTo(5);
    assertThat(data.cells().get(0).latency().samples()).isEqualTo(27_000);

    RawFiles raw = new RawFiles(sweep);
    Files.delete(raw.csv(CELL));
    Files.delete(raw.hlog(CELL));
    Cell without = imported().cells().get(0);
    assertThat(without.timeTotalAvg()).isEqualTo(7);
    assertThat(without.latency().samples()).isEqualTo(18_000);
    assertThat(without.processes()).extracting(ProcessRuns::repetition).containsExactly(1, 2);
  }

  @Test
  void aProcessThatComesLaterIsAddedToTheOneThatWasThere() throws Exception {
    Point other = SweepGenerator.point("grpc", 10, 1_000, RequestMode.TOTAL);
    new SweepGenerator(sweep).point(other, micros(1_000));
    assertThat(imported().cells().get(1).latency().samples()).isEqualTo(9_000);

    new SweepGenerator(sweep).point(other.repeated(1), micros(3_000));
    Cell both = imported().cells().get(1);

    assertThat(both.latency().samples()).isEqualTo(18_000);
    assertThat(both.timeTotalAvg()).isEqualTo(2);
  }

  @Test
  void aProcessWithoutHistogramsLeavesTheCellWithoutLatency() throws Exception {
    Files.delete(new RawFiles(sweep).hlog(CELL.repeated(1)));

    assertThat(imported().cells().get(0).latency()).isEqualTo(Percentiles.UNKNOWN);
  }

  @Test
  void aShortProcessLeavesTheCellIncomplete() throws Exception {
    new SweepGenerator(sweep).point(CELL.repeated(2), 9_000, 1_000, 1_000);

    assertThat(imported().cells().get(0).complete()).isFalse();
  }

  @Test
  void aProcessThatFailedMarksTheResultOfTheOthers() throws Exception {
    fail(CELL.repeated(2));
    fail(SweepGenerator.point("grpc", 10, 1_000, RequestMode.TOTAL));

    SweepData data = imported();

    assertThat(data.failures()).extracting(f -> f.point().repetition()).containsExactly(2, 0);
    assertThat(data.failedPoints()).hasSize(1);
    Cell cell = data.cells().get(0);
    assertThat(cell.timeTotalAvg()).isEqualTo(1.5);
    assertThat(cell.flags()).contains(CellFlags.PROCESS_FAILED);
    assertThat(
            Tables.of(data).stream()
                .filter(t -> t.id().equals("table-3-runtime"))
                .findFirst()
                .orElseThrow()
                .rows()
                .get(0))
        .contains("1.50~", "failed (crashed)");
  }

  private void fail(Point point) throws Exception {
    new RawFiles(sweep)
        .writeFailed(
            new FailedPoint(
                point, FailureCause.CRASHED, "x", Map.of(), "redo", Instant.EPOCH, List.of()));
  }

  private static long[] micros(long warm) {
    long[] micros = new long[10];
    Arrays.fill(micros, warm);
    micros[0] = 10 * warm;
    return micros;
  }

  private SweepData imported() throws Exception {
    SweepFolder folder = SweepFolder.of(sweep, null);
    try (Database database = Database.open(folder.database(null), Map.of())) {
      Importer.run(folder, database);
      Cleaner.run(folder.sweep(), database);
      return SweepReader.read(folder.sweep().id(), database);
    }
  }
}
