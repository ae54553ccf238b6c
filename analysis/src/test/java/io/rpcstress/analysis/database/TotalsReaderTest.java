package io.rpcstress.analysis.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.analysis.table.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What most sweeps do not ask for, from a counted loop's file to the table. */
class TotalsReaderTest {

  @TempDir Path folder;

  private SweepData imported() throws Exception {
    SweepFolder sweep = SweepFolder.of(folder, null);
    try (Database database = Database.open(sweep.database(null), Map.of())) {
      assertThat(Importer.run(sweep, database).unreadable()).isEmpty();
      Cleaner.run(sweep.sweep(), database);
      return SweepReader.read(sweep.sweep().id(), database);
    }
  }

  private static List<List<String>> late(SweepData data) {
    return rows("late", data);
  }

  private static List<List<String>> rows(String id, SweepData data) {
    return Tables.of(data).stream()
        .filter(table -> table.id().equals(id))
        .findFirst()
        .map(Table::rows)
        .orElse(List.of());
  }

  @Test
  void theColdRunIsLeftOutAndTheOthersAreAddedUp() throws Exception {
    new SweepGenerator(folder).sweepJson("one").judged("rpcx", 10, 100).point("grpc", 10, 100);

    SweepData data = imported();

    long warmMicros = 9 * SweepGenerator.averageMicros("rpcx", 10, 100);
    assertThat(late(data))
        .singleElement()
        .isEqualTo(
            List.of(
                "rpcx",
                "10",
                "100 requests, total",
                "900",
                "900",
                "45",
                "5.000",
                "855",
                String.format(Locale.ROOT, "%.1f", 855e6 / warmMicros)));
    assertThat(data.cells()).as("they stay in what it had before").hasSize(2);
  }

  @Test
  void rowsOfAnotherLimitAreNotAddedToThem() throws Exception {
    new SweepGenerator(folder).sweepJson("one").judged("rpcx", 10, 100);
    Path csv = folder.resolve("raw/rpcx/t10-r100.csv");
    Files.writeString(csv, Files.readString(csv).replace(",9,900000,", ",9,800000,"));

    assertThat(late(imported()))
        .extracting(row -> row.get(3) + ": " + row.get(5) + " of " + row.get(4))
        .containsExactly("800: 9 of 100", "900: 36 of 800");
  }

  @Test
  void energyIsToldByTheCallAndLeftOutWhereARowDoesNotKnowIt() throws Exception {
    new SweepGenerator(folder).sweepJson("one").judged("rpcx", 10, 100).point("grpc", 10, 100);
    assertThat(rows("energy", imported()))
        .containsExactly(List.of("rpcx", "10", "100 requests, total", "900", "0.002", "0.001"));

    Path csv = folder.resolve("raw/rpcx/t10-r100.csv");
    String unknown = Files.readString(csv).replace(",200.000,100.000,", ",,100.000,");
    Files.writeString(csv, unknown);

    assertThat(rows("energy", imported()))
        .containsExactly(List.of("rpcx", "10", "100 requests, total", "900", "", "0.001"));
  }

  @Test
  void aSweepWithoutALimitHasNoSuchTable() throws Exception {
    new SweepGenerator(folder).sweepJson("one").point("rpcx", 10, 100);

    assertThat(imported().totals()).isEmpty();
    assertThat(late(imported())).isEmpty();
  }
}
