package io.rpcstress.analysis.table;

import static io.rpcstress.analysis.sample.Cells.around;
import static io.rpcstress.analysis.sample.Cells.cell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.rpcstress.analysis.flag.CellFlags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.TimeSeries;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.sample.OpenRuns;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.SeriesRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Golden files: what the tables must look like, byte by byte. After a change that is meant, copy
 * what the test made ({@code target/golden}) over them and read the difference.
 */
class TablesTest {

  private static final Path GOLDEN = Path.of("src/test/resources/golden");

  @TempDir Path folder;

  @Test
  void tablesOfASweepOnThePapersGridAreTheGoldenOnes() throws IOException {
    matches("paper-grid", paperGrid());
  }

  @Test
  void tablesOfAnotherGridShowItsOwnRows() throws IOException {
    List<Cell> cells = new ArrayList<>();
    for (int threads : List.of(1, 7, 50)) {
      cells.add(cell(1, point("rpcx", threads, 40), around(40)));
      cells.add(cell(4, point("tcp", threads, 40), around(20)));
    }
    matches("own-grid", Cells.data(cells, List.of()));
  }

  @Test
  void ratiosAreOfOneLoad() {
    List<Cell> cells = new ArrayList<>();
    for (String calls : List.of("1", "64")) {
      for (String technology : List.of("rpcx", "grpc", "tcp")) {
        int type = List.of("", "rpcx", "grpc", "openfeign", "tcp").indexOf(technology);
        cells.add(
            cell(
                type,
                point(technology, 1, 40).with(Dimension.IN_FLIGHT, calls),
                around(10 * type)));
      }
    }

    assertThat(Tables.of(Cells.data(cells, List.of())))
        .filteredOn(table -> table.id().startsWith("ratio-to-"))
        .extracting(Table::id, table -> String.join(", ", table.header()))
        .containsExactly(
            tuple("ratio-to-rpcx", "threadNum, requestNum, grpc / rpcx, tcp / rpcx"),
            tuple(
                "ratio-to-rpcx in-flight 64",
                "threadNum, requestNum, grpc in-flight 64 / rpcx in-flight 64, tcp in-flight 64 /"
                    + " rpcx in-flight 64"),
            tuple("ratio-to-tcp", "threadNum, requestNum, rpcx / tcp, grpc / tcp"),
            tuple(
                "ratio-to-tcp in-flight 64",
                "threadNum, requestNum, rpcx in-flight 64 / tcp in-flight 64, grpc in-flight 64 /"
                    + " tcp in-flight 64"));
  }

  /** Without them two failures of one technology would look like the same. */
  @Test
  void aFailedPointHasItsFurtherDimensionsAndItsLoad() {
    Point counted = point("grpc", 10, 100).with(Dimension.PATH, "haproxy");
    Point offered = OpenRuns.drawn("rpcx", 20_000, 1, 1).point();
    SweepData data =
        Cells.data(List.of(), List.of(failure(counted)))
            .withOpenFailures(List.of(failure(offered)), List.of());

    Table failed =
        Tables.of(data).stream()
            .filter(t -> t.id().equals("failed-points"))
            .findFirst()
            .orElseThrow();

    assertThat(failed.header()).contains("threads", "requests").doesNotContain("threadNum", "redo");
    int load = failed.header().indexOf("load");
    assertThat(failed.header().subList(load, failed.header().size()))
        .containsExactly("load", "dimensions");
    assertThat(failed.rows())
        .extracting(row -> row.subList(load, row.size()))
        .containsExactly(
            List.of("", "path=haproxy"),
            List.of("20000 calls/s poisson for 60 s", "full-speed=8s;load-warmup=2s"));
  }

  private static Failure failure(Point point) {
    return new Failure(point, FailureCause.TIMEOUT, "late", "", "redo", Instant.EPOCH, 0);
  }

  @Test
  void noPointStillGivesTables() {
    List<Table> tables = Tables.of(Cells.data(List.of(), List.of()));
    assertThat(tables).extracting(Table::id).containsExactly("failed-points", "not-read");
    assertThat(TableFiles.markdown(tables.get(0))).contains("None.");
  }

