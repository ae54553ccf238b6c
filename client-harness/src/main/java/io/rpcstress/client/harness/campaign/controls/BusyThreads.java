package io.rpcstress.client.harness.campaign.controls;

import java.time.Duration;

/** Threads that keep every processor of this process busy; until closed, or their time is over. */
final class BusyThreads implements FlaggedShortage.Burning {

  /** No control takes this long: whatever becomes of it, the burning ends. */
  private static final Duration LONGEST = Duration.ofMinutes(2);

  private volatile boolean burning = true;

  private BusyThreads() {}

  /** One for each processor. */
  static BusyThreads start() {
    BusyThreads threads = new BusyThreads();
    long end = System.nanoTime() + LONGEST.toNanos();
    for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
      Thread thread = new Thread(() -> threads.burn(end), "busy-" + i);
      thread.setDaemon(true);
      thread.start();
    }
    return threads;
  }

  private void burn(long end) {
    while (burning && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  @Override
  public void close() {
    burning = false;
  }
}
