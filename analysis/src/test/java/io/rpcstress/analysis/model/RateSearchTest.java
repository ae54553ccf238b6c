package io.rpcstress.analysis.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.model.RateSearch.Probe;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RateSearchTest {

  @Test
  void aProbeThatAFlagTookOutIsNoAnswer() {
    RateSearch search =
        search(1_000, probe("repeated", 1_100, false), probe("descent", 1_200, false));

    assertThat(search.beyond()).map(Probe::rate).hasValue(1_200);
    assertThat(search.answers()).extracting(Probe::rate).containsExactly(1_200);
  }

  @Test
  void aRateThatIsViolatedBelowOneThatHeldIsNotMonotone() {
    assertThat(
            search(1_000, probe("bisection", 900, false), probe("confirmation", 1_000, true))
                .monotone())
        .isFalse();
    assertThat(
            search(1_000, probe("repeated", 900, false), probe("confirmation", 1_000, true))
                .monotone())
        .as("what a flag took out says nothing")
        .isTrue();
    assertThat(search(null, probe("descent", 900, false)).monotone()).isTrue();
  }

  private static RateSearch search(@Nullable Integer sustained, Probe... probes) {
    return new RateSearch(
        "rpcx",
        "example",
        "p99=10ms",
        sustained,
        "found",
        false,
        1,
        1,
        null,
        "constant",
        3,
        List.of(probes));
  }

  private static Probe probe(String stage, int rate, boolean holds) {
    return new Probe(1, stage, rate, holds, "", null, null, null, null, null, null);
  }
}
