package io.rpcstress.client.harness.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Processes that end when this one does, whatever ends it: then they go first, and what they wrote
 * to their stderr is not lost. Used by one thread; {@link #close} may be called by another.
 */
final class Children implements AutoCloseable {

  private final Consumer<String> stderr;
  private final List<Child> all = new CopyOnWriteArrayList<>();
  private final List<Path> files = new CopyOnWriteArrayList<>();
  private final Thread hook = new Thread(this::endWithThisProcess, "end-children");
  private volatile boolean ending;

  Children(Consumer<String> stderr) throws InterruptedException {
    this.stderr = stderr;
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException isEnding) {
      throw ended();
    }
  }

  /** One that was started. */
  record Child(int number, Process process, ChildOutput output) {}

  /** How a child is started that writes to some files. */
  interface Start {
    ProcessBuilder of(ChildOutput output) throws IOException;
  }

  Child start(Start start) throws IOException {
    ChildOutput output = new ChildOutput();
    try {
      Child child = new Child(all.size(), start.of(output).start(), output);
      all.add(child);
      return child;
    } catch (IOException e) {
      output.close();
      throw e;
    }
  }

  Path file(String suffix) throws IOException {
    Path file = Files.createTempFile(ChildOutput.PREFIX, suffix);
    files.add(file);
    return file;
  }

  List<Child> all() {
    return all;
  }

  /**
   * How the waiting ended.
   *
   * @param failed the first child that ended badly by itself; null where none did
   * @param running those that had to be ended; without a failed one their time was over
   */
  record Waited(@Nullable Child failed, List<Child> running) {

    /** With what a child ended; null where it had to be ended. */
    @Nullable Integer exit(Child child) {
      return running.contains(child) ? null : child.process().exitValue();
    }
  }

  /** Until all have ended well, one has not, or time is over; those that are left are ended. */
  Waited await(Duration timeout) throws InterruptedException {
    long until = System.nanoTime() + timeout.toNanos();
    List<Child> running = new ArrayList<>(all);
    Child failed = null;
    while (!running.isEmpty() && failed == null && isOneOver(running, until)) {
      for (Child one : List.copyOf(running)) {
        if (!one.process().isAlive()) {
          running.remove(one);
          failed = failed == null && one.process().exitValue() != 0 ? one : failed;
        }
      }
    }
    end();
    checkNotEnding();
    return new Waited(failed, running);
  }

  private static boolean isOneOver(List<Child> running, long until) throws InterruptedException {
    CompletableFuture<?>[] ends =
        running.stream().map(c -> c.process().onExit()).toArray(CompletableFuture[]::new);
    try {
      var unused =
          CompletableFuture.anyOf(ends).get(until - System.nanoTime(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("the end of a process is not known", e);
    }
  }

  /** Sees that the children's end is not that of this process, which would be no result. */
  void checkNotEnding() throws InterruptedException {
    if (ending) {
      throw ended();
    }
  }

  private static InterruptedException ended() {
    return new InterruptedException("this process is ending, and so are its children");
  }

  private void end() {
    all.forEach(child -> child.process().destroyForcibly()); // all at once, then one by one
    all.forEach(child -> ForkedPoint.end(child.process()));
  }

  private void endWithThisProcess() {
    ending = true;
    end();
    for (Child child : all) {
      try {
        child.output().tellErrors(stderr);
      } catch (IOException e) {
        // Nothing is left to read it.
      }
    }
    delete();
  }

  private void delete() {
    all.forEach(child -> child.output().close());
    files.forEach(ForkedPoint::delete);
  }

  @Override
  public void close() {
    end();
    delete();
    if (!Thread.currentThread().isInterrupted()) {
      ForkedPoint.removeHook(hook);
    }
  }
}
