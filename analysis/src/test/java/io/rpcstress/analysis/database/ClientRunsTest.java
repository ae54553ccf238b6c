package io.rpcstress.analysis.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ClientRun;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.measure.Circumstances;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.RunCsv;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of single clients go beside the paper's model, never into it. */
class ClientRunsTest {

  private static final int CLIENTS = 2;

  @TempDir Path folder;

  private Path csv;
  private Point point;

  @BeforeEach
  void twoClients() throws IOException {
    new SweepGenerator(folder).sweepJson("one").point("rpcx", 10, 10);
    Path plain = folder.resolve("raw/rpcx/t10-r10.csv");
    List<Run> runs = RunCsv.read(plain).runs();
    List<Histogram> histograms = new ArrayList<>(RawFiles.histograms(plain));
    point = runs.get(0).point().with(Dimension.CLIENTS, Integer.toString(CLIENTS));
    List<Run> all = new ArrayList<>();
    runs.forEach(run -> all.add(of(run, Circumstances.builder().releaseSkewMs(0.25).build())));
    for (int client = 0; client < CLIENTS; client++) {
      for (int i = 0; i < runs.size(); i++) {
        all.add(of(runs.get(i), Circumstances.builder().client(client).build()));
        histograms.add(histograms.get(i).copy());
      }
    }
    RawFiles files = new RawFiles(folder);
    files.write(all, histograms);
    csv = files.csv(point);
    Files.delete(plain);
    Files.delete(RawFiles.hlogOf(plain));
  }

  private Run of(Run run, Circumstances circumstances) {
    Latency latency = run.latency();
    return new Run(
        point,
        run.type(),
        run.order(),
        run.timeTotalMicros(),
        run.calls(),
        run.callsServed(),
        latency.with(10.5, 20.25, 30.125),
        run.cost(),
        run.conditions(),
        run.watch(),
        run.flags(),
        run.startedAt(),
        circumstances,
        run.lateness());
  }

  private SweepData imported(Database database, SweepFolder sweep) throws Exception {
    Importer.run(sweep, database);
    Cleaner.run(sweep.sweep(), database);
    return SweepReader.read(sweep.sweep().id(), database);
  }

  private static List<String> column(Database database, String query) throws Exception {
    return database.inTransaction(c -> c.createQuery(query).mapTo(String.class).list());
  }

  @Test
  void theCellIsTheirSumAndEachHasItsOwnRates() throws Exception {
    SweepFolder sweep = SweepFolder.of(folder, null);
    try (Database database = Database.open(sweep.database(null), Map.of())) {
      SweepData data = imported(database, sweep);
      assertThat(data.badRows()).isEmpty();
      assertThat(data.cells()).singleElement().extracting(Cell::point).isEqualTo(point);
      assertThat(data.cells().get(0).orders()).hasSize(10);
      assertThat(data.clientRuns()).hasSize(CLIENTS * 10);
      assertThat(data.clientRuns()).extracting(ClientRun::client).containsOnly(0, 1);
      assertThat(data.clientRuns()).allMatch(run -> run.callsPerSecond() > 0);
      assertThat(column(database, "SELECT COUNT(*) FROM original")).containsExactly("10");
      assertThat(column(database, "SELECT minUs FROM original")).containsOnly("10.5");
      assertThat(column(database, "SELECT meanUs FROM client_run")).containsOnly("20.25");
      assertThat(column(database, "SELECT p95Us FROM original")).containsOnly("30.125");
      assertThat(column(database, "SELECT releaseSkewMs FROM original")).containsOnly("0.25");
    }
  }

  @Test
  void aFileThatIsGoneTakesItsClientsAlong() throws Exception {
    SweepFolder sweep = SweepFolder.of(folder, null);
    try (Database database = Database.open(sweep.database(null), Map.of())) {
      imported(database, sweep);
      Files.delete(csv);
      assertThat(imported(database, sweep).clientRuns()).isEmpty();
    }
  }

  @Test
  void aLostClientIsSaid() throws Exception {
    List<String> lines = Files.readAllLines(csv);
    Files.write(csv, lines.subList(0, lines.size() - 1));
    SweepFolder sweep = SweepFolder.of(folder, null);
    try (Database database = Database.open(sweep.database(null), Map.of())) {
      assertThat(imported(database, sweep).badRows())
          .anyMatch(bad -> bad.problem().contains("order 9 has rows of 1 clients where 2"));
    }
  }
}
