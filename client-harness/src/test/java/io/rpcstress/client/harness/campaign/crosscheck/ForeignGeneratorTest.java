package io.rpcstress.client.harness.campaign.crosscheck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.rpcstress.client.harness.campaign.crosscheck.CrossCheck.Measure;
import io.rpcstress.client.harness.campaign.crosscheck.CrossCheck.Reading;
import io.rpcstress.client.harness.campaign.crosscheck.CrossCheck.Round;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the generators print, as they printed it. */
class ForeignGeneratorTest {
  @Test
  void wrkHasUnitsBehindItsNumbers() {
    Reading reading =
        Wrk.reading(
            """
                Running 2s test @ http://127.0.0.1:9012/greet
                  1 threads and 10 connections
                  Thread Stats   Avg      Stdev     Max   +/- Stdev
                    Latency   435.26us  512.05us  12.31ms   95.70%
                    Req/Sec    25.86k     2.67k   29.93k    75.00%
                  Latency Distribution
                     50%  352.00us
                     75%  450.00us
                     90%  642.00us
                     99%    2.22ms
                  51522 requests in 2.00s, 8.01MB read
                  Socket errors: connect 0, read 1, write 0, timeout 2
                  Non-2xx or 3xx responses: 4
                Requests/sec:  25728.63
                Transfer/sec:      4.00MB
                """);
    assertThat(reading).isEqualTo(new Reading(25728.63, 352, 2220, 7));
  }

  @Test
  void ghzHasNanosecondsInJson() {
    Reading reading =
        Ghz.reading(
            """
                {"count": 1003, "total": 2000000000, "rps": 501.5,
                 "statusCodeDistribution": {"OK": 1000, "Unavailable": 3},
                 "latencyDistribution": [{"percentage": 50, "latency": 1500},
                                         {"percentage": 99, "latency": 2500}]}
                """);
    assertThat(reading).isEqualTo(new Reading(500, 1.5, 2.5, 3));
    assertThatThrownBy(() -> Ghz.reading("{}")).hasMessageContaining("no good call");
    assertThatThrownBy(() -> Ghz.reading("no such host")).hasMessageContaining("no JSON");
  }

  @Test
  void redisBenchmarkHasMilliseconds() {
    Reading reading =
        RedisBenchmark.reading(
            """
                WARNING: Could not fetch server CONFIG
                "test","rps","avg_latency_ms","min_latency_ms","p50_latency_ms","p95_latency_ms","p99_latency_ms","max_latency_ms"
                "GREET Ada","49019.61","0.173","0.056","0.167","0.247","0.335","1.031"
                """);
    assertThat(reading).isEqualTo(new Reading(49019.61, 167, 335, 0));
  }

  @Test
  void aRatioIsTakenRoundByRound() {
    CrossCheck check =
        new CrossCheck(
            "wrk 4.1.0",
            List.of(
                new Round(new Reading(100, 10, 20, 0), new Reading(120, 10, 20, 0)),
                new Round(new Reading(50, 10, 20, 0), new Reading(62, 11, 20, 0))));
    assertThat(check.ratio(Measure.RATE).value()).isCloseTo(Math.sqrt(1.2 * 1.24), within(1e-9));
    assertThat(check.ratio(Measure.RATE).isKnown()).isTrue();
    assertThat(check.differs(Measure.RATE)).isTrue();
    assertThat(check.differs(Measure.MEDIAN)).isFalse();
    assertThat(check.mean(Round::ours, Measure.RATE)).isEqualTo(75);
  }
}
