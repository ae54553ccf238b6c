package io.rpcstress.engine.point;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.rpcstress.driver.Address;
import io.rpcstress.measure.Cost.EnergyCost;
import io.rpcstress.usage.HostEnergy;
import io.rpcstress.usage.ProcessUsage;
import io.rpcstress.usage.ServerUsage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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
  private HttpServer server;

  @BeforeEach
  void aServerThatReportsItsHostsEnergy() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/usage",
        exchange -> {
          try (exchange) {
            byte[] body = reported().toText().getBytes(UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
          }
        });
    server.start();
    counter();
  }

  @AfterEach
  void stop() {
    server.stop(0);
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

  private UsageReader reader() {
    return new UsageReader(new Address("127.0.0.1", server.getAddress().getPort()));
  }

  private IdlePower idle(HostEnergy client) throws InterruptedException {
    return IdlePower.measure(
        client, reported(), reader(), now::get, time -> pass(time.toMillis(), 5_000, 8_000));
  }

  private CostMeter meter(HostEnergy client, IdlePower idle) {
    return new CostMeter(
        Sources.above(
            Sources.with(List.of(reader()), Sources.processors(64), now::get), idle, client),
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
}
