package io.rpcstress.client.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.measure.record.SweepFile;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
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
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        CommandLines.execute(
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            ("sweep begin " + folder + " --protocols tcp " + options).strip().split(" +"));
    assertThat(status).as("%s", err).isZero();
    assertThat(SweepFile.read(folder).number(SweepMeasureCommand.RETRIES)).isEqualTo(retries);
  }
}
