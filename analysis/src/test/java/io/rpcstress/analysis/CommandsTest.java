package io.rpcstress.analysis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The command line, from arguments to exit code. */
class CommandsTest {

  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void misuseIsOneLineAndExitCodeTwo() throws IOException {
    Path sweep = sweep("one", 1, 1);
    Path empty = Files.createDirectory(folder.resolve("empty"));

    misuse("is no folder", "report", folder.resolve("none").toString());
    misuse("has no folder raw", "report", empty.toString());
    misuse("expected", "report", sweep.toString(), "--db", "jdbc:oracle:thin:@x");
    misuse("there is no folder", "report", sweep.toString(), "--db", "jdbc:sqlite:/none/x.db");
    misuse("cannot be used", "import", sweep.toString(), "--db", "jdbc:postgresql://127.0.0.1:1/x");
    for (String command : List.of("report", "compare")) {
      misuse("is no folder", command, sweep.toString(), folder.resolve("none").toString());
    }
    misuse("run import first", "tables", sweep.toString());
    assertThat(sweep).isDirectoryNotContaining("glob:**/{results.db,tables,report.html}");
    misuse("Missing required parameter", "report");
    misuse("'0': a whole number from 1 to", "report", sweep.toString(), "--rate", "0");
    misuse("'9e9': a whole number from 1 to", "report", sweep.toString(), "--rate", "9e9");
    misuse("'20': a time from 1us to 60s", "report", sweep.toString(), "--p99", "20");
    misuse("'61s': a time from 1us to 60s", "report", sweep.toString(), "--p99", "61s");
    misuse("a percentage", "compare", sweep.toString(), sweep.toString(), "--fail-if-slower", "x");
  }

  @Test
  void aReportPrintsTheAnswerFirstAndALineADoubt() throws IOException {
    Path sweep = sweep("one", 1, 1);
    new SweepGenerator(sweep).failed("grpc", 999, 10, FailureCause.TIMEOUT);

    assertThat(run("report", sweep)).as(err.toString()).isZero();

    List<String> lines = out.toString().lines().toList();
    assertThat(lines.get(0)).startsWith("At ").contains("times as long as rpcx: grpc ");
    assertThat(lines).contains("- 1 of 13 points: no result").hasSizeLessThan(7);
    assertThat(lines.get(lines.size() - 1))
        .as("where everything is")
        .startsWith("page ")
        .endsWith(sweep.resolve("report.html").toString());

    out.getBuffer().setLength(0);
    assertThat(run("report", sweep, "--verbose")).isZero();
    assertThat(out.toString())
        .startsWith(lines.get(0))
        .contains("On these hosts, for this payload", "grpc takes", "order 0 is dropped");
  }

  @Test
  void aReportAnswersWhatItIsAskedFirstAndItsPageOpensWithThat() throws IOException {
    Path sweep = sweep("one", 1, 1);

    assertThat(run("report", sweep, "--rate", "500", "--p99", "0.02s")).as(err.toString()).isZero();

    assertThat(out.toString())
        .startsWith("Not measured: nothing here shows 500 calls/s with p99 below 20 ms.")
        .contains("--rate 500", "\nConditions: greet")
        .as("one answer")
        .doesNotContain("\nAt ")
        .as("the page last")
        .endsWith(": " + sweep.resolve("report.html") + System.lineSeparator());
    assertThat(sweep.resolve("report.html"))
        .content()
        .contains("\"limits\":{\"rate\":500,\"p99\":20.0}");
  }

  @Test
  void aReportOfFewProcessesSaysHowMoreAreAddedAndWhoseLibraryRpcxIs() throws IOException {
    Path sweep = sweep("one", 1, 2);
    Files.writeString(
        sweep.resolve("sweep.json"),
        """
        {"id": "one", "seed": 7, "options":
         {"protocols": "rpcx,grpc", "threads": "10,20,30", "repeat": "1", "host": "127.0.0.1"}}
        """);

    assertThat(run("report", sweep)).as(err.toString()).isZero();

    assertThat(out.toString())
        .contains("- rpcx is this project's own library")
        .contains(
            ": ./sweep.sh --protocols rpcx,grpc --threads 10,20,30 --local --repeat 5 --seed 7 --out "
                + sweep)
        .as("no rate was offered")
        .doesNotContain("--p99");
  }

