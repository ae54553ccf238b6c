package io.rpcstress.client.harness.process;

import io.rpcstress.engine.point.ClientBarrier;
import io.rpcstress.engine.point.PointListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A point measured by several client processes of this host at once, each a JVM of its own. They
 * release each other: this process waits and computes nothing meanwhile, as with one child. One
 * that fails or dies fails the point by its number, and the others are ended.
 */
public final class ForkedClients {

  private static final String PREFIX = "rpc-stress-";

  private final ForkedPoint each;
  private final int clients;

  /**
   * Nothing is started yet.
   *
   * @param clients how many, from 2 to {@link ClientBarrier#MAX_CLIENTS}
   */
  public ForkedClients(ForkedPoint each, int clients) {
    this.each = each;
    this.clients = clients;
  }

  /** One that was started. */
  private record Child(int number, Process process, ChildOutput output) {}

  /**
   * Runs all of them to their end, or ends them.
   *
   * @param listener is told the runs of the whole point, each with its clients' own behind it
   * @return whether every run of every client succeeded; where not, the listener was given the
   *     cause
   */
  public boolean run(PointListener listener) throws IOException, InterruptedException {
    Path barrier = Files.createTempFile(PREFIX, ".clients");
    List<Child> children = new CopyOnWriteArrayList<>();
    Ending ending = new Ending(children, barrier);
    Runtime.getRuntime().addShutdownHook(ending);
    try {
      for (int number = 0; number < clients; number++) {
        children.add(start(barrier, number));
      }
      Waited waited = await(children);
      end(children);
      if (ending.begun) {
        throw new InterruptedException("this process is ended, and its children with it");
      }
      return report(children, waited, listener);
    } finally {
      end(children);
      close(children, barrier);
      if (!Thread.currentThread().isInterrupted()) {
        ForkedPoint.removeHook(ending);
      }
    }
  }

  private Child start(Path barrier, int number) throws IOException {
    ChildOutput output = new ChildOutput();
    try {
      return new Child(number, each.builder(output, words(barrier, number)).start(), output);
    } catch (IOException e) {
      output.close();
      throw e;
    }
  }

  private List<String> words(Path barrier, int number) {
    return ClientsFile.words(barrier, number, clients);
  }

  /**
   * How the waiting ended.
   *
   * @param failed the first child that ended badly by itself; null where none did
   * @param running those that are still to be ended; without a failed one their time is over
   */
  private record Waited(@Nullable Child failed, List<Child> running) {}

  /** Until all have ended well, one has not, or time is over. */
  private Waited await(List<Child> children) throws InterruptedException {
    long until = System.nanoTime() + each.timeout().toNanos();
    List<Child> running = new ArrayList<>(children);
    while (!running.isEmpty()) {
      CompletableFuture<?>[] ends =
          running.stream().map(c -> c.process().onExit()).toArray(CompletableFuture[]::new);
      try {
        var unused =
            CompletableFuture.anyOf(ends).get(until - System.nanoTime(), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        return new Waited(null, running);
      } catch (ExecutionException e) {
        throw new IllegalStateException("the end of a process is not known", e);
      }
      for (Child one : List.copyOf(running)) {
        if (!one.process().isAlive()) {
          running.remove(one);
          if (one.process().exitValue() != 0) {
            return new Waited(one, running);
          }
        }
      }
    }
    return new Waited(null, running);
  }

  /** Tells what all have in common; then what went wrong. */
  private boolean report(List<Child> children, Waited waited, PointListener listener)
      throws IOException {
    SeveralClients heard =
        new SeveralClients(
            children.stream().map(child -> "client " + child.number()).toList(), false, listener);
    for (Child child : children) {
      int number = child.number();
      Integer exit = waited.running().contains(child) ? null : child.process().exitValue();
      var unused =
          new ChildReport(heard.of(number), line -> each.stderr().accept(heard.named(number, line)))
              .told(child.output(), exit, each.timeout());
    }
    Child failed = waited.failed();
    return heard.told(
        failed == null ? null : failed.number(),
        "numbered from 0, %d in all; the others were ended".formatted(clients));
  }

  private static void end(List<Child> children) {
    children.forEach(child -> child.process().destroyForcibly()); // all at once, then one by one
    children.forEach(child -> ForkedPoint.end(child.process()));
  }

  private static void close(List<Child> children, Path barrier) {
    children.forEach(child -> child.output().close());
    try {
      Files.deleteIfExists(barrier);
    } catch (IOException e) {
      // A temporary file too many; the host takes it away.
    }
  }

  /** This process is ended: the children go first, and their last words are not lost. */
  private final class Ending extends Thread {
    private final List<Child> children;
    private final Path barrier;
    private volatile boolean begun;

    Ending(List<Child> children, Path barrier) {
      super("end-clients");
      this.children = children;
      this.barrier = barrier;
    }

    @Override
    public void run() {
      begun = true;
      end(children);
      for (Child child : children) {
        try {
          child.output().tellErrors(each.stderr());
        } catch (IOException e) {
          // Nobody is left to read it.
        }
      }
      close(children, barrier);
    }
  }
}
