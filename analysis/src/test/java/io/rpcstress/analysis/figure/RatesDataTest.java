package io.rpcstress.analysis.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rpcstress.analysis.answer.Findings;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.OpenRuns;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** p99 and goodput over offered rates, each point the estimate over its processes. */
class RatesDataTest {

  private static final int P99 = 1;
  private static final int P99_LOW = 3;
  private static final int P99_HIGH = 4;
  private static final int OUT = 7;

  private static final SweepData DATA = OpenRuns.ofTwoRates();

  private final JsonNode lines =
      JsonMapper.builder()
          .build()
          .readTree(ChartData.json(DATA, Findings.of(DATA)))
          .get("rates")
          .get(0)
          .get("lines");

  @Test
  void aRateIsOnePointWithAnIntervalOverItsProcesses() {
    JsonNode rpcx = lines.get(0);

    assertThat(rpcx.get("label").stringValue()).isEqualTo("rpcx");
    assertThat(rpcx.get("points")).hasSize(2);
    JsonNode first = rpcx.get("points").get(0);
    assertThat(first.get(0).intValue()).isEqualTo(1_000);
    assertThat(first.get(P99).doubleValue()).isCloseTo(1_414, within(0.5));
    assertThat(first.get(P99_LOW).doubleValue()).isBetween(1_300.0, 1_414.0);
    assertThat(first.get(P99_HIGH).doubleValue()).isBetween(1_414.0, 1_500.0);
    assertThat(first.get(OUT).intValue()).isZero();
    assertThat(rpcx.has("knee")).as("it held both").isFalse();
  }

  @Test
  void whereFlagsLeaveNoProcessTheMeanOfAllIsHollowAndTheRateBelowIsTheKnee() {
    JsonNode grpc = lines.get(1);

    JsonNode second = grpc.get("points").get(1);
    assertThat(second.get(P99).doubleValue()).isPositive();
    assertThat(second.get(P99_LOW).isNull()).isTrue();
    assertThat(second.get(OUT).intValue()).isEqualTo(1);
    assertThat(grpc.get("knee").intValue()).isEqualTo(1_000);
  }

  @Test
  void theFigureSaysWhatItsMarksAre() {
    Figure drawn =
        new FigureBook()
            .of(DATA).stream().filter(f -> f.name().equals("rates")).findFirst().orElseThrow();

    assertThat(drawn.svg())
        .contains(
            "Whiskers: 95 % interval, over server starts where they are known",
            "Hollow: flags take every process out")
        .doesNotContain("NaN", "undefined");
  }
}
