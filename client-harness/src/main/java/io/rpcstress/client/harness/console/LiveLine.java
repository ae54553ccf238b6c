package io.rpcstress.client.harness.console;

import io.rpcstress.engine.load.LiveCounts;
import io.rpcstress.engine.load.NanoClock;
import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One line of text a second while a load runs, printed by the process that makes the load: nothing
 * else may compute on its host meanwhile. It wakes once a second, reads one small histogram and
 * prints some sixty characters.
 */
public final class LiveLine implements AutoCloseable {

  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final double NANOS_PER_SECOND = 1e9;

  /** Lines that are made and not shown, so that no first one loads its classes inside the clock. */
  private static final int REHEARSALS = 20;

  private final LiveCounts counts;
  private final PrintStream terminal;
  private final Consumer<LiveCounts.Snapshot> further;
  private final Thread thread = new Thread(this::printOnAndOn, "live-line");

  // Confined to the thread.
  private long last;
  private int number;

  private LiveLine(LiveCounts counts, PrintStream terminal, Consumer<LiveCounts.Snapshot> further) {
    this.counts = counts;
    this.terminal = terminal;
    this.further = further;
    thread.setDaemon(true);
  }

  /** Begins to print; nothing appears before the load's clock starts. */
  public static LiveLine start(
      LiveCounts counts, PrintStream terminal, Consumer<LiveCounts.Snapshot> further) {
    for (int i = 0; i < REHEARSALS; i++) {
      String unused = text(i, 1, new LiveCounts.Snapshot(i, 0, (double) i));
    }
    LiveLine line = new LiveLine(counts, terminal, further);
    line.thread.start();
    return line;
  }

  private void printOnAndOn() {
    long due = NanoClock.SYSTEM.nanos();
    last = due;
    try {
      while (true) {
        due += INTERVAL_NANOS;
        NanoClock.SYSTEM.await(due);
        print(NanoClock.SYSTEM.nanos());
      }
    } catch (InterruptedException over) {
      // Closed.
    }
  }

  private void print(long now) {
    LiveCounts.Snapshot seen = counts.take();
    if (counts.isRunning()) {
      terminal.println(text(++number, (now - last) / NANOS_PER_SECOND, seen));
      further.accept(seen);
    }
    last = now;
  }

  static String text(int number, double seconds, LiveCounts.Snapshot seen) {
    Double p99 = seen.p99Millis();
    String latency = p99 == null ? "     no reply" : String.format(Locale.ROOT, "%,10.3f ms", p99);
    return String.format(
        Locale.ROOT,
        "%4d s  %,10.0f calls/s  p99 %s  %,d errors",
        number,
        seen.ok() / seconds,
        latency,
        seen.errors());
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