  @Test
  void sweepsOfOtherTechnologiesAreNotComparedWithEachOther() throws IOException {
    Path one = sweep("one", 1, 2);
    Path other = folder.resolve("other");
    new SweepGenerator(other).sweepJson("other").point("tcp", 10, 10);

    assertThat(run("report", one, other)).as(err.toString()).isZero();

    assertThat(out.toString())
        .contains("To compare rpcx, grpc, tcp, measure them in one sweep")
        .doesNotContain("The same ratio in several sweeps");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "report", "import", "clean", "tables", "figures", "paper", "compare", "summary", "publish"
      })
  void helpHasAnExample(String command) {
    assertThat(run(command, "--help")).isZero();
    assertThat(out.toString()).contains("Example", "analysis " + command + " results/");
    assertThat(out.toString().lines()).as(out.toString()).hasSizeLessThanOrEqualTo(30);
  }

  @Test
  void whatDoesNotFitAScreenIsBehindAnotherOption() {
    assertThat(run("report", "--help")).isZero();
    assertThat(out.toString()).contains("--rate", "--help-all").doesNotContain("--sweep-id");
    assertThat(run("report", "--help-all")).isZero();
    assertThat(out.toString()).contains("--sweep-id", "RPC_STRESS_DB_PASSWORD");
  }

  @Test
  void aSweepPassesTheGateBesideItself() throws IOException {
    Path sweep = sweep("one", 1, 1);

    assertThat(run("compare", sweep, sweep, "--fail-if-slower", "0%")).isZero();

    assertThat(out.toString())
        .contains(
            "# one against one: pass (--fail-if-slower 0%)",
            "12 points compared: 12 not judged",
            "| rpcx | 10 threads, 10 requests, 16 bytes | time of a run | 1 | 1 |")
        .doesNotContain("Over all loads", "undecided");
    assertThat(err.toString())
        .contains("note: DIR1 and DIR2 are the same folder")
        .doesNotContain("undecided");
  }

  @Test
  void oneProcessALoadDecidesNothing() throws IOException {
    Path before = sweep("before", 1, 1);
    Path after = sweep("after", 1.01, 1);

    assertThat(run("compare", before, after, "--fail-if-slower", "0%")).isEqualTo(3);
    assertThat(out.toString())
        .contains(
            "# after against before: undecided (--fail-if-slower 0%)",
            "undecided: rpcx at 30 threads, 20 requests, 16 bytes takes 1.010 times its earlier time",
            "too few processes: 4 more")
        .doesNotContain("undecided: grpc");
    assertThat(run("compare", before, after, "--fail-if-slower", "0%", "--undecided", "pass"))
        .isZero();
    assertThat(run("compare", before, after, "--fail-if-slower", "0%", "--undecided", "fail"))
        .isEqualTo(1);
  }

  @Test
  void aGateIsUndecidedOfRowsThatCouldNotBeRead() throws IOException {
    Path before = sweep("before", 1, 1);
    Path after = sweep("after", 1, 1);
    Path cut = after.resolve("raw/rpcx/t10-r10.csv");
    String whole = Files.readString(cut);
    Files.writeString(cut, whole.substring(0, whole.length() - 40));

    assertThat(run("compare", before, after)).as("no gate was asked for").isZero();
    assertThat(run("compare", before, after, "--fail-if-slower", "10%")).isEqualTo(3);
    assertThat(err.toString()).contains("it was cut off; copy it again from the client's host");
    assertThat(out.toString()).contains("undecided: rows of rpcx could not be read");
  }

  @Test
  void aSummaryHasARowForEachTechnologyAndHowToMeasureItAgain() throws IOException {
    Path sweep = sweep("one", 1, 2);
    Files.writeString(
        sweep.resolve("sweep.json"),
        """
        {"id": "one", "seed": 7, "start": "2026-01-31T12:00:00Z",
         "options": {"protocols": "rpcx,grpc", "threads": "10:30:10", "requests": "10,20",
                     "host": "10.0.0.5", "until-steady": "true", "payload": "it's"},
         "client": {"cpu.count.jvm": "2", "jdk.version": "17.0.15"},
         "server": {"rpcx": {"cpu.count.jvm": "4"}}}
        """);

    assertThat(run("summary", sweep)).as(err.toString()).isZero();

    assertThat(out.toString())
        .startsWith(
            "# one\n\nQuestion: how do rpcx, grpc compare by time of a run?\n\n**At 20 threads, 20 requests, 16 bytes (first seconds of a JVM): times as long as"
                + " rpcx: grpc 2.")
        .contains(
            "| technology | ms a run | ratio | 95 % interval | processes | standing"
                + " | CPU of both hosts, us a call | bytes a call | connections |",
            "| 1 |  |  | baseline | 789 | 270 | multiplexed:1 |",
            "| 1 | too few processes: 4 more | 1,580 | 270 | multiplexed:1 |",
            "- Command: `./sweep.sh --protocols rpcx,grpc --threads 10:30:10 --requests 10,20"
                + " --host 10.0.0.5 --until-steady --payload 'it'\\''s' --seed 7`",
            "- client: 2 CPU, JDK 17.0.15\n- server: 4 CPU\n",
            "- Points with a result: 12; failed: 0;");
    assertThat(sweep.resolve("report.html")).doesNotExist();
  }

  @Test
  void aPaperHasTablesMacrosAndEachFigureAsPdf() throws IOException {
    Path sweep = sweep("one", 1, 2);

    assertThat(run("paper", sweep)).as(err.toString()).isZero();

    Path paper = sweep.resolve("paper");
    assertThat(paper.resolve("macros.tex"))
        .content()
        .contains("\\newcommand{\\rpcxVsGrpcMin}{2.", "\\newcommand{\\rpcxVsGrpcPoints}{6}");
    assertThat(paper.resolve("tables/table-3-runtime.tex"))
        .content()
        .contains("\\begin{longtable}{rr", "55.9 to 88.9 \\%", " & ");
    Matcher shown =
        Pattern.compile("includegraphics.*\\{(.*)}")
            .matcher(Files.readString(paper.resolve("paper.tex")));
    assertThat(shown.results().map(found -> paper.resolve(found.group(1))))
        .isNotEmpty()
        .allSatisfy(pdf -> assertThat(Files.readString(pdf, ISO_8859_1)).startsWith("%PDF-"));
  }

  @Test
  void twoSweepsAreAPageWithTheReportsPictures() throws IOException {
    Path before = sweep("before", 1, 1);
    Path after = sweep("after", 1.2, 0.9);
    Path page = folder.resolve("compare.html");

    assertThat(run("compare", before, after, "--html", page.toString())).isZero();

    assertThat(Files.readString(page))
        .contains(
            "default-src &#39;none&#39;",
            "At 20 threads, 20 requests, 16 bytes (after against before): too few processes: 4 more:"
                + " grpc 0.90 (over all 6 loads 0.90 to 0.90), rpcx 1.20",
            "alt=\"At 20 threads, 20 requests, 16 bytes (after against before): time of a run, times"
                + " that of before.",
            "<th scope=\"row\">rpcx</th><td>20 threads, 20 requests, 16 bytes</td>")
        .doesNotContain("src=\"http", "figures/");
    misuse(
        "a file in an existing folder expected",
        "compare",
        before.toString(),
        after.toString(),
        "--html",
        folder.resolve("none/x.html").toString());
  }

  @Test
  void aPointThatFailsNowFailsTheGate() throws IOException {
    Path before = sweep("before", 1, 1);
    Path after = sweep("after", 1, 1);
    new SweepGenerator(after).failed("grpc", 10, 10, FailureCause.CRASHED);

    assertThat(run("compare", before, after, "--fail-if-slower", "10%")).isEqualTo(1);
    assertThat(out.toString())
        .contains("- fail: 1 points failed that had a result", "failed after: crashed");
  }

  @Test
  void sweepsWithoutACommonPointAreMisuse() throws IOException {
    Path other = folder.resolve("other");
    new SweepGenerator(other).sweepJson("other").point("tcp", 1, 1);

    assertThat(run("compare", sweep("one", 1, 1), other)).isEqualTo(2);
    assertThat(err.toString()).contains("have no point that could be compared: 0 left out");
    assertThat(out.toString()).isEmpty();
  }

  /** rpcx and grpc at six points, their runtimes multiplied. */
  private Path sweep(String name, double rpcxTimes, double grpcTimes) throws IOException {
    Path sweep = folder.resolve(name);
    SweepGenerator generator = new SweepGenerator(sweep).sweepJson(name);
    for (int threads : List.of(10, 20, 30)) {
      for (int requests : List.of(10, 20)) {
        for (String technology : List.of("rpcx", "grpc")) {
          double times = technology.equals("rpcx") ? rpcxTimes : grpcTimes;
          long[] micros = new long[10];
          for (int order = 0; order < micros.length; order++) {
            micros[order] = Math.round(times * (40_000 + 100 * threads + 40 * (order % 5)));
          }
          Point point = SweepGenerator.point(technology, threads, requests, RequestMode.TOTAL);
          generator.point(point, micros);
        }
      }
    }
    return sweep;
  }

  private void misuse(String expected, String... arguments) {
    err.getBuffer().setLength(0);
    assertThat(run((Object[]) arguments)).isEqualTo(2);
    assertThat(err.toString().strip()).contains(expected).doesNotContain("\n", "\tat ");
  }

  private int run(Object... arguments) {
    CommandLine commandLine = Analysis.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    String[] texts = new String[arguments.length];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = arguments[i].toString();
    }
    return commandLine.execute(texts);
  }
}
