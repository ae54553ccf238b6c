package io.rpcstress.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.answer.Answer;
import io.rpcstress.analysis.figure.FigureBook;
import io.rpcstress.analysis.figure.MadeUpSweep;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.OpenResult;
import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.sample.OpenRuns;
import io.rpcstress.analysis.sample.SteadyCells;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.measure.RequestMode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ReportPageTest {

  private static final SweepData DATA = MadeUpSweep.small();
  private static String page = "";

  @BeforeAll
  static void write() {
    page = new ReportPage(new FigureBook()).html(DATA);
  }

  @Test
  void theAnswerComesFirst() {
    Answer answer = Answer.of(DATA);
    assertThat(page.indexOf(escaped(answer.conditions())))
        .isPositive()
        .isLessThan(page.indexOf("id=\"explore\""));
  }

  @Test
  void aReasonWithAColonStaysWithItsVerdict() {
    SteadyCell few =
        SteadyCells.flagged(
            SteadyCells.cell(SteadyCells.point("grpc", 10), 10_000, 9_000), 0, "not-steady");
    SteadyCell ours = SteadyCells.cell(SteadyCells.point("rpcx", 10), 20_000, 21_000);

    assertThat(new ReportPage(new FigureBook()).html(SteadyCells.data(ours, few)))
        .containsPattern("<strong>[^<]*too few processes: grpc has 1 of 2 left[^<]*</strong>");
  }

  @Test
  void theStateOfTimedLoopsHasOneNameOnAPage() {
    SweepData assumed =
        SteadyCells.data(
            SteadyCells.cell(SteadyCells.point("rpcx", 10, null), 20_000, 20_300, 19_800),
            SteadyCells.cell(SteadyCells.point("grpc", 10, null), 10_000, 10_200, 9_900));

    String page =
        new ReportPage(new FigureBook())
            .html(assumed)
            .replaceAll("base64,[^\"]*|(?s)<(script|style)>.*?</\\1>", "");

    assertThat(page)
        .contains(
            "Warm, assumed steady: rpcx was fastest",
            "Warm, assumed steady: time of a call by that of the baseline",
            "\"warm, assumed steady, closed loop\"",
            "Warm, assumed steady, no verdict between rpcx and grpc");
    assertThat(
            Pattern.compile("(?i).{40}(?<!assumed |until )\\bsteady[,:] .{20}")
                .matcher(page)
                .results())
        .map(MatchResult::group)
        .isEmpty();
  }

  @Test
  void flagsAreSaidInWordsByTheirCause() {
    String flagged = new ReportPage(new FigureBook()).html(flagged());
    assertThat(flagged)
        .contains(
            "<summary>3 of 8 points: a sleep of 50 ms took over 100 ms on the client (jitter)")
        .contains(
            "\"~\":\"flagged jitter (3 of 8 points): takes the point out of verdicts until it is"
                + " measured again\"");
  }

  @Test
  void whatDidNotHoldItsRateIsDoubtfulAndSaturatedAndSaidByItsCause() {
    String offered = new ReportPage(new FigureBook()).html(OpenRuns.ofTwoRates());

    assertThat(text(offered))
        .contains(
            "points with a result 4 of these doubtful 1 of these saturated 1 points failed 0",
            "1 of 4 points: less than 99 % of the offered rate was achieved (saturated)");
  }

  @Test
  void ofManyCausesTheMostFrequentAreSaidAndTheOthersCounted() {
    List<OpenResult> runs = new ArrayList<>(OpenRuns.three("rpcx", 1_000, 1_400));
    runs.addAll(OpenRuns.three("grpc", 1_000, 9_000, "client-cpu", "saturated", "jitter"));
    runs.addAll(OpenRuns.three("mml", 1_000, 9_000, "saturated", "jitter", "abandoned"));

    assertThat(new ReportPage(new FigureBook()).html(OpenRuns.data(runs)))
        .contains(
            "<summary>2 of 3 points: a sleep of 50 ms took over 100 ms on the client (jitter); 2 of 3"
                + " points: less than 99 % of the offered rate was achieved (saturated); and 2 more"
                + " causes</summary>");
  }

  private static String text(String html) {
    return html.replaceAll("(?s)<script.*?</script>", "")
        .replaceAll("<[^>]*>", " ")
        .replaceAll("\\s+", " ");
  }

  /** Of eight points of a grid three are doubtful. */
  static SweepData flagged() {
    List<Cell> cells = new ArrayList<>();
    for (int threads : new int[] {10, 100}) {
      for (int requests : new int[] {100, 500}) {
        for (String technology : List.of("rpcx", "grpc")) {
          Cell cell =
              Cells.cell(
                  technology.equals("rpcx") ? 1 : 2,
                  SweepGenerator.point(technology, threads, requests, RequestMode.TOTAL),
                  Cells.around(threads + requests / 10.0));
          cells.add(cells.size() < 3 ? cell.flagged(List.of("jitter")) : cell);
        }
      }
    }
    return Cells.data(cells, List.of());
  }

  @Test
  void theFirstScreenSaysOnWhichHostsAndOverWhichLine() {
    assertThat(page.substring(0, page.indexOf("class=\"headline\"")))
        .contains(
            "client: 1 CPU, Made-up CPU of client",
            "server: 1 CPU, Made-up CPU of server",
            "between them: round trip 58 us, at least 545 Mbit/s");
  }

  @Test
  void asksForNothingOverTheNetwork() {
    assertThat(page)
        .contains(
            "content=\"default-src &#39;none&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;;");
    // What scripts could ask for, the browser refuses by that policy.
    assertThat(page.replaceAll("(?s)<script.*?</script>", ""))
        .doesNotContainPattern("<(?:script|img|iframe|object|embed)[^>]*\\ssrc=\"(?!data:)")
        .doesNotContainPattern("<link\\s")
        .doesNotContain("@import", "url(http");
  }

  @Test
  void everyFailedPointHasItsCauseAndTheCommandToRedoIt() {
    for (Failure failure : DATA.failures()) {
      assertThat(page).contains(escaped(failure.redo()), escaped(failure.detail()));
    }
  }

  @Test
  void librariesAndVersionsStandBesideTheHostsAndNowhereWhereTheSweepNamesNone() {
    String title = "What was measured: libraries and versions";
    assertThat(page).doesNotContain(title);
    Sweep named =
        DATA.sweep()
            .withFacts(
                List.of(new Sweep.Fact("clientLibraries", "grpc", "io.grpc:grpc-core 1.83.1")));
    String other = new ReportPage(new FigureBook()).html(of(named));
    int hosts = other.indexOf("id=\"conditions\"");
    assertThat(other.substring(0, hosts)).doesNotContain(title);
    assertThat(other.substring(hosts, other.indexOf("id=\"method\"")))
        .contains(title, "io.grpc:grpc-core", "1.83.1");
  }

  @Test
  void statementsOnCapabilitiesStandBesideTheirSources() {
    assertThat(page).contains("href=\"https://grpc.io/docs/guides/deadlines/\"");
  }

  @Test
  void theSameSweepGivesTheSameBytes() {
    assertThat(new ReportPage(new FigureBook()).html(DATA)).isEqualTo(page);
  }

  /** The same results of another sweep. */
  private static SweepData of(Sweep sweep) {
    return new SweepData(
        sweep,
        DATA.series(),
        DATA.cells(),
        DATA.failures(),
        DATA.openRuns(),
        DATA.searches(),
        DATA.badRows(),
        DATA.steady(),
        DATA.steadyFailures(),
        DATA.timeSeries(),
        DATA.clientRuns(),
        DATA.totals(),
        DATA.services(),
        DATA.openFailures());
  }

  private static String escaped(String text) {
    return Html.page((page, interceptor, words) -> page.writeUserContent(words), text);
  }
}
