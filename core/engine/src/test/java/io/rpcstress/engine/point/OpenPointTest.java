package io.rpcstress.engine.point;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.engine.load.LoadResult;
import io.rpcstress.engine.load.OpenLoopResult;
import io.rpcstress.engine.point.OpenPoint.Costs;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.OfferedLoad;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
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

  @Test
  void aRateOfWhichOnlyTheWarmUpWasAnsweredIsNamedWithTheOneThatWasReached() {
    CallCounts none = new CallCounts(900_000, 0, 0, 0, 900_000);

    PointFailure failure = OpenPoint.overload(result(none, 180_000, false), 3);

    assertThat(failure).isNotNull();
    assertThat(failure.cause()).isEqualTo(FailureCause.OVERLOADED);
    assertThat(failure.detail())
        .contains("300000 calls/s were due", "answered at 60000", "offer fewer", "--search");
  }

  @Test
  void aServerThatIsSilentOrFailsIsNotOverloaded() {
    CallCounts none = new CallCounts(10, 0, 0, 0, 10);
    assertThat(OpenPoint.overload(result(none, 0, false), 1)).isNull();
    assertThat(OpenPoint.overload(result(none, 9, true), 1)).isNull();
    assertThat(OpenPoint.overload(result(new CallCounts(10, 0, 1, 0, 9), 9, false), 1)).isNull();
    assertThat(OpenPoint.overload(result(new CallCounts(10, 1, 0, 0, 9), 9, false), 1)).isNull();
  }

  private static OpenLoopResult result(CallCounts calls, long achieved, boolean broken) {
    Histogram empty = new Histogram(3);
    LoadResult load =
        new LoadResult(Instant.EPOCH, 1, calls, 0, Map.of(), empty, null, broken ? "ended" : null);
    return new OpenLoopResult(
        load,
        empty,
        CallCounts.allOk(achieved),
        achieved,
        List.of(),
        false,
        broken,
        0,
        0,
        List.of());
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
