package io.rpcstress.client.harness.campaign.controls;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.campaign.controls.Control.Finding;
import io.rpcstress.client.harness.campaign.controls.Controls.Scale;
import io.rpcstress.client.harness.process.Gathered;
import io.rpcstress.measure.TimedLoad;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A control is worth something only where a broken harness does not pass it. */
class ControlsTest {

  private static final TimedLoad LOAD =
      new TimedLoad(Duration.ofSeconds(2), Duration.ofSeconds(1), 2, null);

  /** Each look at the clock is a minute later: a budget of so many minutes is so many looks. */
  private static Scale scale(int minutes) {
    AtomicLong now = new AtomicLong();
    return new Scale(
        4,
        5,
        7,
        LOAD,
        Duration.ofMinutes(minutes),
        () -> now.addAndGet(TimeUnit.MINUTES.toNanos(1)));
  }

  private static final Scale SCALE = scale(100_000);

  private final ModelRig model = new ModelRig();

  @Test
  void aSoundHarnessTies() throws Exception {
    Finding finding = ComparisonControls.tie(SCALE).check(model);
    assertThat(finding.ok()).as(finding.detail()).isTrue();
    assertThat(finding.detail()).contains("too close to call", "5 processes a side");
    assertThat(model.measured).isEqualTo(10);
  }

  @Test
  void aHarnessThatSlowsOneSideDoesNotTie() throws Exception {
    Finding finding =
        ComparisonControls.tie(SCALE).check(model.adding(trial -> 20 * (trial.repetition() % 2)));
    assertThat(finding.ok()).isFalse();
    assertThat(finding.detail()).contains("slower");
    assertThat(model.measured).isEqualTo(20);
  }

  @Test
  void aTieThatIsTooWideAddsRoundsUntilItIsNarrow() throws Exception {
    Finding finding = ComparisonControls.tie(SCALE).check(model.spreading(0.3));
    assertThat(finding.ok()).as(finding.detail()).isTrue();
    assertThat((Integer) finding.numbers().get("processesASide")).isGreaterThan(5);
    assertThat((Boolean) finding.numbers().get("narrow")).isTrue();
    assertThat(finding.detail()).contains("every interval is narrower than 1.25");
  }

  /** It measures one number whatever is injected, counts no failure, and believes every reply. */
  @Test
  void aHarnessThatFindsNothingPassesTheTieAndNoOtherControl() throws Exception {
    model.adding(trial -> 0);
    List<Control> all = Controls.all(SCALE, null);
    assertThat(all)
        .extracting(Control::name)
        .contains(
            "a-a-tie",
            "added-millisecond",
            "counted-errors",
            "no-number-for-wrong-replies",
            "flagged-shortage");
    for (Control control : all) {
      assertThat(control.check(model).ok())
          .as(control.name())
          .isEqualTo(control.name().equals("a-a-tie"));
    }
  }

  @Test
  void aSoundHarnessFindsFivePercent() throws Exception {
    Finding finding = ComparisonControls.share(SCALE).check(model);
    assertThat(finding.ok()).as(finding.detail()).isTrue();
    assertThat((Double) finding.numbers().get("low")).isGreaterThan(1);
    assertThat((Double) finding.numbers().get("addedPercent")).isBetween(2.5, 7.5);
    assertThat(finding.detail()).contains("5 injected", "a true 5 % needs", "slower");
  }

  @Test
  void aSoundHarnessFindsFiftyMicroseconds() throws Exception {
    Finding finding = ComparisonControls.micros(SCALE).check(model);
    assertThat(finding.ok()).as(finding.detail()).isTrue();
    assertThat((Double) finding.numbers().get("addedUs")).isBetween(40.0, 60.0);
    assertThat(finding.detail()).contains("50 injected", "a true 50 us");
  }

  @Test
  void aFaultFoundTooLargeOrTooSmallIsNotTheOneThatWasInjected() throws Exception {
    for (double factor : new double[] {0.5, 2}) {
      assertThat(
              ComparisonControls.micros(SCALE)
                  .check(model.adding(trial -> factor * ModelRig.injected(trial)))
                  .ok())
          .as("50 us times %s", factor)
          .isFalse();
    }
    assertThat(
            ComparisonControls.share(SCALE)
                .check(model.adding(trial -> 3 * ModelRig.injected(trial)))
                .ok())
        .isFalse();
  }

  @Test
  void aDifferenceByChanceIsDecidedByASecondMeasurement() throws Exception {
    Finding finding =
        ComparisonControls.tie(SCALE)
            .check(model.adding(trial -> model.measured <= 10 ? 20 * (trial.repetition() % 2) : 0));
    assertThat(finding.ok()).as(finding.detail()).isTrue();
    assertThat(finding.detail()).contains("one in twenty", "this decides");
    assertThat(finding.numbers()).containsKeys("timeRatio", "second");
  }

  /** Two technologies on a model host, of which the one that is measured first pays, us a call. */
  private static Rig.OfPairs pairs(double firstPays) {
    Random seeds = new Random(11);
    return (trial, swapped) -> {
      ModelRig host = new ModelRig(seeds.nextLong());
      host.adding(any -> host.measured == 1 ? firstPays : 0);
      Gathered measuredFirst = host.measure(trial);
      Gathered measuredSecond = host.measure(trial);
      return swapped
          ? List.of(measuredSecond, measuredFirst)
          : List.of(measuredFirst, measuredSecond);
    };
  }

  @Test
  void aSoundHarnessGivesTheSameRatioWhoeverIsNamedFirst() throws Exception {
    Finding finding = ComparisonControls.orderOfNames(SCALE, pairs(0)).check(model);
    assertThat(finding.ok()).as(finding.detail()).isTrue();
    assertThat(finding.detail()).contains("too close to call");
  }

  @Test
  void aHarnessInWhichTheFirstPaysForAllIsFound() throws Exception {
    // 30 us more in each of its calls of 100 us: what a parent that parses beside it takes.
    Finding finding = ComparisonControls.orderOfNames(SCALE, pairs(30)).check(model);
    assertThat(finding.ok()).isFalse();
    assertThat(finding.detail()).contains("slower", "this decides");
  }

  @Test
  void aSoundHarnessFindsTheMillisecond() throws Exception {
    Finding finding = ComparisonControls.addedMillisecond(SCALE).check(model);
    assertThat(finding.ok()).as(finding.detail()).isTrue();
    assertThat((Double) finding.numbers().get("addedMs")).isBetween(0.95, 1.05);
  }

  private Control shortage() {
    return Controls.flaggedShortage(model::burn);
  }

  @Test
  void aHostShortOfCpuIsFlaggedAndTheBurnersEnd() throws Exception {
    Finding finding = shortage().check(model);
    assertThat(finding.ok()).as(finding.detail()).isTrue();
    assertThat(finding.detail()).contains("alone 3 % busy", "beside busy threads 97 % busy");
    assertThat(model.isBusy()).isFalse();
  }

  @Test
  void aWatchThatNeverFlagsIsFound() throws Exception {
    assertThat(shortage().check(model.flaggingWhenBusy()).ok()).isFalse();
    assertThat(shortage().check(model.flaggingWhenBusy("jitter")).ok()).isFalse();
  }
}
