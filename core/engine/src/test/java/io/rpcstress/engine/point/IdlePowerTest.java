package io.rpcstress.engine.point;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.measure.Cost.EnergyCost;
import io.rpcstress.usage.HostEnergy;
import io.rpcstress.usage.ProcessUsage;
import io.rpcstress.usage.ServerUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Energy above idle, of a made-up sysfs tree of the client and of a server that reports its own.
 */
class IdlePowerTest {

  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  @TempDir Path sysfs;

  private final AtomicLong now = new AtomicLong(7);
  private final AtomicLong clientUj = new AtomicLong(1_000);
  private final AtomicLong serverUj = new AtomicLong(500_000);
  private boolean serverReports = true;

  private final UsageServer server = new UsageServer(page -> reported().toText());

  @BeforeEach
  void aHostThatReportsItsEnergy() {
    counter();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private ServerUsage reported() {
    ProcessUsage used = new ProcessUsage(1, 1, 1, 1, 1, 1, 1, now.get());
    long energy = serverReports ? serverUj.get() : ProcessUsage.UNKNOWN;
    return new ServerUsage(
        "tcp",
        "example",
        1,
        1,
        0,
        0,
        1,
        used,
        1,
        1,
        energy,
        ProcessUsage.UNKNOWN,
        ProcessUsage.UNKNOWN);
  }

  private void counter() {
    try {
      Path zone = Files.createDirectories(sysfs.resolve("class/powercap/intel-rapl:0"));
      Files.writeString(zone.resolve("name"), "package-0\n");
      Files.writeString(zone.resolve("max_energy_range_uj"), "262143328850\n");
      Files.writeString(zone.resolve("energy_uj"), clientUj.get() + "\n");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Both hosts take so much for so long. */
  private void pass(long millis, long clientMw, long serverMw) {
    now.addAndGet(millis * MILLI);
    clientUj.addAndGet(millis * clientMw);
    serverUj.addAndGet(millis * serverMw);
    counter();
  }

  private IdlePower idle(HostEnergy client) throws InterruptedException {
    return IdlePower.measure(
        client, reported(), server.reader(), now::get, time -> pass(time.toMillis(), 5_000, 8_000));
  }

  private CostMeter meter(HostEnergy client, IdlePower idle) {
    return new CostMeter(
        Sources.above(
            Sources.with(List.of(server.reader()), Sources.processors(64), now::get), idle, client),
        CostMeter.Borders.QUIET,
        line -> {});
  }

  @Test
  void aRunsEnergyIsWhatItTookBeyondWhatBothHostsTakeIdle() throws InterruptedException {
    HostEnergy client = new HostEnergy(sysfs);
    CostMeter meter = meter(client, idle(client));

    meter.beforeGate();
    pass(2_000, 12_000, 9_000);
    meter.afterLastReply();

    assertThat(meter.cost().energy())
        .isEqualTo(new EnergyCost(2 * 7_000.0, 2 * 1_000.0, 5_000.0, 8_000.0));
  }

  @Test
  void oneHostThatReportsIsEnough() throws InterruptedException {
    serverReports = false;
    HostEnergy client = new HostEnergy(sysfs);
    assertThat(idle(client)).isEqualTo(new IdlePower(5_000.0, null));
    serverReports = true;
    assertThat(idle(HostEnergy.NONE)).isEqualTo(new IdlePower(null, 8_000.0));
  }

  @Test
  void hostsThatReportNothingLeaveItUnknownAndAreNotWaitedFor() throws InterruptedException {
    serverReports = false;
    long before = now.get();
    assertThat(idle(HostEnergy.NONE)).isEqualTo(IdlePower.UNKNOWN);
    assertThat(now).hasValue(before);
  }
}
