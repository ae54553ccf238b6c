package io.rpcstress.client.harness.process;

import io.rpcstress.client.harness.plan.Jvms;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The program that starts and stops servers: {@code deploy/servers.sh} on this machine, or the one
 * that asks host B. It is called with a verb and the servers' names, and what it prints goes to a
 * log by itself, also when this process is ended meanwhile.
 */
public final class ServerControl {

  /** How long what is under way may take when this process ends: a start, and a drain before. */
  private static final int ENDING_SECONDS = 90;

  private final Path program;
  private final Path log;

  public ServerControl(Path program, Path log) {
    this.program = program;
    this.log = log;
  }

  /** Starts these on a JVM, and waits until they accept calls; says whether all do. */
  public boolean start(Collection<String> servers, Jvms jvm)
      throws IOException, InterruptedException {
    return start(servers, jvm, List.of());
  }

  /** The same, with options that the servers get besides. */
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
   * Has their host do something to these for as long as its program says, and waits until it is
   * over, which it is also when this process is ended meanwhile. What it reports goes to the log.
   *
   * @param verb such as {@code freeze}
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
    Process process =
        builder
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(output)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    // A server that comes up behind this process' end would stay: it is not known yet.
    Thread hook = new Thread(() -> awaitEnd(process), "server-control");
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException isEnding) {
      // another hook may start and stop servers, and waits for them itself
    }
    int exit = process.waitFor();
    ForkedPoint.removeHook(hook);
    return exit == 0;
  }

  private static void awaitEnd(Process process) {
    try {
      boolean unused = process.waitFor(ENDING_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
