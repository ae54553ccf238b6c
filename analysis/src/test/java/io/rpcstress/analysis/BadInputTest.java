package io.rpcstress.analysis;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.rpcstress.analysis.sample.OpenRuns;
import io.rpcstress.analysis.sample.SteadyCells;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.FailedPoint;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What is not as it should be is said in one line that helps, and the rest is still reported. */
class BadInputTest {

  private static final int[] THREADS = {10, 20};

  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @ValueSource(strings = {"import", "clean", "tables", "report", "summary"})
  void besideADatabaseOfAnotherVersionACommandEndsInOneLine(String step) throws Exception {
    new SweepGenerator(folder).sweepJson("newer").point("rpcx", 10, 10);
    assertThat(run("import")).as(err.toString()).isZero();
    fromTomorrow(folder.resolve("results.db"));
    byte[] before = Files.readAllBytes(folder.resolve("results.db"));
    err.getBuffer().setLength(0);

    assertThat(run(step)).isEqualTo(2);

    assertThat(err.toString().strip())
        .contains("results.db", "another version", "anew from the raw files")
        .doesNotContain("\n", "\tat ");
    assertThat(Files.readAllBytes(folder.resolve("results.db"))).isEqualTo(before);
  }

  /** One that was named by mistake, or was cut off. */
  @Test
  void whatIsNoDatabaseIsSaidAsOneAndLeftAlone() throws IOException {
    new SweepGenerator(folder).sweepJson("broken").point("rpcx", 10, 10);
    Files.writeString(folder.resolve("results.db"), "no database");

    assertThat(run("report")).isEqualTo(2);

    assertThat(err.toString().lines().filter(line -> line.contains("results.db")))
        .singleElement(as(STRING))
        .contains("results.db' cannot be used: ", "not a database", "made again from raw/")
        .doesNotContain("-----", "Error Code");
    assertThat(folder.resolve("results.db")).hasContent("no database");
    assertThat(folder.resolve("report.html")).doesNotExist();
  }

  @Test
  void aFolderInThePlaceOfAnyRawFileIsNamedAndTheRestReported() throws IOException {
    new SweepGenerator(folder)
        .sweepJson("folders")
        .point("rpcx", 10, 100)
        .point("rpcx", 20, 100)
        .point("grpc", 10, 100);
    for (String name :
        List.of(
            "sweep.json",
            "coldstart.json",
            "raw/rpcx/t20-r100.csv",
            "raw/grpc/t10-r100.hlog",
            "raw/grpc/t30-r100.FAILED",
            "raw/grpc/rate100-constant-60s.csv",
            "raw/grpc/rate200-constant-60s.FAILED")) {
      Files.deleteIfExists(folder.resolve(name));
      Files.createDirectory(folder.resolve(name));
    }

    assertThat(run("report")).isEqualTo(1);

    String problem = "is a folder, but a file is expected: move it away";
    assertThat(err.toString())
        .contains(
            "note: coldstart.json is left out: " + problem,
            "not read: sweep.json: " + problem,
            "not read: raw/rpcx/t20-r100.csv: " + problem,
            "not read: raw/grpc/t10-r100.hlog: " + problem,
            "not read: raw/grpc/t30-r100.FAILED: " + problem,
            "not read: raw/grpc/rate100-constant-60s.csv: " + problem,
            "not read: raw/grpc/rate200-constant-60s.FAILED: " + problem)
        .doesNotContain("\tat ");
    assertThat(Files.readString(folder.resolve("tables/points.csv")))
        .contains("rpcx,example,1,10,100", "grpc,example,2,10,100");

    Files.delete(folder.resolve("raw/rpcx/t20-r100.csv"));
    new SweepGenerator(folder).point("rpcx", 20, 100);
    err.getBuffer().setLength(0);
    assertThat(run("import")).isEqualTo(1);
    assertThat(err.toString()).contains("10 rows from 1 files").doesNotContain("rpcx/t20");
  }

  @Test
  void whatCannotBeWrittenIsNamedAndTheRestIsMadeAndAnswered() throws IOException {
    new SweepGenerator(folder).sweepJson("blocked").point("rpcx", 10, 100).point("grpc", 10, 100);
    Files.writeString(folder.resolve("tables"), "a file");
    Files.createDirectory(folder.resolve("report.html"));

    assertThat(run("report")).isEqualTo(1);

    assertThat(err.toString())
        .contains(
            "not written: tables: " + folder.resolve("tables") + " is where a folder has to be",
            "not written: report: " + folder.resolve("report.html") + ": is a folder, but a file",
            "figures: ")
        .doesNotContain("\tat ", "Exception");
    assertThat(out.toString()).contains("times as long as rpcx: grpc");
  }

