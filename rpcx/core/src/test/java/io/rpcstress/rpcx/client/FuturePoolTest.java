package io.rpcstress.rpcx.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.rpcx.Limits;
import org.junit.jupiter.api.Test;

/** The cache pool of futures, and the back-off. */
class FuturePoolTest {
  @Test
  void everyCallHasAnIdOfItsOwnFromTheBaseOn() {
    FuturePool pool = new FuturePool(-2);
    assertThat(pool.nextId()).isEqualTo(-1);
    assertThat(pool.nextId()).as("ids go round").isZero();
    PendingCall first = new PendingCall(RemoteMethod.health(), 0, 0);
    PendingCall second = new PendingCall(RemoteMethod.health(), 0, 0);
    first.startOn(null, 5);
    second.startOn(null, 9);
    pool.add(first);
    pool.add(second);
    assertThat(pool.get(9)).isSameAs(second);
    assertThat(pool.take(5)).isSameAs(first);
    assertThat(pool.take(5)).as("a late or repeated reply").isNull();
    assertThat(pool.take(first)).isFalse();
    assertThat(pool.take(second)).isTrue();
    assertThat(pool.isEmpty()).isTrue();
  }

  @Test
  void theBackoffGrowsToItsMaximumWithJitterAndForgets() {
    double[] random = {0.5};
    Backoff backoff = new Backoff(Limits.DEFAULTS, () -> random[0]);
    assertThat(backoff.nextNanos()).isEqualTo(100_000_000);
    assertThat(backoff.nextNanos()).isEqualTo(160_000_000);
    random[0] = 0;
    assertThat(backoff.nextNanos()).isEqualTo((long) (256_000_000 * 0.8));
    for (int i = 0; i < 50; i++) {
      assertThat(backoff.nextNanos()).isLessThanOrEqualTo(1_500_000_000L);
    }
    random[0] = 1;
    assertThat(backoff.nextNanos()).as("less than 2 s in any case").isEqualTo(1_800_000_000L);
    backoff.reset();
    random[0] = 0.5;
    assertThat(backoff.nextNanos()).isEqualTo(100_000_000);
  }
}
