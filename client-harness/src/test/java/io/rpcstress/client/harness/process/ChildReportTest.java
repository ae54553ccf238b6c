package io.rpcstress.client.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ChildReportTest {

  private final Gathered gathered = new Gathered();
  private final ChildReport report = new ChildReport(gathered, line -> {});

  @Test
  void aJvmWithoutThreadsIsReportedByItsShortageAndWhatHelps() {
    report.stderr("java.lang.OutOfMemoryError: unable to create native thread: possibly limits");
    report.stderr("\tat java.lang.ref.Finalizer.<clinit>(java.base/Finalizer.java:189)");

    assertThat(report.ended(1, Duration.ofSeconds(1))).isFalse();

    assertThat(gathered.why()).startsWith("crashed, ");
    assertThat(gathered.why()).contains("unable to create native thread", "ulimit -u");
  }

  @Test
  void anyOtherEndIsReportedByItsLastLine() {
    report.stderr("first");
    report.stderr("last");

    assertThat(report.ended(1, Duration.ofSeconds(1))).isFalse();

    assertThat(gathered.why()).endsWith("after 0 orders: last");
  }
}
