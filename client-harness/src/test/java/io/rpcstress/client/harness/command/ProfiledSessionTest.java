package io.rpcstress.client.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.SampleRun;
import io.rpcstress.client.harness.process.ExitCode;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Cost;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.InvalidResults;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.Run;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sweep whose one point was measured with a profiler; its servers never start. */
class ProfiledSessionTest {

  private static final Point POINT = new Point("tcp", Point.EXAMPLE, 2, 10, RequestMode.TOTAL);

  @TempDir Path folder;

  private Outcome sweep(String words) {
    return Outcome.words(("sweep " + words).replace("DIR", folder.toString()));
  }

  @BeforeEach
  void measuredWithAProfiler() throws Exception {
    Outcome begun =
        sweep(
            "begin DIR --protocols tcp --threads 2 --requests 10 --can-restart --retry-flagged 0");
    assertThat(begun.status()).as(begun.err()).isZero();
    Run run =
        SampleRun.of(
            POINT,
            0,
            1_000,
            CallCounts.allOk(POINT.calls()),
            Latency.UNKNOWN,
            Cost.UNKNOWN,
            List.of(Flag.PROFILED.label()));
    new RawFiles(folder).write(List.of(run), List.of(new Histogram(3)));
  }

  @Test
  void aSessionWithAProfilerLeavesItsResultsAlone() {
    Outcome measured = sweep("measure DIR --profile jfr --server-control /bin/false");
    assertThat(measured.status()).as(measured.err()).isZero();
    assertThat(new RawFiles(folder).csv(POINT)).exists();
  }

  @Test
  void aSessionWithoutOneMeasuresThePointAgain() {
    Outcome measured = sweep("measure DIR --server-control /bin/false");
    assertThat(measured.status()).isEqualTo(ExitCode.FAILED);
    assertThat(measured.err())
        .contains("is measured again, since it carries profiled")
        .contains("could not be started");
    assertThat(new RawFiles(folder).csv(POINT)).doesNotExist();
    assertThat(new InvalidResults(folder).csv(POINT, 1)).exists();
  }
}
