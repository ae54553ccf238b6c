package io.rpcstress.client.harness.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.calibrate.Subject.Floor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgendaTest {

  private static final List<Subject> SUBJECTS =
      List.of(Subject.NULL, new Subject(Floor.PER_THREAD, 10), new Subject(Floor.MULTIPLEXED, 10));

  private long now;

  @Test
  void everySubjectComesOnceARound() {
    List<Subject> seen = all(agenda(4, Duration.ofSeconds(60)), Duration.ZERO);
    assertThat(seen).hasSize(12);
    for (int round = 0; round < 4; round++) {
      assertThat(seen.subList(3 * round, 3 * round + 3))
          .containsExactlyInAnyOrderElementsOf(SUBJECTS);
    }
  }

  @Test
  void theSeedDecidesTheOrder() {
    assertThat(all(agenda(4, Duration.ofSeconds(60)), Duration.ZERO))
        .isEqualTo(all(agenda(4, Duration.ofSeconds(60)), Duration.ZERO));
  }

  @Test
  void whatStartingAProcessTakesIsLearnedAndTheBudgetKept() {
    Agenda agenda = agenda(3, Duration.ofSeconds(40));
    assertThat(all(agenda, Duration.ofSeconds(2))).hasSize(9);
    assertThat(Duration.ofNanos(now)).isLessThanOrEqualTo(Duration.ofSeconds(40));
    assertThat(agenda.hasNext()).isFalse();
  }

  @Test
  void onASlowHostThereAreFewerRoundsButOneWhole() {
    assertThat(all(agenda(3, Duration.ofSeconds(10)), Duration.ofSeconds(9)))
        .containsExactlyInAnyOrderElementsOf(SUBJECTS);
  }

  @Test
  void noProcessMeasuresLongerThanIsOfUse() {
    Agenda agenda = agenda(1, Duration.ofHours(1));
    agenda.next();
    assertThat(agenda.time()).isEqualTo(Duration.ofSeconds(6));
  }

  @Test
  void aTimeThatIsAskedForIsKeptWhateverTheBudget() {
    Agenda agenda = agenda(3, Duration.ofSeconds(40), Duration.ofSeconds(20));
    int processes = 0;
    while (agenda.hasNext()) {
      agenda.next();
      assertThat(agenda.time()).isEqualTo(Duration.ofSeconds(20));
      now += agenda.time().plusSeconds(1).toNanos();
      agenda.done();
      processes++;
    }
    assertThat(processes).as("the first round, whole").isEqualTo(3);
  }

  @Test
  void theTimeLeftShrinksAsProcessesEnd() {
    Agenda agenda = agenda(2, Duration.ofSeconds(60));
    agenda.next();
    Duration before = agenda.timeLeft();
    now += agenda.time().toNanos();
    agenda.done();
    agenda.next();
    assertThat(agenda.timeLeft()).isLessThan(before);
    assertThat(agenda.number()).isEqualTo(2);
    assertThat(agenda.all()).isEqualTo(6);
  }

  private Agenda agenda(int rounds, Duration budget) {
    return agenda(rounds, budget, Duration.ZERO);
  }

  private Agenda agenda(int rounds, Duration budget, Duration fixed) {
    now = 0;
    return new Agenda(SUBJECTS, rounds, budget, fixed, 7, () -> now);
  }

  /** Runs it on a host where a process takes that much longer than it makes calls. */
  private List<Subject> all(Agenda agenda, Duration starting) {
    List<Subject> seen = new ArrayList<>();
    while (agenda.hasNext()) {
      seen.add(agenda.next());
      now += agenda.time().plus(starting).toNanos();
      agenda.done();
    }
    return seen;
  }
}
