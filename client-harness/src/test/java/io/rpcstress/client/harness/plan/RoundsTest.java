package io.rpcstress.client.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A randomised complete block design. */
class RoundsTest {

  private static final List<String> ALL = List.of("rpcx", "grpc", "openfeign");

  @Test
  void eachRoundHasEverythingOnce() {
    for (int round = 0; round < 50; round++) {
      assertThat(Rounds.order(ALL, 7, round)).containsExactlyInAnyOrderElementsOf(ALL);
    }
  }

  @Test
  void theSameSeedGivesTheSameOrderAgain() {
    for (int round = 0; round < 50; round++) {
      assertThat(Rounds.order(ALL, 7, round)).isEqualTo(Rounds.order(ALL, 7, round));
    }
  }

  @Test
  void ofTwoNeitherIsAlwaysFirst() {
    // Seeds that are neighbours, as the rounds' are: a plain Random would give one order for all.
    long first = 0;
    for (int round = 0; round < 1_000; round++) {
      first += Rounds.order(List.of("a", "b"), 42, round).get(0).equals("a") ? 1 : 0;
    }
    assertThat(first).isBetween(430L, 570L);
  }
}
