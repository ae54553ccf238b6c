package io.rpcstress.analysis.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.rpcstress.analysis.answer.Overview.Row;
import io.rpcstress.analysis.answer.Overview.Scope;
import io.rpcstress.analysis.compare.SeveralSweeps;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.HostPair;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.sample.OpenRuns;
import io.rpcstress.analysis.sample.SteadyCells;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.analysis.summary.SummaryText;
import io.rpcstress.analysis.table.AnswerTable;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.record.SweepRecord;
import io.rpcstress.measure.statistics.Holm;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the first screen draws of open loops: each load by itself. */
class OpenOverviewTest {

  @Test
  void eachLoadIsComparedWithTheBaselineAtThatLoad() {
    Findings found = Findings.of(OpenRuns.ofFourLoads("rpcx", "grpc", "redis"));

    assertThat(found.overviews())
        .extracting(Overview::words)
        .containsExactly(
            "100 calls/s, 16 bytes, constant, no warm-up",
            "100 calls/s, 16 bytes, constant, 30 s warm-up",
            "100 calls/s, 16 bytes, random-bursts, no warm-up",
            "100 calls/s, 16 bytes, random-bursts, 30 s warm-up");
    Overview warm = found.overviews().get(1);
    assertThat(warm.scope()).isEqualTo(Scope.OPEN);
    assertThat(warm.baselines()).containsExactly("rpcx", "grpc", "redis");
    assertThat(warm.measures().stream().map(Overview.Measure::label))
        .containsExactly(
            "p99 response time",
            "median response time",
            "client CPU of a call",
            "server CPU of a call",
            "bytes of a call");
    assertThat(row(found.overviews().get(0), "grpc").value()).isEqualTo(2);
    assertThat(row(warm, "redis").value())
        .as("by the baseline's 800 us there, not by its 2,000 cold ones")
        .isEqualTo(4_800 / 800.0);
    assertThat(warm.measures().get(0).own())
        .as("what ratios are of")
        .containsEntry("rpcx", new Overview.Own(0.8, "ms"));
    assertThat(warm.hasSeveralWays()).isFalse();
  }

  @Test
  void oneProcessEachIsSaidAndHasNeitherIntervalNorVerdict() {
    Findings found = Findings.of(OpenRuns.ofFourLoads("rpcx", "grpc"));

    assertThat(found.chosen()).hasSize(1);
    Overview open = found.chosen().get(0);
    assertThat(open.judgedRows())
        .allMatch(r -> r.verdict() == Verdict.NONE && !r.estimate().interval().isKnown())
        .allMatch(r -> r.standing().equals("too few processes: 4 more"));
    assertThat(found.verdicts().family()).isZero();
    assertThat(Headline.of(open))
        .isEqualTo(
            "At 100 calls/s, 16 bytes, random-bursts, no warm-up (open loop), p99 response time: times"
                + " as long as rpcx: grpc 2.00 (over all 4 loads 2.00 to 3.50). Too few processes: 4"
                + " more.");
    assertThat(found.answer().lines())
        .singleElement()
        .asString()
        .startsWith(
            "At 100 calls/s, 16 bytes, random-bursts, no warm-up (open loop), grpc"
                + " against rpcx: too few processes: 4 more: grpc takes 2.00 times rpcx's p99 response"
                + " time");
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
    assertThat(row(open, "redis").verdict()).isEqualTo(Verdict.TOO_CLOSE);
    assertThat(found.verdicts().family()).isEqualTo(2);
    assertThat(found.verdicts().of(LoadShape.OPEN).get(0).cutoff()).isLessThanOrEqualTo(Holm.LEVEL);
    assertThat(Headline.of(open))
        .startsWith(
            "At 100 calls/s, 16 bytes (open loop), p99 response time: slower than rpcx: grpc 3.00 (")
        .contains("; too close to call: redis 1.00 (");
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
    assertThat(grpc.standing()).isEqualTo("did not hold the rate in 1 of 2 processes");
  }

  @Test
  void aSideWithEnoughProcessesDoesNotHideWhatTheOtherLacks() {
    List<ProcessRuns> runs = new ArrayList<>(repeated(100));
    runs.removeIf(r -> r.point().technology().equals("grpc") && r.repetition() > 2);
    runs.add(OpenRuns.run("rpcx", ArrivalShape.CONSTANT, 0, 5, 90_000, 0, "saturated"));

    Row grpc = row(Findings.of(OpenRuns.data(runs)).overviews().get(0), "grpc");

    assertThat(grpc.standing()).isEqualTo("too few processes: 2 more");
  }

