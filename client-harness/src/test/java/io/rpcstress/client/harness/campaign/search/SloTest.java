package io.rpcstress.client.harness.campaign.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.SampleRun;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Cost;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.record.ProbeRecord;
import io.rpcstress.measure.record.SearchRecord;
import java.time.Instant;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds an objective and what does not; and the file that tells a search. */
final class SloTest {

  private static final OfferedLoad LOAD = new OfferedLoad(ArrivalShape.CONSTANT, 100, 10, 0, 7);

  private static OpenRun run(Latency response, CallCounts calls, List<String> flags) {
    return new OpenRun(
        SampleRun.of(
            new Point("tcp", "example", 1, 1_000, RequestMode.TOTAL, LOAD),
            0,
            10_000_000,
            calls,
            response,
            Cost.UNKNOWN,
            flags),
        Latency.UNKNOWN,
        CallCounts.allOk(0),
        100,
        98.5,
        OpenRun.ASYNC);
  }

  private static final Latency FAST = new Latency(400.0, 900.0, 10_000.0, null, 50_000.0);
  private static final CallCounts GOOD = CallCounts.allOk(1_000);

  @ParameterizedTest
  @ValueSource(strings = {"p99=10ms", "p50=500us,p99.9=1s", "p90=1500us", "p99=1s,p50=2ms"})
  void whatIsWrittenReadsBackAsTheSame(String text) {
    assertThat(Slo.parse(text)).hasToString(text);
  }

  @Test
  void theLimitItselfHolds() {
    assertThat(Slo.parse("p50=400us,p90=900us,p99=10ms").violations(run(FAST, GOOD, List.of())))
        .isEmpty();
    assertThat(Slo.parse("p50=399us,p99=9999us").violations(run(FAST, GOOD, List.of())))
        .containsExactly("p50 0.400 ms", "p99 10.000 ms");
  }

  @Test
  void whatIsFastButNotAllHoldsNothing() {
    Slo slo = Slo.parse("p99=1s");
    assertThat(slo.violations(run(FAST, new CallCounts(1_000, 994, 1, 2, 3), List.of("saturated"))))
        .containsExactly("achieved 98.5/s", "1 failed", "2 timed out", "3 abandoned");
    assertThat(slo.violations(run(FAST, GOOD, List.of("client-cpu"))))
        .as("doubtful, but no violation")
        .isEmpty();
  }

  @Test
  void aPercentileWithoutEnoughSamplesHoldsNothing() {
    Slo slo = Slo.parse("p99.9=1s");
    assertThat(slo.violations(run(FAST, GOOD, List.of())))
        .containsExactly("p99.9 unknown: too few calls");
    assertThat(slo.leastCalls()).isEqualTo(10_000);
    assertThat(Slo.parse("p99=1s,p50=1s").leastCalls()).isEqualTo(1_000);
  }

  @Test
  void goodputCountsRepliesWithinTheLimitOfTheHighestPercentile() {
    Histogram response = new Histogram(3);
    for (int i = 0; i < 300; i++) {
      response.recordValue(1_000_000);
    }
    for (int i = 0; i < 200; i++) {
      response.recordValue(9_000_000);
    }
    for (int i = 0; i < 500; i++) {
      response.recordValue(50_000_000);
    }
    assertThat(Slo.parse("p99=10ms,p50=2ms").goodput(response, 10)).isEqualTo(50.0);
    assertThat(Slo.parse("p50=2ms").goodput(response, 10)).isEqualTo(30.0);
  }

  @Test
  void aRateViolatedBelowOneThatHeldIsNotMonotone() {
    Slo slo = Slo.parse("p99=10ms");
    ProbeRecord held =
        slo.judged(1, NextRate.Stage.DESCENT, run(FAST, GOOD, List.of()), new Histogram(3), null);
    ProbeRecord below =
        ProbeRecord.broken(2, NextRate.Stage.GROWTH.label(), held.rate() - 1, "calls-failed", null);
    ProbeRecord above =
        ProbeRecord.broken(3, NextRate.Stage.GROWTH.label(), held.rate() + 1, "calls-failed", null);

    assertThat(search(slo, held, above).monotone()).isTrue();
    assertThat(search(slo, held, below).monotone()).isFalse();
    assertThat(search(slo, held, below.repeated()).monotone()).isTrue();
  }

  private static SearchRecord search(Slo slo, ProbeRecord... probes) {
    return new SearchPlan(100, 900, 0.05, 3, 40)
        .record(
            run(FAST, GOOD, List.of()).run().point(),
            slo,
            "rate --search",
            Instant.EPOCH,
            null,
            new NextRate.Outcome(NextRate.Ending.FOUND, 100, 2, 3),
            null,
            List.of(probes));
  }
}
