package io.rpcstress.client.harness.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.usage.HostFacts;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class QuietCheckTest {
  @Test
  void aBusyHostIsNamedWithWhatRunsThere() {
    QuietCheck check =
        new QuietCheck(
            OptionalDouble.of(0.9), OptionalDouble.of(0.26), List.of("make (process 7) 0.80"));
    assertThat(check.problems())
        .containsExactly(
            "other programs use 0.90 cores of this host; at most 0.25 expected:"
                + " make (process 7) 0.80",
            "other programs use 0.26 cores of the servers' host; at most 0.25 expected");
  }

  @Test
  void whatIsUnknownIsNoProblem() {
    QuietCheck check =
        new QuietCheck(OptionalDouble.of(0.25), OptionalDouble.empty(), List.of("make 0.2"));
    assertThat(check.problems()).isEmpty();
    assertThat(check.asMap())
        .containsEntry("client.busy.cores", "0.25")
        .containsEntry("server.busy.cores", "unknown");
  }

  /** Of 400 ticks on two cores 100 were idle. */
  @Test
  void busyCoresAreWhatWasNotIdle() {
    HostFacts before =
        HostFacts.parse("cpu.count.kernel=2\ncpu.total.ticks=1000\ncpu.idle.ticks=500\n");
    HostFacts after =
        HostFacts.parse("cpu.count.kernel=2\ncpu.total.ticks=1400\ncpu.idle.ticks=600\n");
    assertThat(new HostState(before, after).busyCores()).hasValue(1.5);
    assertThat(new HostState(before, before).busyCores()).isEmpty();
  }
}
