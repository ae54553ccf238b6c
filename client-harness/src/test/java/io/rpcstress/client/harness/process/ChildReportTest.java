package io.rpcstress.client.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.engine.point.PointListener;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.Run;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ChildReportTest {

  private final List<PointFailure> failures = new ArrayList<>();

  private final ChildReport report =
      new ChildReport(
          new PointListener() {
            @Override
            public void run(Run run, Histogram latencies) {}

            @Override
            public void warning(String line) {}

            @Override
            public void failed(PointFailure failure) {
              failures.add(failure);
            }
          },
          line -> {});

  @Test
  void aJvmWithoutThreadsIsReportedByItsShortageAndWhatHelps() {
    report.stderr("java.lang.OutOfMemoryError: unable to create native thread: possibly limits");
    report.stderr("\tat java.lang.ref.Finalizer.<clinit>(java.base/Finalizer.java:189)");

    assertThat(report.ended(1, Duration.ofSeconds(1))).isFalse();

    assertThat(failures).hasSize(1);
    assertThat(failures.get(0).cause()).isEqualTo(FailureCause.CRASHED);
    assertThat(failures.get(0).detail()).contains("unable to create native thread", "ulimit -u");
  }

  @Test
  void anyOtherEndIsReportedByItsLastLine() {
    report.stderr("first");
    report.stderr("last");

    assertThat(report.ended(1, Duration.ofSeconds(1))).isFalse();

    assertThat(failures.get(0).detail()).endsWith("after 0 orders: last");
  }
}
