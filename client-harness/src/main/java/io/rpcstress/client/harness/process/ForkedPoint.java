package io.rpcstress.client.harness.process;

import io.rpcstress.client.harness.plan.Documents;
import io.rpcstress.client.harness.plan.Jvms;
import io.rpcstress.client.harness.plan.PointTask;
import io.rpcstress.client.harness.process.Children.Child;
import io.rpcstress.client.harness.process.Children.Waited;
import io.rpcstress.client.harness.process.SeveralClients.ClientsFile;
import io.rpcstress.engine.point.ParentCpu;
import io.rpcstress.engine.point.PointListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A point measured in a JVM of its own, so that one technology's classes and compiled code are not
 * another's. The child is handed the point as a document, a file; it ends when this process does,
 * whatever ends it.
 *
 * <p>While the child runs, this process waits and computes nothing: it is on the host that is
 * measured, and would take the processors that the child is measured on. What the child says goes
 * into files, and is decoded when it has ended.
 */
public final class ForkedPoint {

  /** System property that tells a child to end when its standard input does. */
  public static final String CHILD = "rpcstress.child";

  public static final String COMMAND = "point";

  /** Its option for several points, one after the other, as {@link WarmClient} asks for them. */
  public static final String FURTHER = "--further";

  private static final Duration ENDING = Duration.ofSeconds(10);

  private final String java;
  private final List<String> jvmOptions;
  private final List<String> program;
  private final Arguments arguments;
  private final Duration timeout;
  private final Consumer<String> stderr;

  /** What a child's program gets. */
  private interface Arguments {

    /** The words; files that they name lie beside the child's output. */
    List<String> of(ChildOutput output) throws IOException;
  }

  private ForkedPoint(
      String java,
      List<String> jvmOptions,
      List<String> program,
      Arguments arguments,
      Duration timeout,
      Consumer<String> stderr) {
    this.java = java;
    this.jvmOptions = List.copyOf(jvmOptions);
    this.program = program;
    this.arguments = arguments;
    this.timeout = timeout;
    this.stderr = stderr;
  }

  /**
   * A point in a process that has its technology's driver and no other. Nothing is started yet; the
   * child's stderr is passed on when it has ended.
   *
   * @param timeout how long the whole execution may take (600 s in the paper)
   */
  public static ForkedPoint of(PointTask task, Duration timeout, Consumer<String> stderr) {
    return new ForkedPoint(
        task.calls().jvms().java(),
        task.calls().jvm(),
        ThisProgram.measuring(task.point().technology()),
        output -> List.of(COMMAND, output.keepTask(Documents.of(task)).toString()),
        timeout,
        stderr);
  }

  /**
   * A whole command as a person starts it, with no JVM options and every driver, which reports
   * points as JSON lines.
   */
  public static ForkedPoint ofCommand(
      List<String> words, Duration timeout, Consumer<String> stderr) {
    List<String> copy = List.copyOf(words);
    return new ForkedPoint(
        Jvms.ANY.java(), List.of(), ThisProgram.whole(), output -> copy, timeout, stderr);
  }

  /** A child that is talked with while it runs, not started yet: all its streams are pipes. */
  public static ProcessBuilder talking(PointTask task, Path document, List<String> further) {
    List<String> words = of(task, task.calls().timeout(), line -> {}).wordsOfJvm(further);
    words.addAll(List.of(COMMAND, document.toString()));
    return new ProcessBuilder(words);
  }

  /**
   * A child that measures one point after the other, not started yet; it is talked with by stdin
   * and stdout.
   */
  static ProcessBuilder measuringSeveral(PointTask like, ChildOutput output) {
    List<String> words = of(like, like.calls().timeout(), line -> {}).wordsOfJvm(List.of());
    words.addAll(List.of(COMMAND, FURTHER));
    return new ProcessBuilder(words).redirectError(output.errors().toFile());
  }

  private ProcessBuilder builder(ChildOutput output, List<String> further) throws IOException {
    List<String> words = wordsOfJvm(further);
    words.addAll(arguments.of(output));
    return new ProcessBuilder(words)
        .redirectOutput(output.events().toFile())
        .redirectError(output.errors().toFile());
  }

  private List<String> wordsOfJvm(List<String> further) {
    List<String> words = new ArrayList<>();
    words.add(java);
    words.addAll(jvmOptions); // the last of two settings of one property holds
    words.add("-D" + CHILD + "=true");
    words.add("-D" + ParentCpu.PARENT + "=" + ProcessHandle.current().pid());
    words.addAll(further);
    words.addAll(program);
    return words;
  }

  public boolean run(PointListener listener) throws IOException, InterruptedException {
    return run(1, listener);
  }

  public Gathered gathered() throws IOException, InterruptedException {
    Gathered gathered = new Gathered();
    boolean unused = run(gathered);
    return gathered;
  }

  /**
   * Runs several client processes of this host at once to their end, or ends them. They release
   * each other: this process waits and computes nothing meanwhile, as with one child. One that
   * fails or dies fails the point by its number, and the others are ended.
   *
   * @param listener gets the runs of the whole point, each with its clients' own behind it
   * @return whether every run of every client succeeded; where not, the listener was given the
   *     cause
   */
  public boolean run(int clients, PointListener listener) throws IOException, InterruptedException {
    return run(clients, listener, null);
  }

  /** The same of one client process, while a fault comes from outside. */
  public boolean run(DisruptedPoint fault, PointListener listener)
      throws IOException, InterruptedException {
    return run(1, fault.passingOn(listener), fault);
  }

  private boolean run(int clients, PointListener listener, @Nullable DisruptedPoint fault)
      throws IOException, InterruptedException {
    try (Children children = new Children(stderr)) {
      Path barrier = clients == 1 ? null : children.file(".clients");
      for (int number = 0; number < clients; number++) {
        List<String> words =
            barrier == null ? List.of() : ClientsFile.words(barrier, number, clients);
        var unused = children.start(output -> builder(output, words));
      }
      if (fault != null) {
        fault.begin(children.all().get(0).output().events());
      }
      Waited waited = children.await(timeout);
      if (fault != null) {
        fault.end();
      }
      if (clients > 1) {
        return report(children, waited, listener);
      }
      Child only = children.all().get(0);
      return new ChildReport(listener, stderr).report(only.output(), waited.exit(only), timeout);
    }
  }

  private boolean report(Children children, Waited waited, PointListener listener)
      throws IOException {
    List<String> names = children.all().stream().map(each -> "client " + each.number()).toList();
    SeveralClients together = new SeveralClients(names, false, listener);
    for (Child child : children.all()) {
      int number = child.number();
      var unused =
          new ChildReport(together.of(number), line -> stderr.accept(together.named(number, line)))
              .report(child.output(), waited.exit(child), timeout);
    }
    Child failed = waited.failed();
    return together.report(
        failed == null ? null : failed.number(),
        "one of %d, numbered from 0; the others were ended".formatted(names.size()));
  }

  /** Deletes a temporary file; one that cannot be is one too many, and the host takes it away. */
  public static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // as said
    }
  }

  public static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The hook is running: this process ends, and the child with it.
    }
  }

  /** Ends the child and what it started, by their handles. */
  public static void end(Process child) {
    child.descendants().forEach(ProcessHandle::destroyForcibly);
    child.destroyForcibly();
    try {
      child.waitFor(ENDING.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
