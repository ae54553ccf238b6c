package io.rpcstress.client.harness.campaign.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.SampleRun;
import io.rpcstress.client.harness.campaign.sweep.Ledger.State;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Cost;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.InvalidResults;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which results may stay, from their rows. */
class LedgerTest {

  private static final Point POINT = new Point("rpcx", Point.EXAMPLE, 1, 5, RequestMode.TOTAL);

  @TempDir Path sweep;

  /** A point with one row for each list of flags, order 0 first. */
  @SafeVarargs
  private void measured(List<String>... flags) throws IOException {
    List<Run> runs = new java.util.ArrayList<>();
    List<Histogram> histograms = new java.util.ArrayList<>();
    for (int order = 0; order < flags.length; order++) {
      CallCounts calls = CallCounts.allOk(POINT.calls());
      runs.add(
          SampleRun.of(POINT, order, 1_000, calls, Latency.UNKNOWN, Cost.UNKNOWN, flags[order]));
      histograms.add(new Histogram(3));
    }
    new RawFiles(sweep).write(runs, histograms);
  }

  private Ledger ledger(int retries) {
    return new Ledger(sweep, Instant.MIN, retries);
  }

  @Test
  void aResultThatAFlagTookOutIsOpenAgainUntilTheLimit() throws IOException {
    Ledger ledger = ledger(2);
    for (int attempt = 0; attempt < 2; attempt++) {
      measured(List.of(), List.of(Flag.JITTER.label()), List.of());
      assertThat(ledger.state(POINT)).as("attempt %d", attempt).isEqualTo(State.OPEN);
      assertThat(ledger.doubts(POINT)).containsExactly("jitter");
      ledger.setAside(POINT);
      assertThat(ledger.hasResult(POINT)).isFalse();
      assertThat(ledger.state(POINT)).isEqualTo(State.OPEN);
    }
    measured(List.of(), List.of(Flag.JITTER.label()));
    assertThat(ledger.state(POINT)).isEqualTo(State.DONE);
    assertThat(new InvalidResults(sweep).count(POINT)).isEqualTo(2);
  }

  @Test
  void afterSomeInVainNoneIsMeasuredAgain() throws IOException {
    Ledger ledger = ledger(9);
    for (int attempt = 1; attempt < 5; attempt++) {
      measured(List.of(), List.of(Flag.FOREIGN_CPU.label()));
      assertThat(ledger.wasInVain(POINT)).isFalse();
    }
    measured(List.of(), List.of());
    assertThat(ledger.wasInVain(POINT)).as("one that is free of flags").isFalse();

    measured(List.of(), List.of(Flag.FOREIGN_CPU.label()));
    for (int attempt = 1; attempt < 5; attempt++) {
      assertThat(ledger.wasInVain(POINT)).isFalse();
      assertThat(ledger.state(POINT)).isEqualTo(State.OPEN);
    }
    assertThat(ledger.wasInVain(POINT)).isTrue();
    assertThat(ledger.state(POINT)).isEqualTo(State.DONE);
    assertThat(ledger(9).state(POINT)).as("in another session").isEqualTo(State.OPEN);
  }

  @Test
  void aLaterSessionCountsWhatEarlierOnesSetAside() throws IOException {
    measured(List.of(), List.of(Flag.FOREIGN_CPU.label()));
    ledger(1).setAside(POINT);
    measured(List.of(), List.of(Flag.FOREIGN_CPU.label()));
    assertThat(ledger(1).state(POINT)).isEqualTo(State.DONE);
    assertThat(ledger(2).state(POINT)).isEqualTo(State.OPEN);
  }

  @Test
  void whatExplainsIsNoReasonAndNeitherIsWhatComesBackEachTime() throws IOException {
    measured(
        List.of(),
        List.of(
            Flag.CLIENT_CPU.label(),
            Flag.CLOCK.label(),
            Flag.UNDER_THREADS.label(),
            "of-another-version"));
    assertThat(ledger(3).state(POINT)).isEqualTo(State.DONE);
  }

  @Test
  void theColdRunIsNoReasonWhereOthersAreThere() throws IOException {
    measured(List.of(Flag.JITTER.label()), List.of());
    assertThat(ledger(1).state(POINT)).isEqualTo(State.DONE);
    measured(List.<String>of(Flag.JITTER.label()));
    assertThat(ledger(1).state(POINT)).isEqualTo(State.OPEN);
  }
}
