package io.rpcstress.client.harness.process;

import io.rpcstress.client.harness.plan.Jvms;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * The program that starts and stops servers: {@code deploy/servers.sh} on this machine, or the one
 * that asks host B. It is called with a verb and the servers' names, and what it prints goes to a
 * log by itself, also when this process is ended meanwhile. Once that is so, it is not called any
 * more, but {@link #atEnd}: a server would stay that no one waits for.
 */
public final class ServerControl {

  /** How long what is under way may take when this process ends: a start, and a drain before. */
  private static final int ENDING_SECONDS = 90;

  private final Path program;
  private final Path log;
  private final boolean atEnd;

  public ServerControl(Path program, Path log) {
    this(program, log, /* atEnd= */ false);
  }

  private ServerControl(Path program, Path log, boolean atEnd) {
    this.program = program;
    this.log = log;
    this.atEnd = atEnd;
  }

  /** The same for a caller that this process' end waits for: it is called also then. */
  public ServerControl atEnd() {
    return new ServerControl(program, log, /* atEnd= */ true);
  }

  /** Starts these on a JVM, and waits until they accept calls; says whether all do. */
  public boolean start(Collection<String> servers, Jvms jvm)
      throws IOException, InterruptedException {
    return start(servers, jvm, List.of());
  }

  public boolean start(Collection<String> servers, Jvms jvm, List<String> further)
      throws IOException, InterruptedException {
    List<String> options = new ArrayList<>(jvm.serverOptions());
    options.addAll(further);
    return call("start", servers, options, jvm, logged());
  }

  /** Lets these end, and waits for it; says whether all have. */
  public boolean stop(Collection<String> servers) throws IOException, InterruptedException {
    return call("stop", servers);
  }

  /** Ends these at once; says whether all have ended. */
  public boolean kill(Collection<String> servers) throws IOException, InterruptedException {
    return call("kill", servers);
  }

  /** Ends those of these that run, as {@link #stop}, and starts all as they were started before. */
  public boolean restart(Collection<String> servers, Jvms jvm)
      throws IOException, InterruptedException {
    return call("restart", servers, List.of(), jvm, logged());
  }

  /**
   * Has their host do something to these, such as {@code freeze}, for as long as its program says,
   * and waits until it is over, which it is also when this process is ended meanwhile. What it
   * reports goes to the log.
   */
  public boolean disturb(String verb, Collection<String> servers)
      throws IOException, InterruptedException {
    return call(verb, servers, List.of(), Jvms.ANY, logged());
  }

  public boolean run(Collection<String> servers) throws IOException, InterruptedException {
    return call("status", servers);
  }

  private ProcessBuilder.Redirect logged() {
    return ProcessBuilder.Redirect.appendTo(log.toFile());
  }

  private boolean call(String verb, Collection<String> servers)
      throws IOException, InterruptedException {
    return call(verb, servers, List.of(), Jvms.ANY, ProcessBuilder.Redirect.DISCARD);
  }

  private boolean call(
      String verb,
      Collection<String> servers,
      List<String> options,
      Jvms jvm,
      ProcessBuilder.Redirect output)
      throws IOException, InterruptedException {
    if (servers.isEmpty()) {
      return true;
    }
    List<String> words = new ArrayList<>(List.of(program.toString(), verb));
    words.addAll(servers);
    words.addAll(options);
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().putAll(jvm.environment());
    builder
        .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
        .redirectOutput(output)
        .redirectError(ProcessBuilder.Redirect.INHERIT);
    // Before the start: a server that comes up behind this process' end would stay.
    CompletableFuture<Process> started = new CompletableFuture<>();
    Thread hook = new Thread(() -> awaitEnd(started), "server-control");
    addHook(hook);
    try {
      Process process = builder.start();
      started.complete(process);
      return process.waitFor() == 0;
    } finally {
      started.cancel(/* mayInterruptIfRunning= */ false); // nothing, if it has started
      ForkedPoint.removeHook(hook);
    }
  }

  private void addHook(Thread hook) throws InterruptedException {
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException isEnding) {
      if (!atEnd) {
        throw new InterruptedException("this process is ending, so servers stay as they are");
      }
    }
  }

  private static void awaitEnd(CompletableFuture<Process> started) {
    try {
      boolean unused = started.get().waitFor(ENDING_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | CancellationException e) {
      // there is no process
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
