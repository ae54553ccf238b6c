package io.rpcstress.rpcx.bench;

import io.rpcstress.rpcx.bench.GoodClients.Phase;
import io.rpcstress.rpcx.bench.Held.Resource;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A small server process, good clients that call it all the time, and what both see before, during
 * and after an interference. Prints a row a phase.
 */
final class InterferenceRun implements AutoCloseable {
  /** JVM options of the server that the requirement is written for. */
  private static final List<String> SMALL =
      List.of("-Xmx512m", "-XX:MaxDirectMemorySize=128m", "-XX:+UseSerialGC");

  private static final long LOOK_MILLIS = 200;
  private static final long GONE_SECONDS = 90;
  private static final long WARM_UP_SECONDS = 3;
  private static final double MEGABYTE = 1 << 20;
  private static final String ROW = "%-8s %12s %9s %9s %8s %10s %10s %12s %12s%n";

  private final ServerProcess server;
  private final GoodClients good;
  private final long phaseMillis;
  private final Held before;
  private long failed;

  /** Something that happens during a phase. */
  interface Interference {
    /** Does it; what it leaves behind stays until it is closed. */
    void begin() throws IOException, InterruptedException;
  }

  /**
   * Starts server and good clients, and measures them alone.
   *
   * @param connections that the server accepts
   * @param seconds how long a phase lasts
   */
  InterferenceRun(int connections, int seconds) throws IOException, InterruptedException {
    phaseMillis = TimeUnit.SECONDS.toMillis(seconds);
    server = new ServerProcess(SMALL, "--connections", Integer.toString(connections));
    good = new GoodClients(server.port());
    Thread.sleep(TimeUnit.SECONDS.toMillis(Math.min(WARM_UP_SECONDS, seconds)));
    before = server.held(true);
    System.out.printf(
        ROW,
        "phase",
        "calls/s",
        "p99 ms",
        "max ms",
        "failed",
        "heap MB",
        "direct MB",
        "unread MB",
        "connections");
    phase("before", () -> {});
  }

  int port() {
    return server.port();
  }

  /** Measures while something is done, and for a while after that. */
  void phase(String name, Interference interference) throws IOException, InterruptedException {
    Map<Resource, Long> most = new EnumMap<>(Resource.class);
    long start = good.begin();
    Watch watch = new Watch(most);
    watch.start();
    interference.begin();
    Thread.sleep(phaseMillis);
    watch.end();
    Phase seen = good.end(start);
    failed += seen.failed();
    System.out.printf(
        ROW,
        name,
        "%,.0f".formatted(seen.callsPerSecond()),
        "%.2f".formatted(seen.p99Millis()),
        "%.1f".formatted(seen.maxMillis()),
        seen.failed(),
        "%.0f".formatted(most.getOrDefault(Resource.HEAP, 0L) / MEGABYTE),
        "%.0f".formatted(most.getOrDefault(Resource.DIRECT, 0L) / MEGABYTE),
        "%.1f".formatted(most.getOrDefault(Resource.UNWRITTEN, 0L) / MEGABYTE),
        most.getOrDefault(Resource.CONNECTIONS, 0L));
  }

  /** Keeps the most that the server held. */
  private final class Watch extends Thread {
    private final Map<Resource, Long> most;
    private volatile boolean over;

    Watch(Map<Resource, Long> most) {
      super("watch");
      this.most = most;
    }

    @Override
    public void run() {
      try {
        while (!over) {
          Held now = server.held(false);
          for (Resource each : Resource.values()) {
            var unused = most.merge(each, now.get(each), Math::max);
          }
          Thread.sleep(LOOK_MILLIS);
        }
      } catch (IOException | InterruptedException e) {
        System.out.println("the server process has ended: " + e.getMessage());
      }
    }

    void end() throws InterruptedException {
      over = true;
      join();
    }
  }

  /**
   * Waits until the server is as it was, measures once more, and judges.
   *
   * @return whether no good call failed and the server is back where it was
   */
  boolean end() throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(GONE_SECONDS);
    Held after = server.held(true);
    while (!after.beyond(before).isEmpty() && System.nanoTime() - end < 0) {
      TimeUnit.SECONDS.sleep(1);
      after = server.held(true);
    }
    phase("after", () -> {});
    boolean clean = HeldTable.print("server", before, after);
    if (failed > 0) {
      System.out.printf("FAILED: %d calls of good clients, last: %s%n", failed, good.problem());
    }
    if (!clean) {
      System.out.println("FAILED: the server holds more than before");
    }
    return clean && failed == 0;
  }

  @Override
  public void close() throws IOException {
    good.close();
    server.close();
  }
}
