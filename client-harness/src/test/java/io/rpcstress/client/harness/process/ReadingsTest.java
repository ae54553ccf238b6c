package io.rpcstress.client.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.SampleRun;
import io.rpcstress.client.harness.process.PointRecord.Readings;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadingsTest {

  private static final long START = 1_764_000_000_000L;

  @TempDir Path sweep;

  /** A run of one second. */
  private static Run run(long startedAt) {
    Point point = new Point("grpc", "tuned", 7, 100, RequestMode.TOTAL);
    return SampleRun.of(point, 1, 1_000_000, CallCounts.allOk(100))
        .startedAt(Instant.ofEpochMilli(startedAt));
  }

  private boolean isTold(String lines, long startedAt) throws Exception {
    Files.writeString(sweep.resolve(Readings.FILE), lines);
    Run run = run(startedAt);
    return Readings.of(sweep).flagged(run).flags().contains(Flag.READ_MEANWHILE.label());
  }

  @Test
  void aRunThatWentWhileFilesWereReadSaysSo() throws Exception {
    String reading = "begin 77 %d\nend 77 %d\n".formatted(START, START + 500);

    assertThat(isTold(reading, START - 2_000)).as("over before").isFalse();
    assertThat(isTold(reading, START - 900)).as("it began within the run").isTrue();
    assertThat(isTold(reading, START + 100)).as("it ended within the run").isTrue();
    assertThat(isTold(reading, START + 501)).as("begun after it").isFalse();
  }

  @Test
  void aReadingThatHasNotEndedGoesOn() throws Exception {
    String two = "begin 77 %d\nbegin 78 %d\nend 77 %d\n".formatted(START, START + 5, START + 9);

    assertThat(isTold(two, START + 60_000)).isTrue();
  }
}
