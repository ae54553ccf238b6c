package io.rpcstress.analysis.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.RequestMode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CleanerTest {

  private static final long SEED = 4_711;

  @TempDir Path sweep;

  @Test
  void averagesAreTheExactOnesRoundedOnce() throws Exception {
    Random random = new Random(SEED);
    SweepGenerator generator = new SweepGenerator(sweep).sweepJson("random");
    Map<Point, long[]> made = new HashMap<>();
    for (int i = 1; i <= 60; i++) {
      int requests = 1 + random.nextInt(1_000);
      Point point = SweepGenerator.point("rpcx", i, requests, RequestMode.TOTAL);
      // From microseconds to ten minutes, all magnitudes alike.
      long[] micros =
          random
              .doubles(1 + random.nextInt(12), 0, Math.log(6e8))
              .mapToLong(x -> 1 + (long) Math.exp(x))
              .toArray();
      made.put(point, micros);
      generator.point(point, micros);
    }

    SweepData data = cleaned();

    long withWarmRuns = made.values().stream().filter(m -> m.length > 1).count();
    assertThat(data.cells()).hasSize((int) withWarmRuns);
    for (Cell cell : data.cells()) {
      long[] micros = Objects.requireNonNull(made.get(cell.point()));
      long[] warm = Arrays.copyOfRange(micros, 1, micros.length);
      assertThat(cell.ordersUsed()).isEqualTo(warm.length);
      assertThat(cell.complete()).isEqualTo(warm.length >= 9);
      assertThat(cell.timeTotalAvg()).isEqualTo(exactTime(warm));
      assertThat(cell.tpsAvg()).isEqualTo(exactTps(cell.point().requestNum(), warm));
    }
  }

  @Test
  void aSweepOfFewerRunsIsCompleteWithTheRunsThatWereAskedFor() throws Exception {
    new SweepGenerator(sweep)
        .sweepJson("short")
        .point(SweepGenerator.point("rpcx", 1, 90, RequestMode.TOTAL), 900, 10, 20, 30, 40)
        .point(SweepGenerator.point("rpcx", 2, 90, RequestMode.TOTAL), 900, 10, 20, 30);
    Path json = sweep.resolve("sweep.json");
    Files.writeString(json, Files.readString(json).replace("\"runs\": 10", "\"runs\": 5"));

    assertThat(cleaned().cells())
        .extracting(c -> c.point().threadNum(), Cell::complete)
        .containsExactly(tuple(1, true), tuple(2, false));
  }

  /** As a folder of an earlier version, or one copied without its sweep.json. */
  @Test
  void whereNobodySaysHowManyRunsWereAskedForTheLongestProcessDoes() throws Exception {
    new SweepGenerator(sweep)
        .point(SweepGenerator.point("rpcx", 1, 90, RequestMode.TOTAL), 900, 10, 20, 30, 40)
        .point(SweepGenerator.point("rpcx", 2, 90, RequestMode.TOTAL), 900, 10, 20, 30, 40);
    assertThat(cleaned().cells()).extracting(Cell::complete).containsExactly(true, true);

    new SweepGenerator(sweep)
        .point(SweepGenerator.point("rpcx", 3, 90, RequestMode.TOTAL), 900, 10, 20, 30, 40, 50);
    assertThat(cleaned().cells())
        .as("others of the folder have one run more")
        .extracting(c -> c.point().threadNum(), Cell::complete)
        .containsExactly(tuple(1, false), tuple(2, false), tuple(3, true));
  }

  @Test
  void aRunThatCouldNotBeReadIsMissingThoughNobodySaysHowManyThereWere() throws Exception {
    Point point = SweepGenerator.point("rpcx", 1, 90, RequestMode.TOTAL);
    new SweepGenerator(sweep).point(point, 900, 10, 20, 30, 40);
    Path csv = new RawFiles(sweep).csv(point);
    List<String> rows = new ArrayList<>(Files.readAllLines(csv));
    rows.remove(3); // order 2
    Files.write(csv, rows);

    assertThat(cleaned().cells()).extracting(Cell::complete).containsExactly(false);
  }

  @Tag("defect")
  @DisplayName("defect 9: a point is the average of all its warm runs, not its best one")
  @Test
  void aPointIsTheAverageOfAllItsWarmRunsNotItsBestOne() throws Exception {
    new SweepGenerator(sweep)
        .sweepJson("best")
        .point(
            SweepGenerator.point("rpcx", 1, 90, RequestMode.TOTAL),
            999_000, // order 0: kept, and not in the average
            10_000, // the best
            30_000,
            20_000,
            20_000,
            20_000,
            20_000,
            20_000,
            30_000,
            190_000); // the worst

    Cell cell = cleaned().cells().get(0);

    assertThat(cell.timeTotalAvg()).isEqualTo(40);
    assertThat(cell.ordersUsed()).isEqualTo(9);
    assertThat(cell.firstProcess()).hasSize(10);
    assertThat(cell.tpsAvg())
        .isCloseTo((9_000 + 2 * 3_000 + 5 * 4_500 + 473.684) / 9, within(1e-9));
  }

  @Test
  void theRuleAndItsQueryAreRecordedAndRepeatingThemChangesNothing() throws Exception {
    new SweepGenerator(sweep).sweepJson("twice").point("rpcx", 10, 10);
    SweepData once = cleaned();
    SweepData twice = cleaned();
    assertThat(twice).isEqualTo(once);

    try (Database database = open()) {
      List<String> recorded =
          database.inTransaction(
              c -> c.createQuery("SELECT query FROM cleaning").mapTo(String.class).list());
      assertThat(recorded).singleElement().asString().contains("WHERE sweep = ? AND \"order\" > 0");
      List<Long> ids =
          database.inTransaction(
              c ->
                  c.createQuery(
                          "SELECT c.id - o.id FROM cleaned c JOIN original o ON o.\"order\" = 1")
                      .mapTo(Long.class)
                      .list());
      assertThat(ids).containsExactly(0L);
    }
  }

  @Test
  void anOpenLoopIsNeverAveraged() throws Exception {
    new SweepGenerator(sweep).sweepJson("loops").point("rpcx", 10, 10).point("rpcx", 20, 10);
    RawFiles raw = new RawFiles(sweep);
    Path csv = raw.csv(SweepGenerator.point("rpcx", 20, 10, RequestMode.TOTAL));
    Files.writeString(csv, Files.readString(csv).replace(",closed,", ",open,"));

    SweepData data = cleaned();

    assertThat(data.cells())
        .singleElement()
        .satisfies(c -> assertThat(c.point().threadNum()).isEqualTo(10));
    try (Database database = open()) {
      List<Long> open =
          database.inTransaction(
              c ->
                  c.createQuery("SELECT COUNT(*) FROM original WHERE \"loop\" = 'open'")
                      .mapTo(Long.class)
                      .list());
      assertThat(open).as("no file of counted loops has one").containsExactly(0L);
    }
  }

  private static double exactTime(long[] micros) {
    return BigDecimal.valueOf(Arrays.stream(micros).sum())
        .divide(BigDecimal.valueOf(1_000L * micros.length), MathContext.DECIMAL128)
        .doubleValue();
  }

  private static double exactTps(int requests, long[] micros) {
    BigDecimal sum = BigDecimal.ZERO;
    for (long one : micros) {
      // As a file prints it: three decimals.
      sum =
          sum.add(
              BigDecimal.valueOf(requests * 1_000_000L)
                  .divide(BigDecimal.valueOf(one), 3, RoundingMode.HALF_UP));
    }
    return sum.divide(BigDecimal.valueOf(micros.length), MathContext.DECIMAL128).doubleValue();
  }

  private Database open() throws Exception {
    return Database.open(SweepFolder.of(sweep, null).database(null), Map.of());
  }

  private SweepData cleaned() throws Exception {
    try (Database database = open()) {
      SweepFolder folder = SweepFolder.of(sweep, null);
      Importer.run(folder, database);
      Cleaner.run(folder.sweep(), database);
      return SweepReader.read(folder.sweep().id(), database);
    }
  }
}