  /** Each waits until the one before has made the tables, or has written its rows. */
  @Test
  void severalMayImportAtOnce() throws Exception {
    new SweepGenerator(folder).sweepJson("shared").point("rpcx", 10, 100).point("grpc", 10, 100);
    ExecutorService four = Executors.newFixedThreadPool(4);
    try {
      List<Future<Integer>> ended = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        ended.add(four.submit(() -> run("import")));
      }
      for (Future<Integer> each : ended) {
        assertThat(each.get()).as(err.toString()).isZero();
      }
    } finally {
      four.shutdownNow();
    }
    assertThat(err.toString()).contains("20 rows from 3 files").doesNotContain("locked", "SEVERE");
  }

  private static void fromTomorrow(Path database) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
        Statement statement = connection.createStatement()) {
      statement.execute("UPDATE rpc_stress_version SET version = 99");
    }
  }

  @Test
  void withoutSweepJsonAndWithATruncatedHistogramLogTheRestIsReported() throws IOException {
    new SweepGenerator(folder).grid(List.of("rpcx", "grpc"), THREADS, new int[] {100});
    Path log = folder.resolve("raw/grpc/t20-r100.hlog");
    String whole = Files.readString(log);
    Files.writeString(log, whole.substring(0, whole.length() / 2));

    assertThat(run("report")).isEqualTo(1);

    assertThat(err.toString())
        .contains(
            "note: no sweep.json: hosts and options are not known, and as many runs are expected of"
                + " each process as the longest one has; copy it beside raw/",
            "not read: raw/grpc/t20-r100.hlog: is not a whole histogram log",
            "percentiles are left out; copy the file again")
        .doesNotContain("null");
    assertThat(Files.readString(folder.resolve("tables/points.csv")))
        .contains("rpcx,example,1,10,100", "grpc,example,2,20,100");
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("the sweep has no sweep.json", "is not a whole histogram log");
  }

  @Test
  void withoutSweepJsonTheHostsAreThoseOfSingleCommands() throws IOException {
    new SweepGenerator(folder).point("rpcx", 10, 100);
    Path hosts = folder.resolve("hosts.json");
    Files.writeString(
        hosts,
        """
        {"client": {"kernel": "a-kernel-of-A"}, "server": {"rpcx": {"kernel": "a-kernel-of-B"}}}
        """);

    assertThat(run("report")).as(err.toString()).isZero();
    assertThat(err.toString())
        .contains("note: no sweep.json: options are not known, hosts by hosts.json, and as many");
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("a-kernel-of-A", "a-kernel-of-B")
        .doesNotContain("the sweep has no sweep.json");

    Files.writeString(hosts, "{");
    err.getBuffer().setLength(0);
    assertThat(run("report")).as(err.toString()).isZero();
    assertThat(err.toString())
        .contains(
            "note: no sweep.json: hosts and options are not known",
            "hosts.json is left out: is not JSON");
  }

  @Test
  void aSweepJsonOfOtherBytesSaysWhatToDo() throws IOException {
    new SweepGenerator(folder).point("rpcx", 10, 100);
    Files.write(folder.resolve("sweep.json"), new byte[] {'{', (byte) 0xff, '}'});

    assertThat(run("report")).isEqualTo(1);

    assertThat(err.toString())
        .contains("not read: sweep.json: is not UTF-8 text", "copy it again")
        .doesNotContain("Input length");
  }

  /** Of loops whose failures stand in files of other names, and of hosts that nobody names. */
  @Test
  void nothingButFailuresOfTimedAndOpenLoopsIsListedWithoutSweepJsonToo() throws IOException {
    failed(SteadyCells.point("rpcx", 10), "redo of the timed loop");
    Point offered = OpenRuns.run("grpc", ArrivalShape.POISSON, 30, 0, 1).point();
    failed(offered, "redo of the open loop");
    failed(offered.repeated(1), "redo of its other run");

    assertThat(run("report")).as(err.toString()).isZero();

    assertThat(err.toString()).contains("note: no sweep.json", "copy it beside raw/");
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains(
            "<p class=\"headline\">No point has a result: all that was measured failed.",
            "redo of the timed loop",
            "redo of the open loop",
            "redo of its other run",
            "<dt>points failed</dt><dd class=\"bad\">2</dd>",
            "<dt>other repetitions failed</dt><dd class=\"bad\">1</dd>");
    out.getBuffer().setLength(0);
    assertThat(run("summary")).isZero();
    assertThat(out.toString()).contains("failed: 2;");
  }

  private void failed(Point point, String redo) throws IOException {
    RawFiles raw = new RawFiles(folder);
    Files.createDirectories(raw.folder(point));
    raw.writeFailed(
        new FailedPoint(
            point, FailureCause.TIMEOUT, "late", Map.of(), redo, Instant.EPOCH, List.of()));
  }

  private int run(String command) {
    return run(command, folder);
  }

  private int run(String command, Path... folders) {
    CommandLine commandLine = Analysis.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    List<String> words = new ArrayList<>(List.of(command));
    Arrays.stream(folders).map(Path::toString).forEach(words::add);
    return commandLine.execute(words.toArray(String[]::new));
  }
}
