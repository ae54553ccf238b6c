package io.rpcstress.analysis.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.answer.Findings;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.sample.OpenRuns;
import io.rpcstress.analysis.sample.SteadyCells;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A summary to paste, of open loops that several processes measured. */
class SummaryTextTest {

  private static final SweepData DATA = OpenRuns.ofTwoRates();

  private final String text = SummaryText.of(DATA, Findings.of(DATA));

  @Test
  void aLoadIsOneRowWithItsIntervalAndItsVerdict() {
    assertThat(text.lines().filter(line -> line.startsWith("| grpc ")))
        .as("of the rate that both carry")
        .hasSize(1)
        .allMatch(line -> line.matches("\\| grpc \\| .* \\| 2[.]57 \\| 2.* \\| 5 \\| slower .*"));
    assertThat(text)
        .contains(
            "Question: how do rpcx, grpc compare by p99 response time?",
            "the one that decides, over server start",
            "**At 1000 calls/s, 16 bytes (open loop), p99 response time: ");
  }

  /** It goes into a pull request, whoever named the folder and whatever a host says of itself. */
  @Test
  void namesStayTextInMarkdown() {
    SweepData named =
        Cells.nothing(
            new Sweep(
                "id",
                "<img src=x> | *b*\n# title",
                null,
                "<b>",
                null,
                null,
                List.of(new Sweep.Fact("client", "cpu.model", "</td><script> | x"))));

    assertThat(SummaryText.of(named, Findings.of(named)))
        .startsWith("# &lt;img src=x> \\| \\*b\\* # title\n")
        .contains("&lt;/td>&lt;script> \\| x", "Harness at commit &lt;b>.")
        .doesNotContain("<img", "<script", "<b>");
  }

  @Test
  void ofATableForADocumentFloorsStandBelowIt() {
    SweepData data =
        SteadyCells.data(
            SteadyCells.cell(SteadyCells.point("rpcx", 10), 1_000, 1_010, 990, 1_000, 1_005),
            SteadyCells.cell(SteadyCells.point("grpc", 10), 400, 404, 396, 401, 399),
            SteadyCells.cell(SteadyCells.point("tcp", 10), 2_000, 2_020, 1_990, 2_010, 1_980));
    Findings findings = Findings.of(data);

    List<String> lines = SummaryText.tables(data, findings).lines().toList();

    assertThat(lines).filteredOn(line -> line.startsWith("| grpc ")).hasSize(1);
    assertThat(lines).noneMatch(line -> line.startsWith("| tcp "));
    assertThat(lines.get(lines.size() - 1))
        .matches("\\*At 10 threads.* relative to rpcx[.] Floor: tcp 0[.]50 \\(0.* to 0.*\\)[.]\\*");
    assertThat(SummaryText.of(data, findings)).contains("| tcp |");
  }

  @Test
  void itsFlagsAndPointsAreCountedWithThoseOfOtherLoops() {
    assertThat(text)
        .contains(
            "- `saturated` at 1 of 4 points of open loops: latencies are not compared",
            "Points with a result: 4; failed: 0;");
  }
}
