package io.rpcstress.client.harness.campaign.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.measure.Latency;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which limits hold, by how much they do not, and where a text is none. */
class ThresholdsTest {

  /** p99 is 12.5 ms, 0.2 % of the calls failed, 950 good calls a second. */
  private static final Thresholds.Numbers NUMBERS =
      new Thresholds.Numbers(new Latency(400.0, 900.0, 12_500.0, null, 50_000.0), 0.002, 950);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "p99<13ms",
        "p99<=12500us",
        "p99>=12.5ms",
        "p99<1s",
        "errors<0.3%",
        "errors<=0.2%",
        "rate>949.9/s",
        "rate>=950/s",
        "p50<1ms,p90<1ms,p99<13ms,errors<1%,rate>900/s"
      })
  void whatIsWithinHolds(String text) {
    assertThat(Thresholds.parse(text).violations(NUMBERS)).isEmpty();
  }

  @Test
  void whatIsViolatedIsNamedWithHowMuch() {
    assertThat(
            Thresholds.parse("p99<10ms,p50<1ms,errors<0.1%,errors<=0%,rate>1000/s,p99.9<1s")
                .violations(NUMBERS))
        .containsExactly(
            "p99<10ms: p99 is 12.500 ms, 25.0 % above the limit",
            "errors<0.1%: errors is 0.2000 %, 100.0 % above the limit",
            "errors<=0%: errors is 0.2000 %",
            "rate>1000/s: rate is 950.0/s, 5.0 % below the limit",
            "p99.9<1s: unknown, too few calls");
  }

  @Test
  void theLimitItselfIsNotBelowIt() {
    assertThat(Thresholds.parse("p99<12.5ms,rate>950/s").violations(NUMBERS)).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|1|p50, p90",
        "p95<10ms|1|p50, p90",
        "p99=10ms|4|<, <=, > or >=",
        "p99<|5|a number",
        "p99<ms|5|a number",
        "p99<-1ms|5|a number",
        "p99<10|7|us, ms or s",
        "p99<10min|7|us, ms or s",
        "p99<10 ms|7|us, ms or s",
        "p99<10ms;errors<1%|9|a comma or the end",
        "p99<10ms,|10|p50, p90",
        "p99<10ms,errors<1|18|% expected",
        "rate>1000|10|/s expected",
        "rate>1000/sec|10|/s expected",
        "errors<1%%|10|a comma or the end"
      })
  void whatIsNoneIsRefusedByItsColumn(String text, int column, String expected) {
    assertThatThrownBy(() -> Thresholds.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("column " + column + " of '" + text + "': ")
        .hasMessageContaining(expected)
        .hasMessageContaining("such as p99<10ms");
  }
}