  @Test
  void theTimeSeriesHasWhatItsPicturesShow() {
    Point point = OpenRuns.drawn("rpcx", 1_000, 0, 900).point();
    SeriesRow plain = new SeriesRow(0, 1_000, 1_000, SeriesRow.Phase.WARM_UP);
    SweepData none = Cells.data(List.of(), List.of());

    Table known =
        timeSeries(none, point, plain.with(400.0, 900.0, 20.0), plain.with(null, null, 20.0));
    int phase = known.header().indexOf("phase");
    assertThat(known.header().subList(phase, known.header().size()))
        .containsExactly("phase", "p99, us", "client CPU, us/call");
    assertThat(known.rows())
        .extracting(row -> row.subList(phase, row.size()))
        .containsExactly(List.of("warm-up", "900.0", "20.0"), List.of("warm-up", "", "20.0"));

    assertThat(timeSeries(none, point, plain).header())
        .as("of a file of an earlier version")
        .endsWith("phase");
  }

  private static Table timeSeries(SweepData data, Point point, SeriesRow... rows) {
    return Tables.of(data.with(List.of(new TimeSeries(point, List.of(rows))), List.of())).stream()
        .filter(t -> t.id().equals("time-series"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aBarInACellEndsNoCell() {
    Table table = new Table("x", "t", List.of("a"), List.of(List.of("1|2\n3*<b>")), List.of());
    assertThat(TableFiles.markdown(table)).contains("| 1\\|2 3\\*&lt;b> |\n");
    assertThat(TableFiles.csv(table)).isEqualTo("a\n\"1|2\n3*<b>\"\n");
    assertThat(TableFiles.json(table))
        .isEqualTo(
            "{\"title\":\"t\",\"columns\":[\"a\"],\"rows\":[[\"1|2\\n3*<b>\"]],\"notes\":[]}\n");
  }

  private static SweepData paperGrid() {
    List<Cell> cells = new ArrayList<>();
    List<Failure> failures = new ArrayList<>();
    for (int threads : List.of(10, 110, 990)) {
      for (int requests : List.of(10, 20, 100, 300, 500)) {
        cells.add(
            cell(
                1, point("rpcx", threads, requests), around(30 + threads / 10.0 + requests / 7.0)));
        if (threads == 990 && requests == 500) {
          failures.add(
              new Failure(
                  point("grpc", threads, requests),
                  FailureCause.TIMEOUT,
                  "no reply within 600 s",
                  "deadline=7",
                  "java -jar client-harness.jar run --protocol grpc",
                  Instant.parse("2026-01-31T12:00:00Z"),
                  3));
        } else {
          cells.add(
              cell(2, point("grpc", threads, requests), around(90 + threads / 3.0 + requests)));
        }
        if (threads == 110 && requests == 10) {
          Cell rising =
              cell(2, point("grpc", threads, requests), 90, 92, 95, 97, 99, 104, 108, 111, 220);
          cells.set(cells.size() - 1, rising.flagged(CellFlags.of(rising)));
        }
        if (threads == 10) {
          cells.add(cell(3, point("openfeign", threads, requests), 200, 210.125, 220.5));
        }
      }
    }
    return Cells.data(cells, failures);
  }

  private void matches(String name, SweepData data) throws IOException {
    // JSON has the cells of CSV, and a test of its own.
    List<Path> made =
        TableFiles.write(Tables.of(data), folder).stream()
            .filter(f -> !f.toString().endsWith(".json"))
            .toList();
    Path kept = Files.createDirectories(Path.of("target/golden", name));
    for (Path file : made) {
      Files.writeString(kept.resolve(file.getFileName()), Files.readString(file));
    }
    try (Stream<Path> golden = Files.list(GOLDEN.resolve(name))) {
      List<Path> expected = golden.toList();
      assertThat(made.stream().map(f -> f.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(
              expected.stream().map(f -> f.getFileName().toString()).toList());
      for (Path file : expected) {
        assertThat(kept.resolve(file.getFileName()))
            .as(file.toString())
            .hasSameTextualContentAs(file);
      }
    }
  }

  private static Point point(String technology, int threads, int requests) {
    return SweepGenerator.point(technology, threads, requests, RequestMode.TOTAL);
  }
}
