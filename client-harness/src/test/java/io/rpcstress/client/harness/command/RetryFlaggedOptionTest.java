package io.rpcstress.client.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.measure.record.SweepFile;
import java.nio.file.Path;
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
}
