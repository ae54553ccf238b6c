package io.rpcstress.analysis.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.answer.Overview.Row;
import io.rpcstress.analysis.answer.Overview.Scope;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.sample.OpenRuns;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.statistics.Holm;
import io.rpcstress.measure.statistics.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the first screen draws of open loops: each load by itself. */
class OpenOverviewTest {

  @Test
  void eachLoadIsComparedWithTheBaselineAtThatLoad() {
    Findings found = Findings.of(OpenRuns.ofFourLoads("rpcx", "grpc", "redis"));

    Overview open = found.overviews().get(0);
    assertThat(open.scope()).isEqualTo(Scope.OPEN);
    assertThat(open.baselines()).containsExactly("rpcx", "grpc", "redis");
    assertThat(open.measures().stream().map(Overview.Measure::label))
        .containsExactly(
            "p99 response time",
            "median response time",
            "client CPU of a call",
            "server CPU of a call",
            "bytes of a call");
    assertThat(open.judgedRows().stream().map(Row::label))
        .hasSize(8)
        .contains("grpc constant, no warm-up", "redis random-bursts, 30 s warm-up");
    assertThat(row(open, "grpc constant, no warm-up").value()).isEqualTo(2);
    assertThat(row(open, "redis constant, 30 s warm-up").value())
        .as("by the baseline's 800 us there, not by its 2,000 cold ones")
        .isEqualTo(4_800 / 800.0);
    assertThat(open.measures().get(0).own())
        .as("what ratios are of")
        .containsEntry("rpcx constant, 30 s warm-up", new Overview.Own(0.8, "ms"));
    assertThat(open.judgedRows()).allMatch(r -> r.of() == 1 && !r.apart());
    assertThat(open.hasSeveralLoads()).isTrue();
  }

  @Test
  void oneProcessEachIsSaidAndHasNeitherIntervalNorVerdict() {
    Findings found = Findings.of(OpenRuns.ofFourLoads("rpcx", "grpc"));

    Overview open = found.overviews().get(0);
    assertThat(open.judgedRows())
        .allMatch(r -> r.verdict() == Verdict.NONE && !r.estimate().interval().isKnown())
        .allMatch(r -> r.withheld().equals("one process each"));
    assertThat(found.verdicts().family()).isZero();
    assertThat(found.overviews().stream().map(Headline::of))
        .containsExactly(
            "Open loop, by p99 response time: times as long as rpcx at the same load: grpc constant, no"
                + " warm-up 2.00, grpc random-bursts, no warm-up 2.00, grpc random-bursts, 30 s warm-up"
                + " 2.15 and 1 more up to grpc constant, 30 s warm-up 3.50. No verdict: one process"
                + " each.");
    assertThat(found.answer().lines())
        .hasSize(4)
        .contains(
            "Open loop (constant, no warm-up), no verdict between rpcx and grpc (one process each):"
                + " grpc takes 2.00 times rpcx's p99 response time (too few values, or none that differ:"
                + " no interval).");
    assertThat(found.answer().caveats())
        .anyMatch(c -> c.startsWith("Open loop: numbers are of 8 of 8 processes"))
        .noneMatch(c -> c.contains("closed loop"));
  }

  @Test
  void severalProcessesAreJudgedInOneFamily() {
    Findings found = Findings.of(OpenRuns.data(repeated(100)));

    Overview open = found.overviews().get(0);
    assertThat(row(open, "grpc").verdict()).isEqualTo(Verdict.SLOWER);
    assertThat(row(open, "grpc").estimate().interval().spans(3)).isTrue();
    assertThat(row(open, "redis").verdict()).isEqualTo(Verdict.NO_DIFFERENCE);
    assertThat(found.verdicts().family()).isEqualTo(2);
    assertThat(found.verdicts().offered().get(0).cutoff()).isLessThanOrEqualTo(Holm.LEVEL);
    assertThat(Headline.from(open).said())
        .isEqualTo(
            "Open loop, by p99 response time: more time than rpcx: grpc 3.00; no difference from rpcx"
                + " shown: redis 1.00.");
  }

  private static List<ProcessRuns> repeated(double step) {
    List<ProcessRuns> runs = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      double drift = step * i;
      runs.add(OpenRuns.run("rpcx", ArrivalShape.CONSTANT, 0, i, 4_000 + drift));
      runs.add(OpenRuns.run("grpc", ArrivalShape.CONSTANT, 0, i, 3 * (4_000 + drift)));
      runs.add(OpenRuns.run("redis", ArrivalShape.CONSTANT, 0, i, 4_400 - drift));
    }
    return runs;
  }

  @Test
  void aFlaggedRunIsInNoNumberAndWhatIsLeftSaysWhy() {
    List<ProcessRuns> runs = new ArrayList<>(repeated(100));
    runs.removeIf(r -> r.point().technology().equals("grpc"));
    runs.add(OpenRuns.run("grpc", ArrivalShape.CONSTANT, 0, 0, 12_000));
    runs.add(OpenRuns.run("grpc", ArrivalShape.CONSTANT, 0, 1, 90_000, 0, "saturated"));

    Row grpc = row(Findings.of(OpenRuns.data(runs)).overviews().get(0), "grpc");

    assertThat(grpc.value()).as("12,000 by the mean of the others").isBetween(2.8, 3.0);
    assertThat(grpc.verdict()).isEqualTo(Verdict.NONE);
    assertThat(grpc.withheld()).isEqualTo("too few processes: 4 more (left out by saturated)");
  }

  @Test
  void aPercentileThatIsNoReplysIsNoNumber() {
    List<ProcessRuns> runs = new ArrayList<>(repeated(100));
    runs.removeIf(r -> r.point().technology().equals("grpc"));
    runs.add(OpenRuns.run("grpc", ArrivalShape.CONSTANT, 0, 0, 12_000, 61));
    runs.add(OpenRuns.run("grpc", ArrivalShape.CONSTANT, 0, 1, 12_100, 61));

    Overview open = Findings.of(OpenRuns.data(runs)).overviews().get(0);

    assertThat(row(open, "grpc").value()).as("61 of 6,000 are more than 1 %").isNaN();
    assertThat(row(open, "grpc").withheld())
        .isEqualTo(
            "too few processes: 3 more; calls of grpc were not good; no response p99 of grpc");
    assertThat(open.measures().get(1).rows().get(0).get(0).value())
        .as("of the median, which they do not reach")
        .isPositive();
  }

  private static Row row(Overview overview, String label) {
    return overview.judgedRows().stream()
        .filter(r -> r.label().equals(label))
        .findFirst()
        .orElseThrow();
  }
}
