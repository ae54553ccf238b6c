package io.rpcstress.analysis.choice;

import static io.rpcstress.analysis.choice.ChoiceTest.ask;
import static io.rpcstress.analysis.choice.ChoiceTest.missing;
import static io.rpcstress.analysis.choice.ChoiceTest.rows;
import static io.rpcstress.analysis.choice.ChoiceTest.searched;
import static io.rpcstress.analysis.choice.ChoiceTest.state;
import static io.rpcstress.analysis.choice.ChoiceTest.subjects;
import static io.rpcstress.analysis.choice.ChoiceTest.texts;
import static io.rpcstress.analysis.choice.ChoiceTest.with;
import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.rpcstress.analysis.answer.CallCost;
import io.rpcstress.analysis.answer.Doubts;
import io.rpcstress.analysis.answer.Load;
import io.rpcstress.analysis.answer.Loads;
import io.rpcstress.analysis.answer.Pair;
import io.rpcstress.analysis.answer.Verdicts;
import io.rpcstress.analysis.choice.ChoiceData.Limits;
import io.rpcstress.analysis.compare.SweepComparison;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.sample.FaultRuns;
import io.rpcstress.analysis.sample.OpenRuns;
import io.rpcstress.analysis.sample.Row;
import io.rpcstress.analysis.sample.SteadyCells;
import io.rpcstress.analysis.table.CallCostTable;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.LoadShape;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Questions about a rate or a 99th percentile, which open loops answer. */
class OpenLoopChoiceTest {

  private static final String HELD = "{threads: 100, bytes: 16, rate: 100, p99: 10}";

  /** Of {@link OpenRuns#five} at 1,000 calls/s. */
  private static final int MEAN_CALLS = 60_045;

