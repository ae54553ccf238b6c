package io.rpcstress.client.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rpcstress.measure.Cost.EnergyCost;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.RunCsv;
import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.usage.HostEnergy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From made-up energy counters of two hosts through both programs to a file. */
class EnergyIT {

  private static final double CLIENT_MW = 5_000;
  private static final double SERVER_MW = 8_000;

  /** Of a power that does not change; a thread that is late makes it seem to. */
  private static final double TOLERATED = 0.5;

  @TempDir Path folder;

  private final ScheduledExecutorService ticking = Executors.newScheduledThreadPool(1);

  @AfterEach
  void stop() {
    ticking.shutdownNow();
  }

  /** A host whose one package takes the same power all the time. */
  private List<String> host(String name, double milliWatts) throws IOException {
    Path sysfs = folder.resolve(name);
    Path zone = Files.createDirectories(sysfs.resolve("class/powercap/intel-rapl:0"));
    Files.writeString(zone.resolve("name"), "package-0\n");
    Files.writeString(zone.resolve("max_energy_range_uj"), "262143328850\n");
    Files.writeString(zone.resolve("energy_uj"), "0\n");
    long begun = System.nanoTime();
    Path next = folder.resolve(name + ".next");
    var unused =
        ticking.scheduleAtFixedRate(
            () -> {
              try {
                long microJoules = (long) ((System.nanoTime() - begun) / 1e6 * milliWatts);
                Files.writeString(next, microJoules + "\n");
                Files.move(next, zone.resolve("energy_uj"), StandardCopyOption.ATOMIC_MOVE);
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            },
            0,
            2,
            TimeUnit.MILLISECONDS);
    return List.of("-D" + HostEnergy.SYSFS + "=" + sysfs);
  }

  @Test
  void bothHostsIdlePowerAndWhatIsAboveItAreInTheRows() throws Exception {
    List<String> onB = host("b", SERVER_MW);
    List<String> onA = host("a", CLIENT_MW);
    try (ServerProcess server = SharedServers.own("tcp", onB);
        JarProcess client =
            JarProcess.client(
                onA,
                JarProcess.calling(
                    "tcp",
                    server,
                    "run --protocol tcp --threads 1 --warmup 0s --duration 500ms --windows 2 --out "
                        + folder.resolve("out"),
                    JarProcess.QUICK))) {
      assertThat(client.exit()).as("%s", client.err).isZero();
    }
    Path csv = folder.resolve("out/raw/tcp/t1-timed500ms-warmup0s-windows2.csv");
    List<Run> runs = RunCsv.read(csv).runs();
    assertThat(runs).hasSize(2);
    for (Run run : runs) {
      EnergyCost energy = run.cost().energy();
      assertThat(energy.clientIdleMw()).isCloseTo(CLIENT_MW, within(TOLERATED * CLIENT_MW));
      assertThat(energy.serverIdleMw()).isCloseTo(SERVER_MW, within(TOLERATED * SERVER_MW));
      assertThat(energy.clientMj()).isBetween(0.0, TOLERATED * CLIENT_MW / 2);
      assertThat(energy.serverMj()).isBetween(0.0, TOLERATED * SERVER_MW / 2);
    }
  }
}
