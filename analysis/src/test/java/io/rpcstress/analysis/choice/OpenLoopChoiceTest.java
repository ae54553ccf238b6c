package io.rpcstress.analysis.choice;

import static io.rpcstress.analysis.choice.ChoiceTest.ask;
import static io.rpcstress.analysis.choice.ChoiceTest.missing;
import static io.rpcstress.analysis.choice.ChoiceTest.offered;
import static io.rpcstress.analysis.choice.ChoiceTest.put;
import static io.rpcstress.analysis.choice.ChoiceTest.state;
import static io.rpcstress.analysis.choice.ChoiceTest.subjects;
import static io.rpcstress.analysis.choice.ChoiceTest.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.rpcstress.analysis.answer.OpenComparison;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.OpenResult;
import io.rpcstress.analysis.model.RateSearch;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.OpenRuns;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.FailureCause;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Questions about a rate or a 99th percentile, which open loops answer. */
class OpenLoopChoiceTest {

  private static final String HELD = "{threads: 100, bytes: 16, rate: 100, p99: 10}";

  /** Three runs at 100 calls/s, 4 ms each; the flags are those of the second. */
  private static List<OpenResult> threeRuns(String technology, String... flags) {
    List<OpenResult> runs = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      runs.add(
          i == 1
              ? OpenRuns.run(technology, ArrivalShape.CONSTANT, 30, i, 900_000, 0, flags)
              : OpenRuns.run(technology, ArrivalShape.CONSTANT, 30, i, 4_000 + i));
    }
    return runs;
  }

  @Test
  void aFlaggedRunOfSeveralIsLeftOutAsWhereTwoSweepsAreCompared() {
    SweepData data = OpenRuns.data(threeRuns("rpcx", "jitter"));
    List<Evidence> all = Measurements.of(data);

    Evidence row = all.get(0);
    OpenComparison compared = OpenComparison.all(data, data).get(0);
    assertThat(row.processes()).isEqualTo(compared.pairs().get(0).processesAfter()).isEqualTo(2);
    assertThat(compared.withheld()).noneMatch(why -> why.contains("too few"));
    assertThat(row.leftOut()).isEqualTo("1 of 3 processes left out by jitter");
    assertThat(row.against()).isEmpty();
    assertThat(row.isInvalid()).isFalse();
    assertThat(row.p99()).isNotNull();
    assertThat(row.p99().high()).as("without the flagged one's").isLessThan(5_000);

    JsonNode found = ask(all, HELD);
    assertThat(state(found, "rpcx")).isEqualTo("yes: held at 100 calls/s");
    assertThat(missing(found, "rpcx")).contains("1 of 3 processes left out by jitter");
    assertThat(found.get("sentence").stringValue()).doesNotContain("Measured once");
  }

  /**
   * The harness writes such a payload as a number of elements, and only a closed loop its bytes.
   */
  @Test
  void listsAreAskedForByTheirBytes() {
    OpenResult run = OpenRuns.run("rpcx", ArrivalShape.CONSTANT, 30, 0, 4_000);
    OpenResult lists =
        new OpenResult(
            run.point()
                .with(Dimension.OPERATION, "list-echo")
                .with(Dimension.PAYLOAD, "elements=100"),
            run.type(),
            run.offeredPerSecond(),
            run.achievedPerSecond(),
            run.starting(),
            run.server(),
            run.calls(),
            run.response(),
            run.service(),
            run.fastestUs(),
            run.cost(),
            run.flags());
    Evidence row = Measurements.of(OpenRuns.data(List.of(lists))).get(0);

    assertThat(row.payloadBytes()).isEqualTo(2_300);
  }

  @Test
  void ofOneRunThatIsLeftNothingIsShown() {
    List<OpenResult> runs = threeRuns("rpcx", "jitter").subList(0, 2);

    JsonNode found = ask(Measurements.of(OpenRuns.data(runs)), HELD);

    assertThat(found.get("sentence").stringValue())
        .endsWith(
            "Measured once each: no interval, so no verdict. Ranked: constant arrivals, 100"
                + " calls/s, 30 s warm-up.");
  }

  @Test
  void whereNoRunIsLeftTheRowIsNotRanked() {
    List<OpenResult> runs = new ArrayList<>(threeRuns("grpc"));
    for (int i = 0; i < 2; i++) {
      runs.add(OpenRuns.run("rpcx", ArrivalShape.CONSTANT, 30, i, 900, 0, "saturated", "jitter"));
    }
    List<Evidence> all = Measurements.of(OpenRuns.data(runs));

    assertThat(all)
        .filteredOn(e -> e.subject().equals("rpcx"))
        .singleElement()
        .matches(Evidence::isInvalid)
        .extracting(Evidence::against, STRING)
        .isEqualTo("jitter; saturated");
    assertThat(subjects(ask(all, "{threads: 100, bytes: 16}"))).containsExactly("grpc", "rpcx");
    assertThat(state(ask(all, HELD), "rpcx")).isEqualTo("no: not held at 100 calls/s");
  }

  /** Its numbers are none, but that it could not keep up is an answer to the question. */
  @Test
  void aRateThatOneRunOfSeveralDidNotReachIsNotHeld() {
    JsonNode found = ask(Measurements.of(OpenRuns.data(threeRuns("rpcx", "saturated"))), HELD);

    assertThat(state(found, "rpcx")).isEqualTo("open: not held by every process at 100 calls/s");
    assertThat(missing(found, "rpcx")).contains("1 of 3 processes left out by saturated");
    assertThat(texts(found)).as("so it is measured again").hasSize(1);
  }

  /** Of Poisson arrivals each process draws another number of calls. */
  @Test
  void processesOfOneLoadAreOneRowWithItsInterval() {
    List<Evidence> all = Measurements.of(OpenRuns.ofTwoRates());

    assertThat(all).hasSize(4);
    Evidence row = all.get(0);
    assertThat(row.processes()).isEqualTo(3);
    assertThat(row.p99()).isNotNull();
    assertThat(row.p99().spans(1_414)).isTrue();
    assertThat(row.costs().clientCpu()).isNotNull();
    assertThat(all.get(3).p99()).isNotNull();
    assertThat(all.get(3).p99().isKnown()).as("of flagged processes").isFalse();
    JsonNode found = ask(all, "{threads: 100, bytes: 16, rate: 1000, p99: 10}");
    assertThat(found.get("sentence").stringValue())
        .isEqualTo(
            "1,000 calls/s with p99 below 10 ms: rpcx, grpc do. Ranked: poisson arrivals, 1,000"
                + " calls/s, 8 s at full speed, 2 s warm-up.");
    assertThat(ChoiceTest.texts(ask(all, "{threads: 100, bytes: 16, rate: 100000, p99: 10}")))
        .as("of what was measured nearest")
        .allMatch(line -> line.contains(" --shape poisson --full-speed 8s --warmup 2s "))
        .isNotEmpty();
  }

  @Test
  void aRateThatWasTooMuchTakesNothingFromTheRatesBelow() {
    JsonNode found = ask(Measurements.of(OpenRuns.ofTwoRates()), "{threads: 100, bytes: 16}");

    assertThat(subjects(found)).containsExactly("rpcx", "grpc");
    assertThat(found.get("rows").get(1).get("ranked").booleanValue()).isTrue();
    assertThat(found.get("rows").get(1).get("e").get("rate").get(0).intValue()).isEqualTo(1_000);
    assertThat(missing(found, "grpc")).contains("not held at 20,000 calls/s: saturated");
    assertThat(found.get("sentence").stringValue())
        .startsWith("rpcx comes first of 2")
        .doesNotContain("Not ranked", "no verdict");
    JsonNode p99 = ask(Measurements.of(OpenRuns.ofTwoRates()), "{threads: 100, bytes: 16, p99: 9}");
    assertThat(state(p99, "rpcx")).isEqualTo("yes: held at 20,000 calls/s");
    assertThat(state(p99, "grpc")).isEqualTo("yes: held at 1,000 calls/s");
  }

  @Test
  void ofOpenLoopsAtOneRateTheP99sIntervalSaysWhetherTheOrderIsOne() {
    List<OpenResult> runs = new ArrayList<>(OpenRuns.three("rpcx", 1_000, 2_000));
    runs.addAll(OpenRuns.three("grpc", 1_000, 2_010));
    runs.addAll(OpenRuns.three("redis", 1_000, 9_000));

    assertThat(
            ask(Measurements.of(OpenRuns.data(runs)), "{threads: 100, bytes: 16}")
                .get("sentence")
                .stringValue())
        .endsWith(" Its interval overlaps that of grpc: between them this order says nothing.");
  }

  /** A search asks for a rate again, and for rates that are too much. */
  @Test
  void aProbeThatDidNotHoldTakesNoOtherWithIt() {
    RateSearch search =
        new RateSearch(
            "grpc",
            "example",
            "p99=10ms",
            1_000,
            "found",
            false,
            2,
            3,
            null,
            "constant",
            10,
            List.of(
                probe(1, 1_000, "", 4_000.0),
                probe(2, 1_000, "achieved 900.0/s, 12 timed out", 700_000.0),
                probe(3, 1_000, "", 4_400.0),
                probe(4, 2_000, "p99 12.000 ms", 12_000.0),
                probe(5, 4_000, "achieved 3000.0/s", null)));
    SweepData none = OpenRuns.data(List.of());
    List<Evidence> all =
        Measurements.of(
            new SweepData(
                none.sweep(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(search),
                List.of()));

    assertThat(all).extracting(Evidence::processes).containsExactly(2, 1, 1);
    assertThat(all).extracting(Evidence::isInvalid).containsExactly(false, false, true);
    assertThat(all.get(0).leftOut())
        .isEqualTo("1 of 3 probes did not hold it: achieved 900.0/s, 12 timed out");
    assertThat(all.get(0).p99()).isNotNull();
    assertThat(all.get(0).p99().value()).isEqualTo(4_200);
    JsonNode found = ask(all, "{threads: 100}");
    assertThat(found.get("rows").get(0).get("ranked").booleanValue()).isTrue();
    assertThat(found.get("rows").get(0).get("e").get("rate").get(0).intValue()).isEqualTo(2_000);
    assertThat(missing(found, "grpc")).contains("not held at 4,000 calls/s: achieved 3000.0/s");
    assertThat(state(ask(all, "{threads: 100, rate: 1000}"), "grpc"))
        .isEqualTo("open: not held by every process at 1,000 calls/s");
  }

  private static RateSearch.Probe probe(
      int number, int rate, String violated, @Nullable Double p99Us) {
    return new RateSearch.Probe(
        number,
        "confirmation",
        rate,
        violated.isEmpty(),
        violated,
        (double) rate,
        (double) rate,
        (double) rate,
        p99Us == null ? null : (Double) (p99Us / 2),
        p99Us,
        null);
  }

  @Test
  void aLoadThatFailedIsAnswerOfItsRateAloneAndIsNoNumber() {
    OpenResult held = OpenRuns.run("rpcx", ArrivalShape.CONSTANT, 30, 0, 4_000);
    SweepData data =
        OpenRuns.data(List.of(held))
            .withOpenFailures(
                List.of(
                    new Failure(
                        OpenRuns.run("grpc", ArrivalShape.CONSTANT, 30, 0, 1).point(),
                        FailureCause.TIMEOUT,
                        "late",
                        "",
                        "redo",
                        Instant.EPOCH,
                        0)),
                List.of());
    List<Evidence> all = Measurements.of(data);

    JsonNode found = ask(all, HELD);
    assertThat(state(found, "grpc")).isEqualTo("no: failed there: timeout");
    assertThat(subjects(ask(all, "{threads: 100, bytes: 16}"))).containsExactly("rpcx", "grpc");
    assertThat(state(ask(all, "{threads: 100, bytes: 16, rate: 50, p99: 10}"), "grpc"))
        .isEqualTo("open: failed at 100 calls/s, below it not measured");
  }

  /** How many calls a closed loop's threads kept open is nothing that an open loop has. */
  @Test
  void whoWasCalledOtherwiseByClosedLoopsIsNoOtherSubjectOfAnOpenOne() {
    List<Evidence> all =
        List.of(
            put("rpcx", 64), put("grpc", 1), put("grpc", 64), offered("grpc", 1_000, 4e3, 5e3, ""));
    String question = "{threads: 1, rate: 1000, p99: 10";

    JsonNode found = ask(all, question + "}");
    assertThat(subjects(found)).containsExactly("grpc", "rpcx");
    assertThat(found.get("ways")).hasSize(1);
    assertThat(state(found, "rpcx")).isEqualTo("none: not measured");
    assertThat(texts(found))
        .singleElement(STRING)
        .contains("rate --protocol rpcx ")
        .doesNotContain("--in-flight");
    assertThat(subjects(ask(all, question + ", way: '64'}")))
        .as("a way that was picked among closed loops")
        .containsExactly("grpc", "rpcx");
  }

  @Test
  void openLoopsOfAnotherOperationAnswerNothing() {
    List<Evidence> all = List.of(put("rpcx", 1), offered("grpc", 1_000, 4e3, 5e3, ""));

    JsonNode found = ask(all, "{threads: 100, operation: 'put', bytes: 576, rate: 500}");

    assertThat(found.get("kind").stringValue()).isEqualTo("first");
    assertThat(state(found, "rpcx")).isEqualTo("open: 1,000 calls/s, once: no interval");
  }

  @Test
  void whereNoOpenLoopWasMeasuredAllAreAskedForWhateverTheyKeptOpen() {
    List<Evidence> all = List.of(put("rpcx", 64), put("grpc", 1), put("grpc", 64));

    JsonNode found = ask(all, "{threads: 1, operation: 'put', bytes: 576, rate: 2000}");

    assertThat(subjects(found)).as("closed loops are still ranked one way").hasSize(2);
    assertThat(texts(found)).singleElement(STRING).contains("rate --protocol rpcx,grpc ");
    assertThat(texts(ask(all, "{threads: 1, operation: 'put', bytes: 576}")))
        .as("a question without a rate is one of the way that is ranked")
        .singleElement(STRING)
        .contains("--protocol rpcx,grpc ", "--in-flight 64");
  }
}