  /** Three runs at 100 calls/s, 4 ms each; the flags are those of the second. */
  private static List<ProcessRuns> threeRuns(String technology, String... flags) {
    List<ProcessRuns> runs = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      runs.add(
          i == 1
              ? OpenRuns.run(technology, ArrivalShape.CONSTANT, 30, i, 900_000, 0, flags)
              : OpenRuns.run(technology, ArrivalShape.CONSTANT, 30, i, 4_000 + i));
    }
    return runs;
  }

  @Test
  void whatAReportIsAskedIsAnsweredByThePagesFirstQuestion() {
    SweepData data = OpenRuns.ofTwoRates();
    Verdicts verdicts = Verdicts.of(data);

    List<String> one = Chooser.answer(data, verdicts, new Limits(1_000, 3.0));
    assertThat(one.get(0))
        .startsWith("1,000 calls/s with p99 below 3 ms: rpcx holds it. Shown not to: grpc.");
    assertThat(words(one.get(1)))
        .as("what a choice needs")
        .containsExactly("p99, ms", "CPU, us", "on A", "on B", "bytes");
    assertThat(one.get(2)).matches("  rpcx +1.43 \\(.*-.*\\) +300 +200 +100 +150");
    assertThat(one.get(3))
        .startsWith("CPU: processor time of a call, compilers (JIT) included, on the client");
    assertThat(one).hasSize(5);
    List<String> both = Chooser.answer(data, verdicts, new Limits(null, 10.0));
    assertThat(both).hasSize(6);
    assertThat(both.get(0)).startsWith("P99 below 10 ms: both hold it: rpcx, grpc.");
    assertThat(both.get(5))
        .as("at the highest rate that each holds")
        .contains("1,000 to 20,000 calls/s");
    List<String> beyond = Chooser.answer(data, verdicts, new Limits(40_000, null));
    assertThat(beyond.get(0))
        .startsWith("Not measured: nothing here shows 40,000 calls/s. Shown not to: grpc.");
    assertThat(beyond.get(2))
        .as("what to run")
        .startsWith("  java -jar client-harness.jar rate --protocol rpcx --rate 40000 ");
  }

  @Test
  void whereAllHoldItWhatTheirCallsCostIsComparedWithTheCheapest() {
    List<ProcessRuns> runs = costing(200, 100, 0.05, OpenRuns.five("rpcx", 1_000, 1_400));
    runs.addAll(costing(400, 200, 0.5, OpenRuns.five("grpc", 1_000, 3_600)));
    runs.addAll(OpenRuns.five("tcp", 1_000, 900));
    SweepData data = OpenRuns.data(runs);

    List<String> held = Chooser.answer(data, Verdicts.of(data), new Limits(1_000, 20.0));

    assertThat(held.get(0))
        .isEqualTo(
            "1,000 calls/s with p99 below 20 ms: both hold it: rpcx, grpc. If that is enough, what"
                + " decides is processor time and bytes a call, below, and \u201cWhat it can do\u201d in the"
                + " report.");
    assertThat(words(held.get(1)))
        .as("one baseline")
        .containsExactly("p99, ms", "CPU, us", "on A", "on B", "vs rpcx", "bytes");
    assertThat(held.get(2)).matches("  rpcx +1.43 .* 300 +200 +100 +1 +150");
    assertThat(held.get(3)).matches("  grpc .* 600 +400 +200 +2 \\([12].*-2.*\\) +150");
    assertThat(held.get(4)).endsWith(" At 1,000 calls/s, 100 us a call are 10 % of a core.");
    assertThat(held.get(5))
        .startsWith("Ranked by CPU: rpcx, grpc. Load: ")
        .contains(" Runner-up: grpc, behind by a factor of 2.");
    assertThat(Chooser.answer(data, Verdicts.of(data), new Limits(1_000, 2.0)).get(0))
        .as("one does not, so that there is nothing to decide")
        .startsWith("1,000 calls/s with p99 below 2 ms: rpcx holds it. Shown not to: grpc.");
  }

  @Test
  void processorTimesWhoseRatioMayBeOneAreTooCloseToCall() {
    List<ProcessRuns> runs = costing(200, 100, 0.05, OpenRuns.five("rpcx", 1_000, 1_400));
    runs.addAll(costing(201, 100, 0.5, OpenRuns.five("grpc", 1_000, 3_600)));
    SweepData data = OpenRuns.data(runs);

    List<String> held = Chooser.answer(data, Verdicts.of(data), new Limits(1_000, 20.0));

    assertThat(held.get(2)).matches("  rpcx .* 300 .* too close to call with grpc");
    assertThat(held.get(3)).matches("  grpc .* 1 \\(0[.].*-1[.].*\\) +150 +too close to call");
    assertThat(held.get(5)).contains(" Too close to call with rpcx: grpc.");
  }

  @Test
  void aBrokersTimeThatIsNotKnownIsNotTakenForNothing() {
    List<ProcessRuns> runs = new ArrayList<>(OpenRuns.five("amqp", 1_000, 1_400));
    runs.addAll(OpenRuns.five("grpc", 1_000, 3_600));
    SweepData data = OpenRuns.data(runs);

    List<String> held = Chooser.answer(data, Verdicts.of(data), new Limits(1_000, 20.0));

    String unread = "not known: that of the proxy or broker was not read";
    assertThat(held.get(2)).startsWith("  amqp ").contains("CPU " + unread).doesNotContain("300");
    assertThat(held.get(3)).startsWith("  grpc ").contains(" 300 ").doesNotContain("close");
    assertThat(held.get(1)).as("no ratio to a cost that is not known").doesNotContain("  vs ");
    assertThat(missing(ask(rows(data), "{rate: 1000}"), "amqp")).contains("CPU " + unread);
    Cell cell = data.open().get(0);
    assertThat(CallCost.ratio(data.open().get(1), cell).value()).isNaN();
    Cell read = Cells.rows(cell, run -> new Row(run).between(300 * run.callsOk()).run());
    assertThat(CallCost.ratio(read, data.open().get(1)).value()).isCloseTo(2, within(1e-9));
  }

  /** The heads of a table's columns. */
  private static List<String> words(String line) {
    return List.of(line.trim().split(" {2,}"));
  }

  /**
   * A wide interval of a p99 that holds the limit with certainty leaves no doubt about the cost.
   */
  @Test
  void thoseThatHoldTheLimitForCertainAreRankedByWhatACallCosts() {
    List<ProcessRuns> runs = costing(80, 30, 0.05, OpenRuns.five("rpcx", 1_000, 1_600));
    for (int i = 0; i < 5; i++) {
      ProcessRuns apart = OpenRuns.drawn("thrift", 1_000, i, 500 * (1 + i));
      runs.addAll(costing(60, 30, 0.05, List.of(apart)));
    }
    SweepData data = OpenRuns.data(runs);

    List<String> held = Chooser.answer(data, Verdicts.of(data), new Limits(1_000, 20.0));

    assertThat(held.get(0)).contains(" both hold it: thrift, rpcx. ");
    assertThat(held.get(held.size() - 1))
        .startsWith("Ranked by CPU: thrift, rpcx. Load: ")
        .contains(" Runner-up: rpcx, ")
        .doesNotContain("Not ranked");
    assertThat(ask(rows(data), "{rate: 1000, p99: 20, by: 'p99'}").get("sentence").stringValue())
        .as("where the p99 decides")
        .containsPattern(" Not ranked: thrift .its interval, .* ms, is wider than a factor of 2");
  }

  @Test
  void aCostThatIsTooUncertainIsNotRankedByWhatACallCosts() {
    ObjectNode wide = ChoiceTest.offered("thrift", 1_000, 1_600, 1_870, "");
    List<ObjectNode> all =
        List.of(
            with(wide, "cpu", 84, 40, 120).put("arrivals", "constant"),
            with(ChoiceTest.offered("rpcx", 1_000, 1_230, 2_170, ""), "cpu", 107, 89, 127),
            with(ChoiceTest.offered("grpc", 1_000, 3_060, 4_830, ""), "cpu", 562, 495, 633));

    assertThat(ask(all, "{rate: 1000, p99: 20, by: 'cpu'}").get("sentence").stringValue())
        .contains(
            " Ranked by CPU: rpcx, grpc. Not ranked: thrift (its interval, 40 to 120 us a call, is"
                + " wider than a factor of 2).");
  }

  /** Calls of five processes, whose client's cost differs by so much for each call more or less. */
  private static List<ProcessRuns> costing(
      double clientUs, double serverUs, double apart, List<ProcessRuns> processes) {
    return new ArrayList<>(
        rowsOf(
            processes,
            run -> {
              double client = clientUs + apart * (run.callsOk() - MEAN_CALLS);
              return new Row(run).cpu(client * run.callsOk(), serverUs * run.callsOk()).run();
            }));
  }

  private static List<ProcessRuns> rowsOf(List<ProcessRuns> processes, UnaryOperator<Run> changed) {
    return OpenRuns.data(processes).open().stream()
        .flatMap(cell -> Cells.rows(cell, changed).processes().stream())
        .toList();
  }

  @Test
  void whatHappensWhenSomethingBreaksIsAnsweredByWhatWasMeasuredUnderFaultsAlone() {
    ProcessRuns once = FaultRuns.process("grpc", "server-frozen", 0, 600, 5_900L, 0L);
    ProcessRuns twice = FaultRuns.process("rpcx", "server-frozen", 0, 600, 5_900L, 2L);
    ProcessRuns restarted = FaultRuns.process("dubbo", "server-killed", 0, 600, null, 0L);
    List<ProcessRuns> runs = new ArrayList<>(List.of(once, twice, restarted));
    runs.addAll(OpenRuns.five("grpc", 1_000, 1_400));
    runs.addAll(OpenRuns.five("thrift", 1_000, 1_400));
    SweepData data =
        OpenRuns.data(runs)
            .withFiles(
                List.of(
                    FaultRuns.series(once, 6_000, 2_000),
                    FaultRuns.series(twice, 1_000, 0),
                    FaultRuns.series(restarted, 1_000, 60_000)),
                Map.of(),
                Map.of(),
                List.of(),
                0);
    Verdicts verdicts = Verdicts.of(data);

    List<String> unrepeated = Chooser.answer(data, verdicts, new Limits(null, null, true, null));
    assertThat(unrepeated)
        .containsExactly(
            "No call run twice: grpc does. When something breaks: thrift (not measured under a"
                + " fault); rpcx (ran calls twice under server-frozen); dubbo (its server did not count"
                + " each call under server-killed).",
            "  grpc  ran no call twice under server-frozen");
    List<String> back = Chooser.answer(data, verdicts, new Limits(null, null, false, 7_000.0));
    assertThat(back.get(0))
        .startsWith("The rate back within 7 s: rpcx does.")
        .contains("grpc (not back within 7 s under server-frozen)")
        .contains("dubbo (not back within 7 s under server-killed)");
    List<String> both = Chooser.answer(data, verdicts, new Limits(1_000, null, true, 10_000.0));
    assertThat(both.get(0))
        .startsWith(
            "1,000 calls/s with no call run twice with the rate back within 10 s: grpc holds it.")
        .contains("thrift (not measured under a fault)");
  }

  @Test
  void theEncodingsOfAMessageAreRankedTogetherWithTheTechnologies() {
    List<ProcessRuns> runs = new ArrayList<>();
    runs.addAll(costing(200, 100, 0.05, OpenRuns.encoded("grpc", "json", 4_000)));
    runs.addAll(costing(180, 100, 0.05, OpenRuns.encoded("grpc", "protobuf", 3_000)));
    runs.addAll(costing(140, 100, 0.05, OpenRuns.encoded("rpcx", "json", 2_000)));
    SweepData data = OpenRuns.data(runs);
    Verdicts verdicts = Verdicts.of(data);

    List<String> held = Chooser.answer(data, verdicts, new Limits(1_000, 20.0));
    assertThat(held).hasSize(7);
    assertThat(held.get(6))
        .startsWith("Ranked by CPU: rpcx/json, grpc/protobuf, grpc/json. Load: ")
        .contains(" Runner-up: grpc/protobuf, behind by a factor of 1.17.");
    assertThat(held.get(3))
        .as("with the ratio and its interval")
        .matches("  grpc/protobuf +3[.]06 \\(.*\\) +280 +180 +100 +1.17 \\(1[.].*-1[.].*\\) .*");
    assertThat(Chooser.answer(data, verdicts, new Limits(5_000, null)))
        .as("what to run, a command an encoding")
        .anyMatch(
            line -> line.contains("--protocol rpcx,grpc ") && line.contains("--encoding json"))
        .anyMatch(
            line -> line.contains("--protocol grpc ") && line.contains("--encoding protobuf"));
  }

  @Test
  void whatHoldsAndHasNoPlaceIsNamedAndMayBeBeforeTheRunnerUp() {
    List<ObjectNode> all =
        List.of(
            ChoiceTest.offered("rpcx", 1_000, 620, 990, ""),
            ChoiceTest.offered("http-json", 1_000, 550, 2_300, ""),
            ChoiceTest.offered("grpc", 1_000, 3_060, 4_830, ""),
            ChoiceTest.offered("tcp", 1_000, 100, 900, ""));
    all.forEach(row -> row.put("arrivals", "constant"));

    assertThat(
            ask(all, "{threads: 100, bytes: 16, rate: 1000, p99: 20}")
                .get("sentence")
                .stringValue())
        .contains(
            " Ranked by p99: rpcx, grpc. Not ranked: http-json (its interval, 0.55 to 2.3 ms, is wider than"
                + " a factor of 2). Load: ",
            " No runner-up: http-json, not ranked, lies wholly ahead of grpc.")
        .doesNotContain("Runner-up:");
    String two = "{threads: 100, bytes: 16, rate: 1000, p99: 20}";
    assertThat(ask(all.subList(0, 2), two).get("sentence").stringValue())
        .as("one candidate is no winner")
        .contains(
            " No order, and no preference: only rpcx was measured well enough to be ranked."
                + " Not ranked: http-json (its interval, 0.55 to 2.3"
                + " ms, is wider than a factor of 2). More processes narrow an interval: the same sweep"
                + " with --repeat 5. Load: ",
            " A p99 limit of 2.3 ms or less would leave out http-json.")
        .doesNotContain("Ranked by p99: rpcx", "first");
    all.forEach(row -> row.put("n", 5));
    assertThat(ask(all.subList(0, 2), two).get("sentence").stringValue())
        .as("five are there")
        .contains("with --repeat 10. Load: ");
    with(all.get(0), "p99", 2_700, 2_400, 3_000);
    assertThat(
            ask(all, "{threads: 100, bytes: 16, rate: 1000, p99: 20}")
                .get("sentence")
                .stringValue())
        .contains(
            " That it is first is not shown: http-json, not ranked, lies wholly ahead of rpcx.");
    with(all.get(0), "p99", 800, 620, 990);
    with(all.get(1), "p99", 2_000, 550, 3_100);
    assertThat(
            ask(all, "{threads: 100, bytes: 16, rate: 1000, p99: 20}")
                .get("sentence")
                .stringValue())
        .as("the intervals overlap")
        .contains(" Not ranked: http-json (", " Runner-up: grpc, behind by a factor of 4.9");
  }

  @Test
  void aFlaggedRunOfSeveralIsLeftOutAsWhereTwoSweepsAreCompared() {
    SweepData data = OpenRuns.data(threeRuns("rpcx", "jitter"));
    List<ObjectNode> all = rows(data);

    ObjectNode row = all.get(0);
    Pair compared = SweepComparison.of(data, data).compared().get(0).pair();
    assertThat(row.get("n").intValue()).isEqualTo(compared.ours().size()).isEqualTo(2);
    assertThat(row.get("leftOut").stringValue()).isEqualTo("1 of 3 processes left out by jitter");
    assertThat(row.has("against")).isFalse();
    assertThat(row.has("invalid")).isFalse();
    assertThat(row.get("p99").get(2).doubleValue())
        .as("without the flagged one's")
        .isLessThan(5_000);

    JsonNode found = ask(all, HELD);
    assertThat(state(found, "rpcx")).isEqualTo("yes: held at 100 calls/s");
    assertThat(missing(found, "rpcx")).contains("1 of 3 processes left out by jitter");
    assertThat(found.get("sentence").stringValue()).doesNotContain("Measured once");
  }

  @Test
  void whereNoRunIsLeftTheRowIsNotRanked() {
    List<ObjectNode> all = rows(OpenRuns.data(grpcBeside("saturated", "client-cpu")));

    assertThat(all)
        .filteredOn(e -> e.get("subject").stringValue().equals("rpcx"))
        .singleElement()
        .matches(e -> e.has("invalid"))
        .extracting(e -> e.get("against").stringValue())
        .isEqualTo("did not hold the rate: saturated");
    assertThat(subjects(ask(all, "{threads: 100, bytes: 16}"))).containsExactly("grpc", "rpcx");
    assertThat(state(ask(all, HELD), "rpcx")).isEqualTo("no: not held at 100 calls/s");
  }

  /** Other work on the host may be why a process that it disturbed lost its load. */
  @Test
  void aDisturbedRunShowsNothingNotEvenThatARateWasNotHeld() {
    JsonNode found =
        ask(
            rows(OpenRuns.data(grpcBeside("saturated", "jitter", "foreign-cpu"))),
            "{threads: 100, bytes: 16, rate: 100, p99: 1}");

    assertThat(state(found, "rpcx")).isEqualTo("open: not shown: disturbed by foreign-cpu, jitter");
    assertThat(found.get("sentence").stringValue())
        .startsWith(
            "Measured, but nothing here shows 100 calls/s with p99 below 1 ms."
                + " Disturbed by foreign-cpu, jitter: rpcx.")
        .doesNotContain("Shown not to");
    assertThat(found.get("commands").get(0).get("why").stringValue())
        .as("it was measured, so the same command again is no advice")
        .isEqualTo(
            "Measured at 100 calls/s, but disturbed by foreign-cpu, jitter: end what else runs there,"
                + " then run the same sweep with --retry-flagged 3:");
    assertThat(texts(found)).hasSize(2).last().asString().contains("--protocol grpc ");
  }

  @Test
  void whatCompilersTookOfTheProcessorTimeStandsBesideIt() {
    UnaryOperator<Run> compiling =
        run -> new Row(run).compiling(60 * run.callsOk(), 30 * run.callsOk()).run();
    SweepData data = OpenRuns.data(rowsOf(OpenRuns.five("rpcx", 1_000, 1_400), compiling));

    List<String> held = Chooser.answer(data, Verdicts.of(data), new Limits(1_000, 3.0));
    assertThat(words(held.get(1))).contains("no JIT, us");
    assertThat(held.get(2)).matches("  rpcx .* 300 +200 +100 +210 +150");
    assertThat(held.get(3)).contains(" (\u201cno JIT\u201d: without them), ");
    List<ProcessRuns> two = costing(200, 100, 0.05, OpenRuns.five("rpcx", 1_000, 1_400));
    two.addAll(costing(400, 200, 0.5, OpenRuns.five("grpc", 1_000, 3_600)));
    SweepData both = OpenRuns.data(rowsOf(two, compiling));
    assertThat(Chooser.answer(both, Verdicts.of(both), new Limits(1_000, 20.0)).get(3))
        .as("the ratio, and that of 510 to 210 us")
        .matches("  grpc .* 2 \\(.*-.*\\) +2.43 +150");
    assertThat(missing(ask(rows(data), "{rate: 1000}"), "rpcx"))
        .contains("CPU: 30 % of it compiling");
    assertThat(Doubts.of(data))
        .containsExactly(
            "1 of 1 points: JIT compilers took up to 30 % of the processor time a call; a longer"
                + " --full-speed or --warmup leaves them less");
    Cell untilSteady = SteadyCells.cell(SteadyCells.point("rpcx", 10), 1_000);
    assertThat(
            Doubts.of(
                SteadyCells.data(
                    SteadyCells.rows(untilSteady, (i, row) -> row.compiling(400_000, 200_000)))))
        .containsExactly(
            "1 of 1 points: JIT compilers took up to 40 % of the processor time a call; a longer"
                + " --warmup-cap leaves them less");
    Loads loads = Loads.of(data, LoadShape.OPEN);
    Table costs = CallCostTable.of(data, loads, loads.middle());
    assertThat(costs.rows().get(0).get(costs.header().indexOf("of it compiling, %")))
        .isEqualTo("30");
  }

  @Test
  void processesOfSeveralStartsAreADoubt() {
    SweepData data = OpenRuns.data(OpenRuns.five("grpc", 1_000, 1_400));
    Sweep.Fact sessions =
        new Sweep.Fact(
            "",
            "sessions",
            "{\"start\":\"2026-11-29T10:00:02.1Z\"}, {\"start\":\"2026-11-30T09:30:01Z\",\"profile\":\"jfr\"}");
    SweepData resumed =
        Cells.data(data.sweep().withFacts(List.of(sessions)), List.of(), data.all(), List.of());

    assertThat(Doubts.of(data)).isEmpty();
    assertThat(Doubts.of(resumed))
        .singleElement(as(STRING))
        .startsWith("the sweep was started 2 times, on 2 days: ");
  }

  @Test
  void searchesAreRankedByTheRateThatTheyFound() {
    List<ObjectNode> all =
        List.of(
            searched("rpcx", 40_000, 8_000),
            searched("tcp", 90_000, 9_000),
            searched("grpc", 30_000, 5_000),
            searched("openfeign", 2_000, 9_000));

    assertThat(ask(all, "{}").get("sentence").stringValue())
        .isEqualTo(
            "rpcx comes first of 3 by speed: highest rate that held an objective, searched."
                + " Too close to call with rpcx: grpc."
                + " Not ranked: tcp (a floor, no choice).");
    JsonNode found = ask(all, "{rate: 20000, p99: 6}");
    assertThat(state(found, "grpc")).isEqualTo("yes: held at 30,000 calls/s");
    assertThat(state(found, "rpcx")).isEqualTo("open: searched for p99=10ms");
    assertThat(state(ask(all, "{rate: 20000, p99: 10}"), "openfeign"))
        .isEqualTo("open: found up to 2,000 calls/s only");
  }

  @Test
  void aSearchAnswersOnlyForTheCallsThatItMade() {
    String put = "{operation: 'put', bytes: 16384, rate: 100}";
    List<ObjectNode> unknown = List.of(searched("rpcx", 1_000, 900));
    assertThat(state(ask(unknown, put), "rpcx"))
        .isEqualTo("open: the file does not say its payload");
    assertThat(state(ask(unknown, "{operation: 'greet', rate: 100}"), "rpcx"))
        .isEqualTo("open: the file does not say its payload");

    List<ObjectNode> greet = searches("rate --operation greet --search");
    assertThat(subjects(ask(greet, put))).isEmpty();
    assertThat(state(ask(greet, "{operation: 'greet', bytes: 16, rate: 100}"), "rpcx"))
        .isEqualTo("yes: held at 1,000 calls/s");
    assertThat(state(ask(greet, "{operation: 'greet', bytes: 17, rate: 100}"), "rpcx"))
        .isEqualTo("open: not measured with that payload");
    assertThat(searches("rate --operation greet --payload-bytes 64").get(0).get("size").intValue())
        .isEqualTo(64);
    assertThat(
            searches("rate --operation put --payload key=64,value=512")
                .get(0)
                .get("size")
                .intValue())
        .isEqualTo(576);
    assertThat(searches("rate --operation put").get(0).has("size")).isFalse();
  }

  /** One of rpcx that found 1,000 calls/s, by this command. */
  private static List<ObjectNode> searches(String command) {
    ObjectNode row = searched("rpcx", 1_000, 900);
    Measurements.called(row, command);
    return List.of(row);
  }

  @Test
  void aLimitThatLeavesOutTheFirstIsRoundedDown() {
    assertThat(limit(9_946)).contains(" limit of 9.94 ms or less would leave out rpcx.");
    assertThat(limit(9_950)).contains(" limit of 9.95 ms or less would ");
    assertThat(limit(100_900)).contains(" limit of 100 ms or less would ");
  }

  private static String limit(double highP99) {
    return ask(
            List.of(ChoiceTest.offered("rpcx", 1_000, highP99 - 1_000, highP99, "")),
            "{threads: 100, bytes: 16, rate: 1000, p99: 200}")
        .get("sentence")
        .stringValue();
  }

  @Test
  void theQuestionIsOfTheArrivalsAndTheWarmUpThatTheScreenShows() {
    SweepData data = OpenRuns.ofFourLoads("rpcx", "grpc");
    for (Load load : Loads.of(data, LoadShape.OPEN).all()) {
      ObjectNode asked = JsonMapper.shared().createObjectNode();
      ChoiceData.add(asked, load);

      JsonNode first = ask(rows(data), asked.toString()).get("rows").get(0).get("e");

      assertThat(first.get("arrivals")).isEqualTo(asked.get("arrivals"));
      assertThat(first.get("warmup")).isEqualTo(asked.get("warmup"));
    }
  }

  /** Of grpc three runs, of rpcx two with these flags. */
  private static List<ProcessRuns> grpcBeside(String... flags) {
    List<ProcessRuns> runs = new ArrayList<>(threeRuns("grpc"));
    for (int i = 0; i < 2; i++) {
      runs.add(OpenRuns.run("rpcx", ArrivalShape.CONSTANT, 30, i, 900, 0, flags));
    }
    return runs;
  }

  /** Its numbers are none, but that it could not keep up is an answer to the question. */
  @Test
  void aRateThatOneRunOfSeveralDidNotReachIsNotHeld() {
    JsonNode found = ask(rows(OpenRuns.data(threeRuns("rpcx", "saturated"))), HELD);

    assertThat(state(found, "rpcx")).isEqualTo("open: not held by every process at 100 calls/s");
    assertThat(missing(found, "rpcx")).contains("1 of 3 processes left out by saturated");
    assertThat(texts(found)).as("so it is measured again").hasSize(1);
  }

  /** Of Poisson arrivals each process draws another number of calls. */
  @Test
  void processesOfOneLoadAreOneRowWithItsInterval() {
    List<ObjectNode> all = rows(OpenRuns.ofTwoRates());

    assertThat(all).hasSize(4);
    ObjectNode row = all.get(0);
    assertThat(row.get("n").intValue()).isEqualTo(5);
    assertThat(row.get("p99").get(1).doubleValue()).isLessThan(1_428);
    assertThat(row.get("p99").get(2).doubleValue()).isGreaterThan(1_428);
    assertThat(row.has("client")).isTrue();
    assertThat(all.get(3).get("p99").size()).as("of flagged processes").isEqualTo(1);
    JsonNode found = ask(all, "{threads: 100, bytes: 16, rate: 1000, p99: 10}");
    assertThat(found.get("sentence").stringValue())
        .startsWith(
            "1,000 calls/s with p99 below 10 ms: both hold it: rpcx, grpc. If that is enough, ")
        .contains(
            " Ranked by p99: rpcx, grpc. Load: poisson"
                + " arrivals, 1,000 calls/s, 8 s at full speed, 2 s warm-up. Runner-up: grpc, behind by a factor"
                + " of 2.57.")
        .endsWith(" ms or less would leave out grpc.");
    assertThat(ChoiceTest.texts(ask(all, "{threads: 100, bytes: 16, rate: 100000, p99: 10}")))
        .as("of what was measured nearest")
        .allMatch(line -> line.contains(" --shape poisson --full-speed 8s --warmup 2s "))
        .isNotEmpty();
  }

  @Test
  void aLoadThatFailedIsAnswerOfItsRateAloneAndIsNoNumber() {
    ProcessRuns held = OpenRuns.run("rpcx", ArrivalShape.CONSTANT, 30, 0, 4_000);
    SweepData data =
        Cells.data(
            OpenRuns.data(List.of(held)).sweep(),
            List.of(),
            OpenRuns.data(List.of(held)).all(),
            List.of(
                new Failure(
                    OpenRuns.run("grpc", ArrivalShape.CONSTANT, 30, 0, 1).point(),
                    FailureCause.TIMEOUT,
                    "late",
                    "",
                    "redo",
                    Instant.EPOCH,
                    0)));
    List<ObjectNode> all = rows(data);

    JsonNode found = ask(all, HELD);
    assertThat(state(found, "grpc")).isEqualTo("no: failed there: timeout");
    assertThat(subjects(ask(all, "{threads: 100, bytes: 16}"))).containsExactly("rpcx", "grpc");
    assertThat(state(ask(all, "{threads: 100, bytes: 16, rate: 50, p99: 10}"), "grpc"))
        .isEqualTo("open: failed at 100 calls/s, below it not measured");
  }
}
