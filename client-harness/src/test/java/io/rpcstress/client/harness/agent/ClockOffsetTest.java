package io.rpcstress.client.harness.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.agent.RowsOfHost.ClockOffset;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How far another host's clocks are ahead, by questions and answers. */
final class ClockOffsetTest {

  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  /** A question at 1000 ns whose answer took this long, of a host 5 s ahead. */
  private static ClockOffset trip(long outNanos, long backNanos) {
    long there = 5_000_000_000L + 1_000 + outNanos;
    return ClockOffset.of(
        1_000, NOON, 1_000 + outNanos + backNanos, there, NOON.plusSeconds(60).plusNanos(outNanos));
  }

  @Test
  void aRoundTripThatIsAsLongBothWaysTellsTheTruth() {
    ClockOffset offset = trip(300_000, 300_000);

    assertThat(offset.nanos()).isEqualTo(5_000_000_000L);
    assertThat(offset.there(77)).isEqualTo(5_000_000_077L);
    assertThat(offset.wall()).isEqualTo(Duration.ofSeconds(60));
    assertThat(offset.here(NOON.plusSeconds(61))).isEqualTo(NOON.plusSeconds(1));
  }

  @Test
  void howeverUnevenItIsTheErrorIsNoMoreThanHalfOfIt() {
    ClockOffset offset = trip(0, 800_000);

    assertThat(Math.abs(offset.nanos() - 5_000_000_000L)).isEqualTo(400_000);
    assertThat(offset.uncertainMs()).isEqualTo(0.4);
  }

  @Test
  void theShortestOfSeveralIsBelieved() {
    ClockOffset best =
        ClockOffset.best(
            List.of(trip(0, 9_000_000), trip(100_000, 120_000), trip(50_000, 400_000)));

    assertThat(best.roundTripNanos()).isEqualTo(220_000);
  }
}
