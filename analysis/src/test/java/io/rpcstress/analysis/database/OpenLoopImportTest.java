package io.rpcstress.analysis.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.answer.Findings;
import io.rpcstress.analysis.answer.Verdicts;
import io.rpcstress.analysis.choice.ChoiceData;
import io.rpcstress.analysis.choice.ChoiceData.Limits;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Circumstances;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Cost;
import io.rpcstress.measure.Cost.ProcessCost;
import io.rpcstress.measure.Cost.ProxyShare;
import io.rpcstress.measure.Cost.WireCost;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.Run.Lateness;
import io.rpcstress.measure.SelfWatch;
import io.rpcstress.measure.record.SearchRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class OpenLoopImportTest {

  private static final Cost COST =
      new Cost(
          new ProcessCost(150.0, null, null, null, null, null),
          new ProcessCost(75.0, null, null, null, null, null),
          new WireCost(6_000_000L, 3_000_000L, null, null, WireCost.INTERFACE),
          ProxyShare.NONE);

  @TempDir Path folder;
  private Path sweep = Path.of("");

  @BeforeEach
  void aSweepWithBothLoops() throws Exception {
    sweep = folder.resolve("mine");
    new SweepGenerator(sweep).sweepJson("open").point("rpcx", 10, 100);
    write("rpcx", 1, 500, 499.5, 900_000.0);
    write("grpc", 2, 500, 300, 5_000_000.0, Flag.SATURATED.label());
    search("rpcx", "4000", "found");
    search("grpc", "2500", "highest-rate");
    search("tcp", "null", "not-even-lowest");
  }

  @Test
  void whatChangedIsReadAgainAndWhatIsGoneIsForgotten() throws Exception {
    imported();
    write("rpcx", 1, 500, 498, 700_000.0);
    Files.delete(new RawFiles(sweep).csv(point("grpc", 500)));
    Files.delete(sweep.resolve("raw/grpc/search-p99-10ms.json"));

    SweepData data = imported();

    assertThat(data.open())
        .singleElement()
        .satisfies(
            r -> assertThat(r.processes().get(0).offered().response().p99Us()).isEqualTo(700_000));
    assertThat(data.searches()).extracting(SearchRecord::technology).containsExactly("rpcx", "tcp");
    assertThat(imported()).isEqualTo(data);
  }

  @Test
  void whatCannotBeReadIsNamed() throws Exception {
    Path csv = new RawFiles(sweep).csv(point("rpcx", 500));
    Files.writeString(csv, Files.readString(csv).replace(",poisson,", ",tidal,"));
    Files.writeString(sweep.resolve("raw/rpcx/search-p99-10ms.json"), "{\"technology\": 7}");

    assertThat(imported().badRows())
        .hasSize(2)
        .anySatisfy(
            b ->
                assertThat(b.toString()).contains("rate500-poisson-60s.csv:2: 'tidal' is no shape"))
        .anySatisfy(b -> assertThat(b.toString()).contains("search-p99-10ms.json: variant is"));
  }

  @Test
  void searchesAloneAreAnAnswerAndWhatTheyTriedIsNoChoice() throws Exception {
    Files.delete(sweep.resolve("raw/rpcx/t10-r100.csv"));
    for (String technology : List.of("rpcx", "grpc")) {
      Files.delete(new RawFiles(sweep).csv(point(technology, 500)));
    }

    SweepData data = imported();

    assertThat(Findings.of(data).answer().lines())
        .containsExactly(
            "Highest rate that held p99=10ms (open loop, searched), calls/s: rpcx 4,000, grpc 2,500;"
                + " no rate for tcp. Rates within a factor of 1.02, the precision of a search, are too"
                + " close to call.");
    JsonNode rows =
        JsonMapper.shared()
            .readTree(ChoiceData.json(data, Verdicts.of(data), Limits.NONE))
            .get("rows");
    assertThat(rows).hasSize(3).allMatch(row -> row.get("kind").stringValue().equals("search"));
    assertThat(rows.get(1).get("rate").toString()).isEqualTo("[4000,4000,4080]");
    assertThat(rows.get(1).get("p99").toString()).isEqualTo("[8000]");
    assertThat(rows.get(2).get("against").stringValue()).isEqualTo("no rate held p99=10ms");
  }

  private void write(
      String technology, int type, int rate, double achieved, double p99Us, String... flags)
      throws Exception {
    write(point(technology, rate), type, achieved, p99Us, flags);
  }

  private void write(Point point, int type, double achieved, double p99Us, String... flags)
      throws Exception {
    String technology = point.technology();
    int rate = point.offered() == null ? 0 : point.offered().rate();
    Run run =
        new Run(
            point,
            type,
            0,
            60_000_000,
            new CallCounts(30_000, 29_998, 0, 2, 0),
            null,
            new Latency(500.0, 600.0, p99Us, null, 2 * p99Us),
            COST,
            new Conditions("greet", 16L, null, Conditions.OPEN, "multiplexed:1", 1L),
            SelfWatch.UNKNOWN,
            new TreeSet<>(List.of(flags)),
            Instant.parse("2026-01-31T12:00:00Z"),
            new Circumstances(
                null,
                null,
                null,
                null,
                Circumstances.FRESH_ROUND,
                Instant.parse("2026-01-31T11:00:00Z"),
                "4711",
                "10.0.0.5",
                null,
                null),
            technology.equals("rpcx") ? new Lateness(900, 7) : null);
    OpenRun open =
        new OpenRun(
            run,
            new Latency(400.0, 500.0, 800.0, null, 900.0),
            CallCounts.allOk(500),
            rate,
            achieved,
            OpenRun.ASYNC);
    Histogram response = new Histogram(3);
    response.recordValue(300_000);
    response.recordValue(900_000);
    Histogram service = new Histogram(3);
    service.recordValue(200_000);
    new RawFiles(sweep).write(open, response, service);
  }

  private void search(String technology, String rate, String ending) throws Exception {
    Path file = sweep.resolve("raw").resolve(technology).resolve("search-p99-10ms.json");
    Files.createDirectories(file.getParent());
    Files.writeString(
        file,
        """
        {"technology": "%s", "variant": "example", "slo": "p99=10ms", "sustainableRate": %s,
         "ending": "%s", "boundReached": false, "precision": 0.02, "confirmationsHeld": 2,
         "confirmations": 3, "failure": null, "shape": "constant", "durationSeconds": 10,
         "probes": [
          {"number": 1, "stage": "growth", "rate": 2000, "holds": true, "violated": []},
          {"number": 2, "stage": "confirmation", "rate": 4000, "holds": true, "violated": [],
           "offeredPerSecond": 4000.0, "achievedPerSecond": 3999.0, "goodputPerSecond": 3990.5,
           "response": {"p50Us": 400.0, "p90Us": 600.0, "p99Us": 8000.0, "p999Us": null}},
          {"number": 3, "stage": "bisection", "rate": 4100, "holds": false,
           "violated": ["p99 12.000 ms"], "goodputPerSecond": 3900.0,
           "response": {"p99Us": 12000.0}}]}
        """
            .formatted(technology, rate, ending));
  }

  private static Point point(String technology, int rate) {
    return new Point(technology, Point.EXAMPLE, 64, 30_000, RequestMode.TOTAL, load(rate));
  }

  private static OfferedLoad load(int rate) {
    return new OfferedLoad(ArrivalShape.POISSON, rate, 60, 1, 42);
  }

  private SweepData imported() throws Exception {
    SweepFolder found = SweepFolder.of(sweep, null);
    try (Database database = Database.open(found.database(null), Map.of())) {
      Importer.run(found, database);
      Cleaner.run(found.sweep(), database);
      return SweepReader.read(found.sweep().id(), database);
    }
  }
}
