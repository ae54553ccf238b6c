package io.rpcstress.client.harness.campaign.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.client.harness.process.ServerControl;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The servers that searches call, where they may be started anew: one search's at a time is up, so
 * that none is measured beside another. Those that ran before run again at the end. Used by one
 * thread.
 */
public final class SearchServers implements AutoCloseable {

  private final @Nullable ServerControl control;
  private final List<String> names;
  private final PrintStream stderr;

  /** Those that ran before; null before the first was started anew. */
  private @Nullable List<String> before;

  private SearchServers(@Nullable ServerControl control, List<String> names, PrintStream stderr) {
    this.control = control;
    this.names = List.copyOf(names);
    this.stderr = stderr;
  }

  /** Servers that are left as they are, of which there is nothing to say. */
  public static SearchServers untouched() {
    return new SearchServers(
        null, List.of(), new PrintStream(OutputStream.nullOutputStream(), false, UTF_8));
  }

  /**
   * Servers that a program starts and stops.
   *
   * @param names of all, each once
   * @param stderr where it is said which of them do not run again at the end
   */
  public static SearchServers by(ServerControl control, List<String> names, PrintStream stderr) {
    return new SearchServers(control, names, stderr);
  }

  /**
   * Lets all end, and starts these; nothing where they are left as they are.
   *
   * @throws IOException if one of these does not run then; the message names them
   */
  public void anew(List<String> needed) throws IOException, InterruptedException {
    ServerControl program = control;
    if (program == null || needed.isEmpty()) {
      return;
    }
    if (before == null) {
      before = running(program);
    }
    if (!program.stop(names) || !program.start(needed)) {
      throw new IOException("--server-control did not start " + String.join(" ", needed));
    }
  }

  private List<String> running(ServerControl program) throws IOException, InterruptedException {
    List<String> running = new ArrayList<>();
    for (String name : names) {
      if (program.run(List.of(name))) {
        running.add(name);
      }
    }
    return running;
  }

  /** Leaves the servers as they were found; not where this thread is interrupted meanwhile. */
  @Override
  public void close() throws IOException {
    ServerControl program = control;
    List<String> earlier = before;
    if (program == null || earlier == null) {
      return;
    }
    List<String> others = names.stream().filter(name -> !earlier.contains(name)).toList();
    try {
      if (!program.stop(others) || !program.start(earlier)) {
        stderr.println("not as it was before the search: run " + String.join(" ", earlier));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
