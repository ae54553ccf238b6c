package io.rpcstress.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.answer.Answer;
import io.rpcstress.analysis.answer.Findings;
import io.rpcstress.analysis.choice.ChoiceData.Limits;
import io.rpcstress.analysis.figure.FigureBook;
import io.rpcstress.analysis.figure.MadeUpSweep;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ReportPageTest {

  private static final SweepData DATA = MadeUpSweep.small();
  private static String page = "";

  @BeforeAll
  static void write() {
    page = new ReportPage(new FigureBook()).html(DATA, Limits.NONE);
  }

  @Test
  void theAnswerComesFirst() {
    Answer answer = Findings.of(DATA).answer();
    assertThat(page.indexOf(escaped(answer.conditions())))
        .isPositive()
        .isLessThan(page.indexOf("id=\"explore\""));
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
  void nothingIsSaidOfLoopsAndGridsThatThereAreNot() {
    Point one = new Point("rpcx", Point.EXAMPLE, 10, 100, RequestMode.TOTAL);
    SweepData data = Cells.data(List.of(Cells.cell(1, one, Cells.around(40))), List.of());

    assertThat(new ReportPage(new FigureBook()).html(data, Limits.NONE))
        .contains("<li>Counted loops:")
        .doesNotContain(
            "<li>Timed loops:", "<li>Open loops:", "id=\"explore\"", "<p>Nothing was measured yet");
  }

  @Test
  void theSameSweepGivesTheSameBytes() {
    assertThat(new ReportPage(new FigureBook()).html(DATA, Limits.NONE)).isEqualTo(page);
  }

  private static String escaped(String text) {
    return Html.page((page, interceptor, words) -> page.writeUserContent(words), text);
  }
}
