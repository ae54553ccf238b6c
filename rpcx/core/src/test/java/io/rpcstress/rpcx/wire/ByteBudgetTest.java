package io.rpcstress.rpcx.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A waiter for bytes runs when they are there, and not before. */
class ByteBudgetTest {
  private static final int CROWD = 1000;

  @Test
  void whatIsGivenBackIsTakenForThoseWhoWaitInTheirOrder() {
    ByteBudget budget = new ByteBudget(1000);
    assertThat(budget.reserve(900)).isTrue();
    List<String> granted = new ArrayList<>();
    assertThat(budget.reserveOrWait(600, () -> granted.add("large"))).isFalse();
    assertThat(budget.reserveOrWait(300, () -> granted.add("small"))).isFalse();
    assertThat(budget.reserveOrWait(100, () -> granted.add("at once"))).isTrue();
    assertThat(granted).isEmpty();
    budget.release(1000);
    assertThat(granted).containsExactly("large", "small");
    assertThat(budget.used()).isEqualTo(900);
  }

  @Test
  void aCrowdThatWaitsForMoreThanIsGivenBackIsLeftAlone() {
    ByteBudget budget = new ByteBudget(1000);
    assertThat(budget.reserve(990)).isTrue();
    List<Integer> granted = new ArrayList<>();
    for (int i = 0; i < CROWD; i++) {
      // One that captures the number: an object of its own each.
      int number = i;
      assertThat(budget.reserveOrWait(500, () -> granted.add(number))).isFalse();
    }
    for (int i = 0; i < CROWD; i++) {
      assertThat(budget.reserve(10)).as("who needs little is served").isTrue();
      budget.release(10);
    }
    assertThat(granted).isEmpty();
    budget.release(990);
    assertThat(granted).containsExactly(0, 1);
    assertThat(budget.used()).isEqualTo(1000);
  }

  @Test
  void whoWaitsNoMoreLearnsWhetherBytesWereTakenMeanwhile() {
    ByteBudget budget = new ByteBudget(1000);
    assertThat(budget.reserve(1000)).isTrue();
    Runnable gone = () -> {};
    assertThat(budget.reserveOrWait(500, gone)).isFalse();
    assertThat(budget.forget(gone)).isTrue();
    AtomicInteger grants = new AtomicInteger();
    Runnable granted = grants::incrementAndGet;
    assertThat(budget.reserveOrWait(500, granted)).isFalse();
    budget.release(1000);
    assertThat(grants.get()).isEqualTo(1);
    assertThat(budget.forget(granted)).as("its bytes are to be given back").isFalse();
    assertThat(budget.used()).isEqualTo(500);
  }
}
