package io.rpcstress.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.measure.RunCsv.BadRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RawFilesTest {

  @TempDir Path sweep;
  private RawFiles files;

  @BeforeEach
  void open() {
    files = new RawFiles(sweep);
  }

  private static Histogram histogram(long value) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(value, 97);
    return histogram;
  }

  private static FailedPoint failure() {
    return new FailedPoint(
        Samples.POINT,
        FailureCause.TIMEOUT,
        "killed after 600 s\nsecond line: forged",
        Map.of("timeout", 3L),
        "java -jar client-harness.jar run",
        Samples.AT,
        List.of(Samples.run(0)));
  }

  @Test
  void whatIsWrittenIsReadBack() throws IOException {
    List<Run> runs = List.of(Samples.run(0), Samples.run(1));
    files.write(runs, List.of(histogram(900_000), histogram(40_000)));

    RunCsv.Content content = RunCsv.read(files.csv(Samples.POINT));
    assertThat(content.bad()).isEmpty();
    assertThat(content.runs()).isEqualTo(runs);
    assertThat(files.csv(Samples.POINT)).endsWith(Path.of("raw/rpcx/t7-r100.csv"));
    List<Histogram> histograms = RawFiles.histograms(files.csv(Samples.POINT));
    assertThat(histograms).extracting(Histogram::getTag).containsExactly("order0", "order1");
    assertThat(histograms.get(1).getTotalCount()).isEqualTo(97);
    assertThat(histograms.get(1).getMaxValue()).isBetween(40_000L, 40_100L);
  }

  @Test
  void histogramsAreReadAsTheLibraryReadsThem() throws IOException {
    Histogram wide = histogram(900_000);
    wide.recordValueWithCount(3_600_000_000_000L, 3);
    files.write(List.of(Samples.run(0), Samples.run(1)), List.of(wide, histogram(40_000)));

    List<Histogram> read = RawFiles.histograms(files.csv(Samples.POINT));

    List<EncodableHistogram> expected = new ArrayList<>();
    try (HistogramLogReader library = new HistogramLogReader(files.hlog(Samples.POINT).toFile())) {
      while (library.hasNext()) {
        expected.add(library.nextIntervalHistogram());
      }
    }
    assertThat(read).hasSize(2).isEqualTo(expected);
    assertThat(read.get(0).getMean()).isEqualTo(wide.getMean());
  }

  @ParameterizedTest
  @ValueSource(strings = {"Tag=order2,1.0,0.1", "0.1,HISTFAAA", "Tag=order2,1,1,1,HISTFAAAAC", "x"})
  void aLineThatIsNoIntervalIsNamed(String line) throws IOException {
    files.write(List.of(Samples.run(0)), List.of(histogram(900_000)));
    Path hlog = files.hlog(Samples.POINT);
    int number = Files.readAllLines(hlog).size() + 1;
    Files.writeString(hlog, line + "\n", StandardOpenOption.APPEND);

    assertThatThrownBy(() -> RawFiles.histograms(files.csv(Samples.POINT)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("line " + number + ": ");
  }

  @Test
  void aFileOfTheRequiredColumnsAloneReads() {
    List<String> lines = RunCsv.format(List.of(Samples.run(3))).lines().toList();
    List<Integer> kept = RunColumns.REQUIRED.stream().map(RunColumns.NAMES::indexOf).toList();
    StringBuilder few = new StringBuilder();
    for (String line : lines) {
      List<String> cells = List.of(line.split(",", -1));
      few.append(String.join(",", kept.stream().map(cells::get).toList())).append('\n');
    }

    RunCsv.Content content = RunCsv.parse(Path.of("few.csv"), few.toString());

    assertThat(content.bad()).isEmpty();
    assertThat(content.runs())
        .singleElement()
        .satisfies(
            run -> {
              assertThat(run.point()).isEqualTo(Samples.POINT);
              assertThat(run.watch()).isEqualTo(SelfWatch.UNKNOWN);
              assertThat(run.calls()).isEqualTo(Samples.run(3).calls());
              assertThat(run.lateness()).isNull();
            });
  }

  @Test
  void everyColumnHasATypeAUnitAndAMeaning() {
    for (Column each : RunCsv.COLUMNS) {
      assertThat(each.meaning()).as(each.name()).isNotBlank();
      if (each.name().endsWith("Us")) {
        assertThat(each.unit()).as(each.name()).isEqualTo("us");
      }
      if (each.name().toLowerCase(Locale.ROOT).endsWith("bytes")) {
        assertThat(each.unit()).as(each.name()).isEqualTo("bytes");
      }
      assertThat(each.name()).as("one unit a kind").doesNotMatch(".*(Kb|Seconds|[a-z]Ms)");
    }
    assertThat(RunColumns.NAMES).doesNotHaveDuplicates().containsAll(RunColumns.REQUIRED);
    assertThat(RunColumns.NAMES).containsAll(RunColumns.REQUIRED_OF_OPEN);
  }

  @Test
  void lateAnswersAreInTheirColumnsAndNeverMoreThanTheGoodOnes() {
    String[] lines = RunCsv.format(List.of(Samples.run(0))).split("\n", -1);
    int late = RunColumns.NAMES.indexOf("callsLate");
    List<String> cells = new ArrayList<>(List.of(lines[1].split(",", -1)));
    assertThat(cells.get(late)).isEqualTo("2");
    assertThat(cells.get(RunColumns.NAMES.indexOf("lateAfterUs"))).isEqualTo("900000");

    cells.set(late, "98");
    String text = lines[0] + "\n" + String.join(",", cells) + "\n";

    assertThat(RunCsv.parse(Path.of("t7-r100.csv"), text).bad())
        .singleElement()
        .extracting(BadRow::problem)
        .isEqualTo("callsLate is 98: at most the 97 good calls expected");
  }

  private static final Point OPEN =
      new Point(
          "grpc",
          Point.EXAMPLE,
          100,
          6_000,
          RequestMode.TOTAL,
          new OfferedLoad(ArrivalShape.BURSTS, 100, 60, 5, 7));

  private static OpenRun openRun() {
    Run closed = Samples.run(0);
    Run run =
        new Run(
            OPEN,
            2,
            0,
            60_000_000,
            new CallCounts(6_000, 5_990, 1, 4, 5),
            null,
            new Latency(1.0, 2.0, 3.0, null, 5.0),
            Cost.UNKNOWN,
            new Conditions("greet", 16L, null, Conditions.OPEN, "multiplexed:1", 1L),
            SelfWatch.UNKNOWN,
            new TreeSet<>(),
            closed.startedAt(),
            Circumstances.UNKNOWN,
            null);
    return new OpenRun(
        run,
        new Latency(0.5, 0.6, 0.7, null, 0.9),
        CallCounts.allOk(500),
        100,
        99.75,
        OpenRun.THREADS);
  }

  @Test
  void aRepeatedOpenLoopIsKeptWhereItIsToldTo() throws IOException {
    files.write(openRun(), histogram(900_000), histogram(40_000));
    Path again = files.folder(OPEN).resolve("search").resolve("rate100-bursts-60s-p1.csv");
    RawFiles.write(again, openRun(), histogram(800_000), histogram(30_000));

    assertThat(Files.readString(again)).isEqualTo(Files.readString(files.csv(OPEN)));
    assertThat(RawFiles.histograms(again)).hasSize(2);
    assertThat(files.openCsvFiles()).as("its place is its own").containsExactly(files.csv(OPEN));
  }

  @Test
  void anOpenLoopHasItsOwnNamesColumnsAndTwoHistograms() throws IOException {
    files.write(openRun(), histogram(900_000), histogram(40_000));

    Path csv = files.csv(OPEN);
    assertThat(csv).endsWithRaw(Path.of("raw/grpc/rate100-bursts-60s.csv"));
    List<String> lines = Files.readAllLines(csv);
    assertThat(lines).hasSize(2);
    List<String> cells = List.of(lines.get(1).split(",", -1));
    assertThat(lines.get(0).split(",", -1)).containsExactlyElementsOf(RunColumns.NAMES);
    assertThat(cells).hasSameSizeAs(RunColumns.NAMES);
    assertThat(RunColumns.REQUIRED_OF_OPEN)
        .extracting(name -> cells.get(RunColumns.NAMES.indexOf(name)))
        .containsExactly(
            "bursts", "100", "60s", "5s", "7", "threads", "100.000", "99.750", "500", "500", "0",
            "0", "0");
    assertThat(cells.get(RunColumns.NAMES.indexOf("serviceMaxUs"))).isEqualTo("0.900");
    assertThat(RawFiles.histograms(csv))
        .extracting(Histogram::getTag)
        .containsExactly("response", "service");
  }

  @Test
  void theCourseOfAFaultIsReadBack() throws IOException {
    FaultCourse course =
        new FaultCourse(
            15_000, 15_012.0, 20_520.0, new TreeSet<>(List.of("connect=5")), 5_990L, 3L);
    OpenRun under = openRun().with(course);
    files.write(under, histogram(900_000), histogram(40_000));

    String text = Files.readString(files.csv(OPEN));
    assertThat(RunCsv.parseOpen(files.csv(OPEN), text).runs())
        .extracting(OpenRun::fault)
        .containsExactly(course);
    assertThat(text).contains(",15000000,15012000,20520000,connect=5,");
  }

  @Test
  void noReaderOfClosedLoopsMeetsAnOpenOne() throws IOException {
    files.write(openRun(), histogram(900_000), histogram(40_000));
    files.write(List.of(Samples.run(0)), List.of(histogram(1)));

    assertThat(files.csvFiles()).containsExactly(files.csv(Samples.POINT));
    assertThat(files.openCsvFiles()).containsExactly(files.csv(OPEN));
    assertThat(RunCsv.read(files.csv(OPEN)).runs()).isEmpty();
    assertThatThrownBy(
            () ->
                new OpenRun(
                    Samples.run(0), Latency.UNKNOWN, CallCounts.allOk(0), 1, 1, OpenRun.ASYNC))
        .isInstanceOf(IllegalArgumentException.class);
    OpenRun open = openRun();
    assertThatThrownBy(
            () -> new OpenRun(open.run(), Latency.UNKNOWN, open.warmup(), 1, 1, "somehow"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("somehow");
  }

  @Test
  void anOpenLoopsFailureIsReadBackAndPassedOver() throws IOException {
    FailedPoint failed =
        new FailedPoint(
            OPEN, FailureCause.UNREACHABLE, "nobody", Map.of(), "rate", Samples.AT, List.of());
    files.writeFailed(failed);

    assertThat(RawFiles.readFailed(files.failed(OPEN))).isEqualTo(failed);
    assertThat(files.failedFiles()).isEmpty();
  }

  @Tag("defect")
  @DisplayName("defect 6: no point's files are overwritten by another's")
  @Test
  void noPointsFilesAreOverwrittenByAnothers() throws IOException {
    List<Run> written = new ArrayList<>();
    for (String technology : List.of("grpc", "tcp")) {
      for (String variant : List.of(Point.EXAMPLE, "tuned")) {
        for (int[] pair : new int[][] {{1, 11}, {11, 1}, {1, 1}, {11, 11}}) {
          Point cell = new Point(technology, variant, pair[0], pair[1], RequestMode.TOTAL);
          for (int repetition = 0; repetition < 2; repetition++) {
            Run run = Samples.run(cell.repeated(repetition));
            files.write(List.of(run), List.of(histogram(1)));
            written.add(run);
          }
        }
      }
    }
    List<Run> read = new ArrayList<>();
    for (Path csv : files.csvFiles()) {
      read.addAll(RunCsv.read(csv).runs());
      assertThat(RawFiles.histograms(csv)).hasSize(1);
    }
    assertThat(read).hasSize(32).containsExactlyInAnyOrderElementsOf(written);
  }

  @Test
  void aFailureIsReadBackAndTakesTheResultsPlace() throws IOException {
    files.write(List.of(Samples.run(0)), List.of(histogram(1)));
    files.writeFailed(failure());

    assertThat(files.isComplete(Samples.POINT)).isFalse();
    assertThat(files.isFailed(Samples.POINT)).isTrue();
    FailedPoint read = RawFiles.readFailed(files.failed(Samples.POINT));
    assertThat(read.cause()).isEqualTo(FailureCause.TIMEOUT);
    assertThat(read.detail()).isEqualTo("killed after 600 s second line: forged");
    assertThat(read.failures()).containsEntry("timeout", 3L);
    assertThat(read.runs()).containsExactly(Samples.run(0));
  }

  @Test
  void aResultTakesTheFailuresPlace() throws IOException {
    files.writeFailed(failure());
    files.write(List.of(Samples.run(0)), List.of(histogram(1)));
    assertThat(files.isFailed(Samples.POINT)).isFalse();
    assertThat(files.failedFiles()).isEmpty();
    assertThat(files.csvFiles()).containsExactly(files.csv(Samples.POINT));
  }

  @Test
  void badRowsAreNamedByLineAndTheRestIsRead() throws IOException {
    String text = RunCsv.format(List.of(Samples.run(0), Samples.run(1), Samples.run(2)));
    String[] lines = text.split("\n", -1);
    lines[2] = lines[2].replace("47123", "fast");
    Path file = sweep.resolve("t7-r100.csv");
    Files.writeString(file, String.join("\n", lines) + lines[1] + "\nrpcx,example,1\n");

    RunCsv.Content content = RunCsv.read(file);

    assertThat(content.runs()).extracting(Run::order).containsExactly(0, 2);
    assertThat(content.bad())
        .extracting(BadRow::line, BadRow::problem)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(
                3L, "timeTotalUs is 'fast': a whole number, 0 or more expected"),
            org.assertj.core.groups.Tuple.tuple(5L, "order 0 again"),
            org.assertj.core.groups.Tuple.tuple(
                6L, "3 cells where " + RunCsv.COLUMNS.size() + " are expected"));
  }

  @Test
  void negativeNumbersCutFilesAndForeignHeadersAreRefused() throws IOException {
    Path file = sweep.resolve("t7-r100.csv");
    String text = RunCsv.format(List.of(Samples.run(0), Samples.run(1)));
    Files.writeString(file, text.replace("47123", "-47123"));
    assertThat(RunCsv.read(file).runs()).isEmpty();
    Files.writeString(file, text.substring(0, text.length() - 20));
    assertThat(RunCsv.read(file).runs()).hasSize(1);
    assertThat(RunCsv.read(file).bad()).singleElement().asString().contains("cut off");
    Files.writeString(file, text.replace("threadNum", "threads"));
    assertThat(RunCsv.read(file).bad())
        .singleElement()
        .asString()
        .contains("the header lacks threadNum");
    Files.writeString(file, "");
    assertThat(RunCsv.read(file).bad()).singleElement().asString().contains("is empty");
  }

  @Tag("defect")
  @DisplayName("defect 8: a column in another place is read by its name, not as its neighbour")
  @Test
  void aColumnInAnotherPlaceIsReadByItsNameNotAsItsNeighbour() throws IOException {
    int time = RunColumns.NAMES.indexOf("timeTotalUs");
    int tps = RunColumns.NAMES.indexOf("TPS");
    List<Run> runs = List.of(Samples.run(0), Samples.run(1));
    List<String> swapped = new ArrayList<>();
    for (String line : RunCsv.format(runs).split("\n", -1)) {
      List<String> cells = new ArrayList<>(List.of(line.split(",", -1)));
      if (cells.size() > tps) {
        Collections.swap(cells, time, tps);
      }
      swapped.add(String.join(",", cells));
    }
    Path file = Files.writeString(sweep.resolve("t7-r100.csv"), String.join("\n", swapped));

    assertThat(RunCsv.read(file).runs()).isEqualTo(runs);
    assertThat(RunCsv.read(file).bad()).isEmpty();
  }

  @Test
  void foreignColumnsAreKeptApartAndMissingOnesNamed() {
    String[] lines = RunCsv.format(List.of(Samples.run(0))).split("\n", -1);
    Path file = Path.of("t7-r100.csv");

    RunCsv.Content more = RunCsv.parse(file, "ofTomorrow," + lines[0] + "\n7," + lines[1] + "\n");
    RunCsv.Content twice = RunCsv.parse(file, "type," + lines[0] + "\n7," + lines[1] + "\n");
    RunCsv.Content fewer = RunCsv.parse(file, "technology,TPS\nrpcx,7\n");

    assertThat(more.runs()).containsExactly(Samples.run(0));
    assertThat(more.bad()).isEmpty();
    assertThat(more.foreign()).containsExactly(Map.of("ofTomorrow", "7"));
    assertThat(more.foreignColumns()).containsExactly("ofTomorrow");
    assertThat(twice.bad()).singleElement().asString().contains("has type twice");
    assertThat(fewer.runs()).isEmpty();
    assertThat(fewer.bad())
        .singleElement()
        .asString()
        .contains("lacks variant, type, loop, threadNum", "startedAt");
  }

  @Test
  void neitherLoopsReaderTakesTheOthersRowAndABadRowIsNamed() {
    Path file = Path.of("rate100-bursts-60s.csv");
    String open = RunCsv.format(openRun());
    assertThat(RunCsv.parseOpen(file, open).runs()).containsExactly(openRun());
    String closed = RunCsv.format(List.of(Samples.run(0)));
    assertThat(RunCsv.parseOpen(file, closed).bad())
        .extracting(BadRow::problem)
        .containsExactly("loop is 'closed': an open loop's row expected");
    assertThat(RunCsv.parse(file, open).bad())
        .extracting(BadRow::problem)
        .containsExactly("loop is 'open': a closed loop's row expected");
    assertThat(RunCsv.parseOpen(file, open.replace(",bursts,", ",tidal,")).bad())
        .singleElement()
        .satisfies(bad -> assertThat(bad.toString()).contains(":2: 'tidal' is no shape"));
    assertThat(RunCsv.parseOpen(file, open.replace(",99.750,", ",-1,")).bad())
        .singleElement()
        .satisfies(bad -> assertThat(bad.problem()).startsWith("achievedPerSecond is '-1'"));
    assertThat(RunCsv.parseOpen(file, open.substring(0, open.length() - 9)).bad()).isNotEmpty();
  }
}
