package io.rpcstress.client.harness.console;

import java.io.PrintStream;

/**
 * Says which of several searches begins, and about how long they still take. Confined to one
 * thread.
 */
public final class SearchProgress {

  private final PrintStream stderr;
  private final int searches;
  private final long begun = System.nanoTime();
  private int named;
  private int made;

  public SearchProgress(PrintStream stderr, int searches) {
    this.stderr = stderr;
    this.searches = searches;
  }

  public void begins(String name) {
    if (searches > 1) {
      stderr.printf(
          "search %d of %d%s: %s%n",
          named + 1,
          searches,
          Progress.timeLeft(System.nanoTime() - begun, made, searches - named),
          name);
    }
    named++;
    made++;
  }

  public void leftOut(String name) {
    named++;
    stderr.printf("search %d of %d: %s has its answer already%n", named, searches, name);
  }
}
