package io.rpcstress.engine.point;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.engine.point.OpenPoint.Costs;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.OfferedLoad;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What makes a row of an open loop doubtful. */
final class OpenPointTest {

  private static final CallCounts GOOD = CallCounts.allOk(1_000);

  @Test
  void aRateThatIsMissedIsSaturated() {
    assertThat(flags(GOOD, 0.989, Costs.READ)).containsExactly("saturated");
  }

  @Test
  void moreRepliesThanCallsAreThoseOfAWarmUpThatWasTooShort() {
    assertThat(flags(GOOD, 1.06, Costs.READ)).containsExactly("warm-up-short");
  }

  @Test
  void callsThatDidNotEndWellAreNamed() {
    assertThat(flags(new CallCounts(10, 6, 1, 2, 1), 1, Costs.READ))
        .containsExactly("abandoned", "timed-out");
  }

  @Test
  void countersThatWereReadATwentiethLateStandAsTheyAre() {
    OfferedLoad even = new OfferedLoad(ArrivalShape.CONSTANT, 1_000, 2, 1, 7);
    assertThat(costs(100, even)).isEqualTo(Costs.READ);
    assertThat(costs(101, even)).isNotEqualTo(Costs.READ);
  }

  @Test
  void whatLateOnesMissedOfEvenCallsIsMadeUpForWhereMostWasSeen() {
    OfferedLoad even = new OfferedLoad(ArrivalShape.CONSTANT, 1_000, 2, 1, 7);
    assertThat(costs(1_000, even)).isEqualTo(Costs.MADE_UP_FOR);
    assertThat(costs(1_001, even)).isEqualTo(Costs.UNKNOWN);
    OfferedLoad bursts = new OfferedLoad(ArrivalShape.BURSTS, 1_000, 2, 1, 7);
    assertThat(costs(101, bursts)).isEqualTo(Costs.UNKNOWN);
  }

  @Test
  void costsThatAreMadeUpForAreNamed() {
    assertThat(flags(GOOD, 1, Costs.MADE_UP_FOR)).containsExactly("late-costs");
    assertThat(flags(GOOD, 1, Costs.UNKNOWN)).isEmpty();
  }

  private static SortedSet<String> flags(CallCounts calls, double achieved, Costs costs) {
    SortedSet<String> flags = new TreeSet<>();
    OpenPoint.flag(flags, calls, achieved, costs);
    return flags;
  }

  private static Costs costs(long lateMillis, OfferedLoad offered) {
    return OpenPoint.costs(TimeUnit.MILLISECONDS.toNanos(lateMillis), offered);
  }
}
