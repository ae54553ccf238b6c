package io.rpcstress.client.harness.campaign.search;

import io.rpcstress.client.harness.process.ServerControl;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The servers that searches call, where they may be started anew: one search's at a time is up, so
 * that none is measured beside another. Those that ran before run again at the end, also where this
 * process is told to end amid a search. Used by one thread.
 */
public final class SearchServers implements AutoCloseable {

  /** How servers are started and stopped, and which. */
  private record Control(ServerControl program, List<String> names, PrintStream stderr) {}

  private final @Nullable Control control;
  private final Thread hook =
      new Thread(
          () -> {
            ending = true;
            restore();
          },
          "end-of-search");

  /** This process is told to end, and so may a program be that it called. */
  private volatile boolean ending;

  /** Those that ran before; null before the first was started anew. Guarded by this. */
  private @Nullable List<String> before;

  /** Whether none is started any more. Guarded by this. */
  private boolean ended;

  private SearchServers(@Nullable Control control) {
    this.control = control;
  }

  public static SearchServers untouched() {
    return new SearchServers(null);
  }

  public static SearchServers by(ServerControl control, List<String> names, PrintStream stderr) {
    return new SearchServers(new Control(control, List.copyOf(names), stderr));
  }

  /** Lets all end, and starts these; nothing where they are left as they are. */
  public synchronized void anew(List<String> needed) throws IOException, InterruptedException {
    Control by = control;
    if (by == null || needed.isEmpty()) {
      return;
    }
    if (before == null) {
      before = running(by);
      addHook();
    }
    boolean anew = !ended && by.program.stop(by.names) && by.program.start(needed);
    if (ended || ending) {
      throw new InterruptedException("this process is ended: no server is started any more");
    }
    if (!anew) {
      throw new IOException("--server-control did not start " + String.join(" ", needed));
    }
  }

  private static List<String> running(Control by) throws IOException, InterruptedException {
    List<String> running = new ArrayList<>();
    for (String name : by.names) {
      if (by.program.run(List.of(name))) {
        running.add(name);
      }
    }
    return running;
  }

  private void addHook() {
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException isEnding) {
      ended = true;
    }
  }

  /** Leaves the servers as they were found; not where this thread is interrupted meanwhile. */
  @Override
  public void close() {
    restore();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException isEnding) {
      // it runs, and finds that all is done
    }
  }

  /**
   * As {@link #close}, once. Any thread may call it; it waits for a server that is being started.
   */
  synchronized void restore() {
    Control by = control;
    List<String> earlier = before;
    if (by == null || earlier == null || ended) {
      return;
    }
    ended = true;
    List<String> others = by.names.stream().filter(name -> !earlier.contains(name)).toList();
    try {
      if (!by.program.stop(others) || !by.program.start(earlier)) {
        by.stderr.println("not as it was before the search: run " + String.join(" ", earlier));
      }
    } catch (IOException e) {
      by.stderr.println("not as it was before the search: " + e);
    } catch (InterruptedException e) {
      by.stderr.println("not as it was before the search: interrupted");
      Thread.currentThread().interrupt();
    }
  }
}
