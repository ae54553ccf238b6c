package io.rpcstress.client.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.SampleRun;
import io.rpcstress.client.harness.campaign.sweep.Ledger;
import io.rpcstress.client.harness.campaign.sweep.NextPoint.Todo;
import io.rpcstress.client.harness.campaign.sweep.ResumedSweep;
import io.rpcstress.client.harness.campaign.sweep.SweepPlan;
import io.rpcstress.client.harness.campaign.sweep.SweepProgress;
import io.rpcstress.client.harness.plan.SweepGrid;
import io.rpcstress.client.harness.process.ExitCode;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Cost;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.InvalidResults;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.record.SweepFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryFlaggedOptionTest {

  @TempDir Path folder;

  /** A look in minutes of one process each carries no verdict; all else is measured again once. */
  @ParameterizedTest
  @CsvSource({
    "'', 1",
    "--quick, 0",
    "--experiment quick, 0",
    "--experiment greet-rate --quick, 0",
    "--experiment greet-rate --quick --repeat 5, 1",
    "--quick --retry-flagged 2, 2",
    "--retry-flagged 0, 0"
  })
  void flaggedPointsAreMeasuredAgainWhereAVerdictCanCome(String options, int retries)
      throws Exception {
    String line = "sweep begin %s --protocols tcp %s".formatted(folder, options);
    Outcome outcome = Outcome.words(line.strip());
    assertThat(outcome.status()).as(outcome.err()).isZero();
    assertThat(SweepFile.read(folder).number(SweepMeasureCommand.RETRIES)).isEqualTo(retries);
  }

  @Test
  void aProcessThatIsMeasuredAgainIsOneMoreAndTakesNoneBack() throws Exception {
    String line = "sweep begin %s --protocols tcp --threads 1 --requests 5,6 --runs 1";
    Outcome outcome = Outcome.words(line.formatted(folder));
    assertThat(outcome.status()).as(outcome.err()).isZero();
    SweepPlan plan = ResumedSweep.plan(SweepFile.read(folder));
    SweepGrid grid = plan.grid();
    Ledger ledger = new Ledger(folder, Instant.MIN, 1);
    SweepProgress progress = new SweepProgress(plan, ledger, null);
    Point first = grid.point(grid.contenders().get(0), 1, 5);

    progress.before(grid);
    assertThat(progress.place(1)).startsWith("1 of 2 processes");
    measured(first, Flag.JITTER.label());
    progress.after(grid, new Todo(1, 5, 0, grid.contenders()));

    ledger.setAside(first);
    progress.before(grid);
    assertThat(progress.place(1)).startsWith("2 of 3 processes");
    measured(first);
    progress.after(grid, new Todo(1, 5, 0, grid.contenders()));
    progress.before(grid);
    assertThat(progress.place(1)).startsWith("3 of 3 processes, about 0 s left");
  }

  @Test
  void theTimeThatIsLeftHasFlaggedResultsInIt() throws Exception {
    String line = "sweep begin %s --protocols tcp --threads 1 --requests 5,6,7 --runs 1";
    assertThat(Outcome.words(line.formatted(folder)).status()).isZero();
    SweepGrid grid = ResumedSweep.plan(SweepFile.read(folder)).grid();
    measured(grid.point(grid.contenders().get(0), 1, 5), Flag.JITTER.label());
    measured(grid.point(grid.contenders().get(0), 1, 6));

    assertThat(Outcome.words(line.formatted(folder)).err())
        .contains(": 1 of 3 program executions are left, and 1 flagged one is repeated");
    assertThat(Outcome.words(line.formatted(folder) + " --retry-flagged 0").err())
        .containsPattern(": 1 of 3 program executions are left\n");
  }

  @Test
  void aFlaggedResultIsSetAsideBeforeItsServerStarts() throws Exception {
    String line = "sweep begin %s --protocols tcp --threads 1 --requests 5 --runs 1 --can-restart";
    assertThat(Outcome.words(line.formatted(folder)).status()).isZero();
    SweepGrid grid = ResumedSweep.plan(SweepFile.read(folder)).grid();
    Point point = grid.point(grid.contenders().get(0), 1, 5);
    measured(point, Flag.JITTER.label());

    Outcome outcome =
        Outcome.words("sweep measure %s --server-control /bin/false".formatted(folder));

    assertThat(outcome.status()).isEqualTo(ExitCode.FAILED);
    assertThat(outcome.err())
        .contains("is measured again, since it carries jitter")
        .contains("could not be started");
    assertThat(new RawFiles(folder).csv(point)).doesNotExist();
    assertThat(new InvalidResults(folder).csv(point, 1)).exists();
  }

  private void measured(Point point, String... flags) throws IOException {
    CallCounts calls = CallCounts.allOk(point.calls());
    Run run = SampleRun.of(point, 0, 1_000, calls, Latency.UNKNOWN, Cost.UNKNOWN, List.of(flags));
    new RawFiles(folder).write(List.of(run), List.of(new Histogram(3)));
  }
}
