package io.rpcstress.client.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.campaign.calibrate.CalibrationSchedule.FloorRounds;
import io.rpcstress.client.harness.command.CalibrateCommand.CalibrationTime;
import io.rpcstress.measure.TimedLoad;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CalibrationTimeTest {

  @Test
  void moreProcessesOfEachFloorHaveAsMuchMoreTimeAndThreeHaveTheUsual() {
    CalibrationTime time = new CalibrationTime();
    assertThat(time.budget(null, FloorRounds.of(null, 1), false)).isEqualTo(Duration.ofSeconds(55));
    assertThat(time.budget(null, FloorRounds.of(null, 3), false)).isEqualTo(Duration.ofSeconds(55));
    assertThat(time.budget(null, FloorRounds.of(null, 6), false))
        .isEqualTo(Duration.ofSeconds(110));
    assertThat(time.budget(null, FloorRounds.of(9, 1), false))
        .as("by hand the budget ends the rounds")
        .isEqualTo(Duration.ofSeconds(55));
    TimedLoad load = new TimedLoad(Duration.ofSeconds(1), Duration.ofSeconds(1), 1, null);
    assertThat(time.budget(load, FloorRounds.of(null, 6), false)).isGreaterThan(Duration.ofDays(1));
    assertThat(time.budget(load, FloorRounds.of(null, 6), true))
        .as("that of a sweep")
        .isEqualTo(Duration.ofSeconds(90));
  }
}
