package io.rpcstress.analysis.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.analysis.database.Importer.ImportOutcome;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.RunCsv;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dimension goes from the files to the cells. */
class DimensionsInDatabaseTest {

  @TempDir Path folder;

  /** The same runs at another place of the further dimension. */
  private Point elsewhere(Path plain, Dimension dimension, String value) throws IOException {
    List<Run> runs = RunCsv.read(plain).runs();
    Point there = runs.get(0).point().with(dimension, value);
    List<Run> others = runs.stream().map(run -> run.of(there)).toList();
    new RawFiles(folder).write(others, RawFiles.histograms(plain));
    return there;
  }

  private static SweepData imported(SweepFolder sweep, Database database) throws Exception {
    Importer.run(sweep, database);
    Cleaner.run(sweep.sweep(), database);
    return SweepReader.read(sweep.sweep().id(), database);
  }

  @Test
  void aFurtherDimensionIsASeriesOfItsOwn() throws Exception {
    new SweepGenerator(folder).sweepJson("one").point("rpcx", 10, 10);
    Path plain = folder.resolve("raw/rpcx/t10-r10.csv");
    Point proxied = elsewhere(plain, Dimension.PATH, "haproxy");
    SweepFolder sweep = SweepFolder.of(folder, null);
    try (Database database = Database.open(sweep.database(null), Map.of())) {
      ImportOutcome outcome = Importer.run(sweep, database);
      assertThat(outcome.unreadable()).isEmpty();
      assertThat(Importer.run(sweep, database).filesRead()).isZero();
      Cleaner.run(sweep.sweep(), database);
      SweepData data = SweepReader.read(sweep.sweep().id(), database);

      assertThat(data.series())
          .extracting(Series::label)
          .containsExactly("rpcx", "rpcx via haproxy");
      assertThat(data.cells())
          .extracting(Cell::point)
          .containsExactly(proxied.with(Dimension.PATH, "direct"), proxied);
      assertThat(data.of(data.series().get(1))).hasSize(1);
      assertThat(
              database.<List<String>>inTransaction(
                  handle ->
                      handle
                          .createQuery("SELECT DISTINCT path FROM original ORDER BY path")
                          .mapTo(String.class)
                          .list()))
          .containsExactly("direct", "haproxy");

      Files.delete(new RawFiles(folder).csv(proxied));
      assertThat(imported(sweep, database).cells()).hasSize(1);
    }
  }

  @Test
  void aLineThatAllPointsShareIsNoPartOfASeriesAndTwoLinesAre() throws Exception {
    new SweepGenerator(folder).sweepJson("one").point("rpcx", 10, 10);
    Path plain = folder.resolve("raw/rpcx/t10-r10.csv");
    Point shaped = elsewhere(plain, Dimension.LINE, "rate=1mbit,loss=0.1%");
    SweepFolder sweep = SweepFolder.of(folder, null);
    try (Database database = Database.open(sweep.database(null), Map.of())) {
      assertThat(imported(sweep, database).series())
          .extracting(Series::label)
          .containsExactly("rpcx", "rpcx line rate=1mbit,loss=0.1%");

      Files.delete(plain);
      SweepData data = imported(sweep, database);
      assertThat(data.series()).extracting(Series::label).containsExactly("rpcx");
      assertThat(data.cells())
          .extracting(Cell::point)
          .containsExactly(shaped.with(Dimension.LINE, ""));
      assertThat(data.sweep().line()).isEqualTo("rate=1mbit,loss=0.1%");
    }
  }

  @Test
  void rowsOfADimensionThatNobodyDeclaresAreRefusedInALineThatSaysWhatToDo() throws Exception {
    new SweepGenerator(folder).sweepJson("one").point("rpcx", 10, 10);
    SweepFolder sweep = SweepFolder.of(folder, null);
    try (Database database = Database.open(sweep.database(null), Map.of())) {
      Importer.run(sweep, database);
      Cleaner.run(sweep.sweep(), database);
      database.inTransaction(handle -> handle.execute("UPDATE point SET dimensions = 'moon=full'"));

      assertThatThrownBy(() -> SweepReader.read(sweep.sweep().id(), database))
          .isInstanceOf(UnusableInputException.class)
          .hasMessageContainingAll("'moon' is no dimension", "jar that declares it", "import");
    }
  }

  @Test
  void aColumnOfAnotherVersionIsANoteAndNoError() throws Exception {
    new SweepGenerator(folder).sweepJson("one").point("rpcx", 10, 10);
    Path csv = folder.resolve("raw/rpcx/t10-r10.csv");
    StringBuilder wider = new StringBuilder();
    for (String line : Files.readAllLines(csv)) {
      String cell = wider.isEmpty() ? ",ofTomorrow" : ",7";
      wider.append(line).append(cell).append('\n');
    }
    Files.writeString(csv, wider);
    SweepFolder sweep = SweepFolder.of(folder, null);
    try (Database database = Database.open(sweep.database(null), Map.of())) {
      ImportOutcome outcome = Importer.run(sweep, database);

      assertThat(outcome.unreadable()).isEmpty();
      assertThat(outcome.notes())
          .containsExactly(
              "raw/rpcx/t10-r10.csv: columns that this version does not know: ofTomorrow");
    }
  }
}
