package io.rpcstress.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results that are measured again are kept, where no reader of results finds them. */
class InvalidResultsTest {

  private static final Point POINT = Samples.POINT.repeated(2);

  @TempDir Path sweep;

  private void measured() throws IOException {
    new RawFiles(sweep).write(List.of(Samples.run(POINT)), List.of(new Histogram(3)));
  }

  @Test
  void aResultThatIsSetAsideIsKeptWholeAndIsNoResultAnyMore() throws IOException {
    measured();
    RawFiles raw = new RawFiles(sweep);
    String rows = Files.readString(raw.csv(POINT));

    Path kept = new InvalidResults(sweep).setAside(POINT);

    assertThat(kept).isEqualTo(sweep.resolve("invalid/rpcx/t7-r100-p2.1.csv")).hasContent(rows);
    assertThat(sweep.resolve("invalid/rpcx/t7-r100-p2.1.hlog")).exists();
    assertThat(raw.isComplete(POINT)).isFalse();
    assertThat(raw.csvFiles()).isEmpty();
    assertThat(raw.hlog(POINT)).doesNotExist();
  }

  @Test
  void eachFurtherOneHasANumberOfItsOwn() throws IOException {
    InvalidResults invalid = new InvalidResults(sweep);
    for (int number = 1; number <= 3; number++) {
      assertThat(invalid.count(POINT)).isEqualTo(number - 1);
      measured();
      assertThat(invalid.setAside(POINT).getFileName())
          .hasToString("t7-r100-p2." + number + ".csv");
    }
    assertThat(invalid.count(POINT)).isEqualTo(3);
    assertThat(invalid.count(Samples.POINT)).isZero();
  }

  @Test
  void aFailureThatWasMeasuredAgainIsKept() throws IOException {
    RawFiles raw = new RawFiles(sweep);
    for (String cause : List.of("first", "second")) {
      raw.writeFailed(
          new FailedPoint(
              POINT, FailureCause.TIMEOUT, cause, Map.of(), "redo", Samples.AT, List.of()));
    }
    measured();

    assertThat(raw.failed(POINT)).doesNotExist();
    assertThat(sweep.resolve("invalid/rpcx/t7-r100-p2.1.FAILED")).content().contains("first");
    assertThat(sweep.resolve("invalid/rpcx/t7-r100-p2.2.FAILED")).content().contains("second");
    assertThat(new InvalidResults(sweep).failures()).isEqualTo(2);
    assertThat(new InvalidResults(sweep).count(POINT)).as("results").isZero();
  }

  @Test
  void whatBrokeOffBetweenItsTwoFilesIsFinished() throws IOException {
    measured();
    RawFiles raw = new RawFiles(sweep);
    Path hlog = sweep.resolve("invalid/rpcx/t7-r100-p2.1.hlog");
    Files.createDirectories(hlog.getParent());
    Files.move(raw.hlog(POINT), hlog);
    assertThat(raw.isComplete(POINT)).isTrue();

    assertThat(new InvalidResults(sweep).setAside(POINT)).exists();
    assertThat(hlog).exists();
  }
}