  @Test
  void aPercentileThatIsNoReplysIsNoNumber() {
    List<ProcessRuns> runs = new ArrayList<>(repeated(100));
    runs.removeIf(r -> r.point().technology().equals("grpc"));
    runs.add(OpenRuns.run("grpc", ArrivalShape.CONSTANT, 0, 0, 12_000, 61));
    runs.add(OpenRuns.run("grpc", ArrivalShape.CONSTANT, 0, 1, 12_100, 61));

    Overview open = Findings.of(OpenRuns.data(runs)).overviews().get(0);

    assertThat(row(open, "grpc").value()).as("61 of 6,000 are more than 1 %").isNaN();
    assertThat(row(open, "grpc").standing())
        .isEqualTo(
            "too few processes: 3 more; calls of grpc were not good; no response p99 of grpc");
    assertThat(open.measures().get(1).rows().get(0).get(0).value())
        .as("of the median, which they do not reach")
        .isPositive();
  }

  @Test
  void technologiesInEncodingsOfTheirOwnAreComparedAsPairs() {
    List<ProcessRuns> runs = new ArrayList<>(OpenRuns.encoded("grpc", "protobuf", 3_000));
    runs.addAll(OpenRuns.encoded("thrift", "json", 6_000));
    SweepData data = OpenRuns.data(runs);

    Findings found = Findings.of(data);

    assertThat(found.overviews())
        .extracting(Overview::words)
        .containsExactly("1000 calls/s, message, each in its own encoding");
    Overview pairs = found.overviews().get(0);
    assertThat(pairs.baselines()).containsExactly("grpc/protobuf", "thrift/json");
    assertThat(row(pairs, "thrift/json").verdict()).isEqualTo(Verdict.SLOWER);
    assertThat(row(pairs, "thrift/json").interval().spans(2)).isTrue();
    assertThat(Headline.of(pairs))
        .startsWith(
            "At 1000 calls/s, message, each in its own encoding (open loop), p99 response time:"
                + " slower than grpc/protobuf: thrift/json 2.00 (");
    assertThat(found.answer().lines())
        .singleElement()
        .asString()
        .contains(
            "grpc/protobuf takes 50.0 % less p99 response time than thrift/json", " t interval ");
    Table table = AnswerTable.of(found.overviews()).get(0);
    assertThat(table.rows().get(0)).contains("thrift/json", "grpc/protobuf", "2.000", "slower");
    assertThat(SeveralSweeps.of(List.of(data, data)).rows().get(0)).contains("grpc/protobuf");
    assertThat(SummaryText.of(data, found))
        .as("200 and 100 us of the baseline, too")
        .containsPattern("\\| grpc/protobuf \\|.*\\| baseline \\| 300 \\|");
  }

  /** Then transports are compared at equal encoding; what encodings cost has a table. */
  @Test
  void encodingsInWhichAllTechnologiesWereMeasuredAreLoads() {
    List<ProcessRuns> runs = new ArrayList<>();
    for (String technology : List.of("grpc", "thrift")) {
      runs.addAll(OpenRuns.encoded(technology, "json", 6_000));
      runs.addAll(OpenRuns.encoded(technology, "protobuf", 3_000));
    }

    List<Overview> found = Findings.of(OpenRuns.data(runs)).overviews();

    assertThat(found)
        .extracting(Overview::words, each -> each.judgedRows().get(0).label())
        .containsExactly(
            tuple("1000 calls/s, message encoding=json", "thrift"),
            tuple("1000 calls/s, message encoding=protobuf", "thrift"));
    runs.addAll(OpenRuns.encoded("mml", "json", 9_000));
    assertThat(Findings.of(OpenRuns.data(runs)).overviews())
        .as("one that lacks an encoding is compared in the others")
        .extracting(Overview::words, each -> each.judgedRows().size())
        .containsExactly(
            tuple("1000 calls/s, message encoding=json", 2),
            tuple("1000 calls/s, message encoding=protobuf", 1));
  }

