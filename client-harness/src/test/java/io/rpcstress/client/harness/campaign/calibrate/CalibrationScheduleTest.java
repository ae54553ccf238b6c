package io.rpcstress.client.harness.campaign.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.campaign.calibrate.CalibrationItem.Floor;
import io.rpcstress.client.harness.campaign.calibrate.CalibrationSchedule.FloorRounds;
import io.rpcstress.client.harness.campaign.calibrate.MeasuredProcesses.Planned;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CalibrationScheduleTest {

  private static final List<CalibrationItem> SUBJECTS =
      List.of(
          CalibrationItem.NULL,
          new CalibrationItem(Floor.PER_THREAD, 10),
          new CalibrationItem(Floor.MULTIPLEXED, 10));

  private static final Duration LONG = Duration.ofHours(1);

  private long now;

  @Test
  void everySubjectComesOnceARound() {
    List<CalibrationItem> seen = all(schedule(4, Duration.ofSeconds(60)), Duration.ZERO);
    assertThat(seen).hasSize(12);
    for (int round = 0; round < 4; round++) {
      assertThat(seen.subList(3 * round, 3 * round + 3))
          .containsExactlyInAnyOrderElementsOf(SUBJECTS);
    }
  }

  @Test
  void whatStartingAProcessTakesIsLearnedAndTheBudgetKept() {
    CalibrationSchedule schedule = schedule(3, Duration.ofSeconds(40));
    assertThat(all(schedule, Duration.ofSeconds(2))).hasSize(9);
    assertThat(Duration.ofNanos(now)).isLessThanOrEqualTo(Duration.ofSeconds(40));
    assertThat(schedule.hasNext()).isFalse();
  }

  @Test
  void aTimeThatIsAskedForIsKeptWhateverTheBudget() {
    CalibrationSchedule schedule = schedule(3, Duration.ofSeconds(40), Duration.ofSeconds(20));
    int processes = 0;
    while (schedule.hasNext()) {
      schedule.next();
      assertThat(schedule.time()).isEqualTo(Duration.ofSeconds(20));
      now += schedule.time().plusSeconds(1).toNanos();
      schedule.done();
      processes++;
    }
    assertThat(processes).as("the first round, whole").isEqualTo(3);
  }

  /** Where the loop is the sweep's own, it connects within its warm-up, as the sweep does. */
  @Test
  void aProcessHasTimeToConnectBeforeALoopThatTheBudgetSizes() {
    FloorRounds once = new FloorRounds(1, 1);
    Duration second = Duration.ofSeconds(1);
    Duration sized = CalibrationSchedule.expected(SUBJECTS, once, second, Duration.ZERO);
    Duration asked = CalibrationSchedule.expected(SUBJECTS, once, second, second);
    assertThat(sized.minus(asked))
        .isEqualTo(CalibrationSchedule.CONNECTING.multipliedBy(SUBJECTS.size()));
  }

  /** A technology that packs calls is compared with sockets that do, as one that does not is. */
  @Test
  void eachThreadCountHasEachFloorAndTheHarnessAloneIsBesideThem() {
    List<CalibrationItem> items = CalibrationItem.all(List.of(1, 100));
    assertThat(items)
        .containsExactly(
            CalibrationItem.NULL,
            new CalibrationItem(Floor.PER_THREAD, 1),
            new CalibrationItem(Floor.MULTIPLEXED, 1),
            new CalibrationItem(Floor.COALESCING, 1),
            new CalibrationItem(Floor.PER_THREAD, 100),
            new CalibrationItem(Floor.MULTIPLEXED, 100),
            new CalibrationItem(Floor.COALESCING, 100));
    assertThat(Floor.NONE.contender()).isEqualTo("null");
    assertThat(Floor.COALESCING.contender()).isEqualTo("tcp@coalescing");
    assertThat(List.of(Floor.PER_THREAD.connections(), Floor.MULTIPLEXED.connections()))
        .containsExactly("per-thread", "multiplexed:1");
  }

  /** As many processes of a floor as of each technology above it. */
  @Test
  void theRoundsOfTheSweepAreMadeWhateverTheBudget() {
    FloorRounds five = FloorRounds.of(null, 5);
    Duration timed = Duration.ofSeconds(20);
    List<CalibrationItem> seen =
        all(schedule(five, Set.of(), Duration.ofSeconds(1), timed), Duration.ZERO);
    assertThat(seen).hasSize(15);
    for (CalibrationItem each : SUBJECTS) {
      assertThat(seen.stream().filter(each::equals)).hasSize(5);
    }
  }

  @Test
  void whatEndedBeforeIsNotMadeAgainAndARoundThatWasBegunIsEnded() {
    Set<Planned> ended = new HashSet<>();
    CalibrationSchedule first = schedule(new FloorRounds(2, 3), Set.of(), LONG, Duration.ZERO);
    for (int i = 0; i < 4; i++) {
      ended.add(first.next());
      first.done();
    }

    CalibrationSchedule second =
        schedule(new FloorRounds(1, 3), ended, Duration.ofSeconds(1), Duration.ofSeconds(20));
    assertThat(second.number()).isEqualTo(5);
    assertThat(second.all()).isEqualTo(9);
    List<Planned> seen = new ArrayList<>();
    while (second.hasNext()) {
      seen.add(second.next());
      now += second.time().toNanos();
      second.done();
    }
    assertThat(seen).extracting(Planned::round).containsExactly(1, 1);
    assertThat(seen).doesNotContainAnyElementsOf(ended);
  }

  private CalibrationSchedule schedule(int rounds, Duration budget) {
    return schedule(rounds, budget, Duration.ZERO);
  }

  private CalibrationSchedule schedule(int rounds, Duration budget, Duration fixed) {
    now = 0;
    return schedule(new FloorRounds(1, rounds), Set.of(), budget, fixed);
  }

  private CalibrationSchedule schedule(
      FloorRounds rounds, Set<Planned> ended, Duration budget, Duration fixed) {
    now = 0;
    return new CalibrationSchedule(SUBJECTS, rounds, ended, budget, fixed, 7, () -> now);
  }

  /** Runs it on a host where a process takes that much longer than it makes calls. */
  private List<CalibrationItem> all(CalibrationSchedule schedule, Duration starting) {
    List<CalibrationItem> seen = new ArrayList<>();
    while (schedule.hasNext()) {
      seen.add(schedule.next().item());
      now += schedule.time().plus(starting).toNanos();
      schedule.done();
    }
    return seen;
  }
}
