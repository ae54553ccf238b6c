package io.rpcstress.client.harness.campaign.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.campaign.calibrate.CalibrationItem.Floor;
import io.rpcstress.client.harness.campaign.calibrate.CalibrationReading.Loop;
import io.rpcstress.client.harness.campaign.calibrate.MeasuredProcesses.Planned;
import io.rpcstress.client.harness.campaign.repeat.MedianRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What each process gave is on the disk once it has ended. */
class MeasuredProcessesTest {

  private static final CalibrationItem TEN = new CalibrationItem(Floor.COALESCING, 10);
  private static final Gate GATE = new Gate(990, 100, new MedianRange(25, 19, 60), 10);

  @TempDir private Path folder = Path.of("");

  @Test
  void aCalibrationThatWasInterruptedGoesOnFromWhatThereIs() throws IOException {
    Path file = folder.resolve(MeasuredProcesses.NAME);
    MeasuredProcesses first = MeasuredProcesses.of(file, true);
    first.add(GATE);
    first.add(new Planned(0, TEN), Optional.of(reading(1_000)));
    first.add(new Planned(0, CalibrationItem.NULL), Optional.empty());
    first.add(new Planned(1, TEN), Optional.of(reading(2_000)));

    MeasuredProcesses second = MeasuredProcesses.of(file, true);

    assertThat(second.at()).isEqualTo(first.at());
    assertThat(second.seed()).isEqualTo(first.seed());
    assertThat(second.has(new GatePoint(990, 100))).isTrue();
    assertThat(second.has(new GatePoint(990, 101))).isFalse();
    assertThat(second.gates()).containsExactly(GATE);
    assertThat(second.ended())
        .containsExactly(
            new Planned(0, TEN), new Planned(0, CalibrationItem.NULL), new Planned(1, TEN));
    assertThat(second.readings()).containsOnlyKeys(TEN);
    assertThat(second.readings().get(TEN)).containsExactly(reading(1_000), reading(2_000));
    assertThat(second.rounds(List.of(TEN))).isEqualTo(2);
    assertThat(second.rounds(List.of(TEN, CalibrationItem.NULL)))
        .as("what failed is not tried for ever")
        .isEqualTo(1);
  }

  @Test
  void aTornLineIsAsIfItsProcessHadNotBeen() throws IOException {
    Path file = folder.resolve(MeasuredProcesses.NAME);
    MeasuredProcesses first = MeasuredProcesses.of(file, true);
    first.add(new Planned(0, TEN), Optional.of(reading(1_000)));
    first.add(new Planned(1, TEN), Optional.of(reading(2_000)));
    String whole = Files.readString(file);
    Files.writeString(file, whole.substring(0, whole.length() - 40));

    MeasuredProcesses second = MeasuredProcesses.of(file, true);
    assertThat(second.ended()).containsExactly(new Planned(0, TEN));
    second.add(new Planned(1, TEN), Optional.of(reading(3_000)));
    assertThat(MeasuredProcesses.of(file, true).readings().get(TEN))
        .containsExactly(reading(1_000), reading(3_000));
  }

  @Test
  void whatIsOfAnotherVersionIsLeftOut() throws IOException {
    Path file = folder.resolve(MeasuredProcesses.NAME);
    MeasuredProcesses first = MeasuredProcesses.of(file, true);
    first.add(new Planned(0, TEN), Optional.of(reading(1_000)));
    String whole = Files.readString(file);
    Files.writeString(file, whole + "{\"floor\":{\"floor\":\"of-tomorrow\"}}\n[]\n\n");
    assertThat(MeasuredProcesses.of(file, true).ended()).hasSize(1);

    Files.writeString(file, "nothing of ours\n");
    assertThat(MeasuredProcesses.of(file, true).ended()).isEmpty();
  }

  @Test
  void oneByHandIsBegunAnew() throws IOException {
    Path file = folder.resolve(MeasuredProcesses.NAME);
    MeasuredProcesses.of(file, true).add(GATE);
    assertThat(MeasuredProcesses.of(file, false).gates()).isEmpty();
    assertThat(MeasuredProcesses.of(file, true).gates()).isEmpty();
    assertThat(MeasuredProcesses.inMemory().gates()).isEmpty();
  }

  private static CalibrationReading reading(int callsPerSecond) {
    Histogram latencies = new Histogram(3);
    latencies.recordValueWithCount(1_000, callsPerSecond);
    return new CalibrationReading(
        callsPerSecond,
        latencies,
        12.5,
        null,
        0.25,
        Loop.TIMED,
        10,
        2,
        new TreeSet<>(List.of("foreign-cpu")));
  }
}
