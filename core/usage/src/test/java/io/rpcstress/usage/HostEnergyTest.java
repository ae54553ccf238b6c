package io.rpcstress.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On made-up trees: few hosts that run tests have a counter of energy. */
class HostEnergyTest {
  private static final long RANGE = 262_143_328_850L;

  @TempDir Path sysfs;

  @Test
  void allPackagesCountAndTheirPartsDoNot() {
    zone("intel-rapl:0", "package-0", 1_000, RANGE);
    zone("intel-rapl:1", "package-1", 5_000, RANGE);
    zone("intel-rapl:0:0", "core", 400, RANGE);
    zone("intel-rapl:2", "psys", 9_000, RANGE);
    HostEnergy energy = new HostEnergy(sysfs);
    assertThat(energy.microJoules()).isZero();
    zone("intel-rapl:0", "package-0", 1_700, RANGE);
    zone("intel-rapl:1", "package-1", 5_050, RANGE);
    zone("intel-rapl:0:0", "core", 900, RANGE);
    zone("intel-rapl:2", "psys", 19_000, RANGE);
    assertThat(energy.microJoules()).isEqualTo(750);
  }

  @Test
  void aCounterThatStartedAgainIsMadeUpFor() {
    zone("intel-rapl:0", "package-0", RANGE - 300, RANGE);
    HostEnergy energy = new HostEnergy(sysfs);
    zone("intel-rapl:0", "package-0", 200, RANGE);
    assertThat(energy.microJoules()).isEqualTo(500);
    zone("intel-rapl:0", "package-0", 260, RANGE);
    assertThat(energy.microJoules()).isEqualTo(560);
  }

  @Test
  void onePackageThatCannotBeReadMakesTheHostUnknown() throws IOException {
    zone("intel-rapl:0", "package-0", 1_000, RANGE);
    zone("intel-rapl:1", "package-1", 1_000, RANGE);
    HostEnergy energy = new HostEnergy(sysfs);
    Files.delete(sysfs.resolve("class/powercap/intel-rapl:1/energy_uj"));
    assertThat(energy.microJoules()).isEqualTo(ProcessUsage.UNKNOWN);
    assertThat(new HostEnergy(sysfs).microJoules()).isEqualTo(ProcessUsage.UNKNOWN);
  }

  private void zone(String folder, String name, long microJoules, long range) {
    file(folder, "name", name);
    file(folder, "energy_uj", Long.toString(microJoules));
    file(folder, "max_energy_range_uj", Long.toString(range));
  }

  private void file(String folder, String name, String text) {
    try {
      Path zone = Files.createDirectories(sysfs.resolve("class/powercap").resolve(folder));
      Files.writeString(zone.resolve(name), text + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
