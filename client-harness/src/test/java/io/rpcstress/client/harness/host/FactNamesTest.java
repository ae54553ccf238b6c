package io.rpcstress.client.harness.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.measure.record.FactNames;
import io.rpcstress.usage.HostFacts;
import org.junit.jupiter.api.Test;

/** What hosts tell of themselves has the names that its readers pick out. */
class FactNamesTest {

  @Test
  void aHostTellsWhatIsPickedOut() {
    assertThat(HostFacts.read().asMap())
        .containsKeys(FactNames.CPUS, FactNames.CPU_MODEL, FactNames.KERNEL, FactNames.JDK);
    assertThat(LinkReading.UNKNOWN.asMap())
        .containsEntry(FactNames.ROUND_TRIP_US, HostFacts.UNKNOWN)
        .containsEntry(FactNames.BANDWIDTH_MBPS, HostFacts.UNKNOWN);
    assertThat(FactNames.UNKNOWN).isEqualTo(HostFacts.UNKNOWN);
  }
}