  /** While it is measured some have only the first of their encodings. */
  @Test
  void whetherEncodingsAreLoadsIsDecidedByThePlan() {
    String contender =
        """
        {"technology": "%s", "variant": "example", "own": {"values": {"payload": "encoding=%s"}}}""";
    String contenders =
        Stream.of("json", "protobuf")
            .flatMap(in -> Stream.of("grpc", "thrift").map(who -> contender.formatted(who, in)))
            .collect(Collectors.joining(","));
    List<Sweep.Fact> plan =
        SweepRecord.parse("{\"plan\": {\"grid\": {\"contenders\": [" + contenders + "]}}}")
            .facts()
            .stream()
            .map(each -> new Sweep.Fact(each.section(), each.name(), each.value()))
            .toList();
    List<ProcessRuns> runs = new ArrayList<>(OpenRuns.encoded("grpc", "json", 6_000));
    runs.addAll(OpenRuns.encoded("thrift", "json", 6_000));
    runs.addAll(OpenRuns.encoded("grpc", "protobuf", 3_000));
    SweepData unplanned = OpenRuns.data(runs);
    SweepData planned =
        Cells.data(unplanned.sweep().withFacts(plan), List.of(), unplanned.all(), List.of());

    assertThat(Findings.of(unplanned).overviews())
        .extracting(Overview::words)
        .containsExactly("1000 calls/s, message, each in its own encoding");
    assertThat(Findings.of(planned).overviews())
        .extracting(Overview::words)
        .containsExactly(
            "1000 calls/s, message encoding=json", "1000 calls/s, message encoding=protobuf");
  }

  @Test
  void theCostOfACallIsThatOfAllCallsSoThatItsPartsAddUp() {
    Cell cell =
        Cells.with(
            OpenRuns.data(OpenRuns.five("grpc", 1_000, 3_000)).open().get(0),
            process ->
                ProcessRuns.of(
                    process.point(),
                    process.server(),
                    process.runs().stream().map(run -> costing(run, process.repetition())).toList(),
                    process.p99Us(),
                    process.offer()));

    CallCost cost = CallCost.of(cell);

    assertThat(cost.client().value()).as("as in the tables").isEqualTo(cell.clientCpuUs());
    assertThat(cost.server().value()).isEqualTo(cell.serverCpuUs());
    assertThat(cost.total().value())
        .isCloseTo(cost.client().value() + cost.server().value(), within(1e-9));
    assertThat(cost.total().interval().spans(cost.total().value())).isTrue();
  }

  @Test
  void aCostThatTheProcessesIntervalDoesNotSpanHasNone() {
    Cell cell =
        SteadyCells.rows(
            SteadyCells.cell(SteadyCells.point("grpc", 10), 100, 100, 100, 100, 10_000),
            (i, row) -> i < 4 ? row.cpu(100.0 * 1_000, 0.0) : row.cpu(110.0 * 100_000, 0.0));

    Interval client = CallCost.of(cell).client().interval();

    assertThat(client.value()).isEqualTo(cell.clientCpuUs());
    assertThat(client.isKnown()).isFalse();
  }

  /** Short runs of one processor's host cannot take more than it has. */
  @Test
  void whatCompilersTookOfAnUnknownCostIsUnknown() {
    Cell cell =
        Cells.rows(
            Cells.cell(
                1, SweepGenerator.point("rpcx", 1, 100, RequestMode.TOTAL), Cells.around(40)),
            run ->
                new io.rpcstress.analysis.sample.Row(run)
                    .cpu(3_000 * run.timeMs(), 500 * run.timeMs())
                    .compiling(1_000, 1_000)
                    .run());

    assertThat(CallCost.of(Cells.on(new HostPair(4, 4, 8e6), cell)).compiling()).isPositive();
    assertThat(CallCost.of(Cells.on(new HostPair(1, 1, 8e6), cell)).compiling()).isNaN();
  }

  /** A process that takes so many times as long on the client as the first does, and one more. */
  private static Run costing(Run run, int times) {
    return new io.rpcstress.analysis.sample.Row(run)
        .cpu(100.0 * (1 + times) * run.callsOk(), 50.0 * run.callsOk())
        .run();
  }

  private static Row row(Overview overview, String label) {
    return overview.judgedRows().stream()
        .filter(r -> r.label().equals(label))
        .findFirst()
        .orElseThrow();
  }
}
