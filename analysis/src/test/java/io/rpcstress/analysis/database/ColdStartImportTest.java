package io.rpcstress.analysis.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.analysis.table.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code coldstart --out} left in a sweep's folder. */
class ColdStartImportTest {

  private static final String FILE =
      """
      {"at": "2026-01-01T00:00:00Z", "seed": 7, "calls": 100, "samples": [
        {"side": "client", "technology": "rpcx", "archive": false, "round": 0,
         "startMs": 400.5, "firstCallMs": 90.0, "callsMs": 120.0, "cpuMs": 700.0, "rssKb": 61440},
        {"side": "client", "technology": "rpcx", "archive": false, "round": 1,
         "startMs": 410.5, "firstCallMs": 92.0, "callsMs": 121.0, "cpuMs": null, "rssKb": 71680},
        {"side": "server", "technology": "rpcx", "archive": true, "round": 0,
         "startMs": 300.0, "firstCallMs": null, "callsMs": null, "cpuMs": null, "rssKb": null}]}
      """;

  @TempDir Path folder;

  @BeforeEach
  void aSweep() throws IOException {
    Files.createDirectories(folder.resolve("raw"));
  }

  @Test
  void mediansByProcessStandInATableOfTheirOwn() throws Exception {
    write(FILE);
    Table table = coldStart(read()).orElseThrow();
    assertThat(table.header()).contains("100 calls, ms");
    assertThat(table.rows())
        .containsExactly(
            List.of(
                "client",
                "rpcx",
                "no",
                "2",
                "405.5",
                "400.5 to 410.5",
                "91.0",
                "120.5",
                "700.0",
                "65.0"),
            List.of("server", "rpcx", "yes", "1", "300.0", "300.0 to 300.0", "", "", "", ""));
  }

  @Test
  void aFileThatChangedOrWentChangesTheTable() throws Exception {
    write(FILE);
    read();
    write(FILE.replace("400.5", "500.5"));
    assertThat(coldStart(read()).orElseThrow().rows().get(0)).contains("410.5 to 500.5");
    Files.delete(folder.resolve("coldstart.json"));
    assertThat(coldStart(read())).isEmpty();
  }

  @Test
  void aFileThatIsNotOneIsLeftOutWithAWord() throws Exception {
    write("{\"calls\": 100, \"samples\": [{\"side\": \"<b>\"}]}");
    assertThat(SweepFolder.of(folder, null).note().orElseThrow())
        .contains("coldstart.json is left out: samples[0].side: a name expected");
    assertThat(coldStart(read())).isEmpty();
  }

  private void write(String text) throws IOException {
    Files.writeString(folder.resolve("coldstart.json"), text);
  }

  private SweepData read() throws SQLException, IOException {
    SweepFolder sweep = SweepFolder.of(folder, null);
    try (Database database = Database.open(sweep.database(null), Map.of())) {
      Importer.run(sweep, database);
      Cleaner.run(sweep.sweep(), database);
      return SweepReader.read(sweep.sweep().id(), database);
    }
  }

  private static Optional<Table> coldStart(SweepData data) {
    return Tables.of(data).stream().filter(t -> t.id().equals("cold-start")).findFirst();
  }
}
