package io.rpcstress.client.harness.campaign.search;

import io.rpcstress.client.harness.plan.Jvms;
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

  private final ServerControl program;
  private final List<String> names;
  private final Jvms jvm;
  private final PrintStream stderr;
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

  public SearchServers(ServerControl program, List<String> names, Jvms jvm, PrintStream stderr) {
    this.program = program;
    this.jvm = jvm;
    this.names = List.copyOf(names);
    this.stderr = stderr;
  }

  public synchronized void anew(List<String> needed) throws IOException, InterruptedException {
    if (needed.isEmpty()) {
      return;
    }
    if (before == null) {
      before = running();
      addHook();
    }
    boolean anew = !ended && program.stop(names) && program.start(needed, jvm);
    if (ended || ending) {
      throw new InterruptedException("this process is ending, so no server is started any more");
    }
    if (!anew) {
      throw new IOException("--server-control did not start " + String.join(" ", needed));
    }
  }

  private List<String> running() throws IOException, InterruptedException {
    List<String> running = new ArrayList<>();
    for (String name : names) {
      if (program.run(List.of(name))) {
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
    List<String> earlier = before;
    if (earlier == null || ended) {
      return;
    }
    ended = true;
    // start leaves what runs as it is: on the search's JVM
    List<String> stopped =
        names.stream().filter(name -> !earlier.contains(name) || !jvm.equals(Jvms.ANY)).toList();
    ServerControl atEnd = program.atEnd();
    try {
      if (!atEnd.stop(stopped) || !atEnd.start(earlier, Jvms.ANY)) {
        stderr.println("not as it was before the search: run " + String.join(" ", earlier));
      }
    } catch (IOException e) {
      stderr.println("not as it was before the search: " + e);
    } catch (InterruptedException e) {
      stderr.println("not as it was before the search: interrupted");
      Thread.currentThread().interrupt();
    }
  }
}
