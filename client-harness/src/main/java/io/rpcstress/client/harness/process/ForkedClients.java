package io.rpcstress.client.harness.process;

import io.rpcstress.engine.point.ClientBarrier;
import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.engine.point.PointListener;
import io.rpcstress.measure.ClientSum;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.SeriesRow;
import io.rpcstress.measure.ServiceRow;
import io.rpcstress.usage.HostCpu;
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
import org.HdrHistogram.Histogram;
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
   * @param each what every client is
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
   * @throws IOException if a JVM could not be started; then none is left
   * @throws InterruptedException where this thread was interrupted; the children are ended first
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
    Child failed = waited.failed();
    List<Heard> heard = new ArrayList<>();
    for (Child child : children) {
      Heard one = new Heard(child.number(), listener);
      heard.add(one);
      Integer exit = waited.running().contains(child) ? null : child.process().exitValue();
      var unused =
          new ChildReport(one, line -> each.stderr().accept(one.named(line)))
              .told(child.output(), exit, each.timeout());
    }
    sums(heard, listener);
    @Nullable Heard first =
        failed != null
            ? heard.get(failed.number())
            : heard.stream().filter(h -> h.failure != null).findFirst().orElse(null);
    PointFailure why = first == null ? null : first.failure;
    if (first != null && why != null) {
      listener.failed(
          new PointFailure(
              why.cause(),
              "%s (numbered from 0, %d in all; the others were ended)"
                  .formatted(first.named(why.detail()), clients),
              why.failures()));
      return false;
    }
    series(heard, listener);
    listener.services(heard.get(0).services); // the first client reads the servers for all
    heard.stream().mapToDouble(h -> h.parentMs).max().ifPresent(listener::parentCpu);
    return true;
  }

  /** The runs that every client has. */
  private static void sums(List<Heard> heard, PointListener listener) {
    int common = heard.stream().mapToInt(h -> h.runs.size()).min().orElse(0);
    HostCpu host = HostCpu.read();
    for (int i = 0; i < common; i++) {
      int at = i;
      List<Run> runs = heard.stream().map(h -> h.runs.get(at)).toList();
      Histogram all = sum(heard.stream().map(h -> h.latencies.get(at)).toList());
      listener.run(ClientSum.of(runs, all, host::maxCpuNanos), all);
      for (Heard one : heard) {
        listener.client(ClientSum.own(one.runs.get(i), one.number), one.latencies.get(i));
      }
    }
  }

  /** A new one, which grows as it needs: those that were read cannot. */
  private static Histogram sum(List<Histogram> parts) {
    Histogram all = new Histogram(parts.get(0).getNumberOfSignificantValueDigits());
    parts.forEach(all::add);
    return all;
  }

  /** Adds the time series up where all have the same intervals from their gates on. */
  private static void series(List<Heard> heard, PointListener listener) {
    List<SeriesRow> sum = heard.get(0).series;
    for (Heard one : heard.subList(1, heard.size())) {
      sum = added(sum, one.series);
    }
    if (!sum.isEmpty()) {
      listener.series(sum);
    }
  }

  private static List<SeriesRow> added(List<SeriesRow> one, List<SeriesRow> other) {
    List<SeriesRow> sum = new ArrayList<>();
    for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
      SeriesRow a = one.get(i);
      SeriesRow b = other.get(i);
      if (a.fromMillis() != b.fromMillis() || a.toMillis() != b.toMillis()) {
        return List.of();
      }
      sum.add(new SeriesRow(a.fromMillis(), a.toMillis(), a.callsOk() + b.callsOk(), a.phase()));
    }
    return sum;
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

  /** What one client said. Confined to the thread that waited for it. */
  private static final class Heard implements PointListener {
    private final int number;
    private final PointListener listener;
    private final List<Run> runs = new ArrayList<>();
    private final List<Histogram> latencies = new ArrayList<>();
    private List<SeriesRow> series = List.of();
    private List<ServiceRow> services = List.of();
    private double parentMs;
    private @Nullable PointFailure failure;

    Heard(int number, PointListener listener) {
      this.number = number;
      this.listener = listener;
    }

    String named(String text) {
      return "client " + number + ": " + text;
    }

    @Override
    public void run(Run run, Histogram histogram) {
      runs.add(run);
      latencies.add(histogram);
    }

    @Override
    public void series(List<SeriesRow> rows) {
      series = rows;
    }

    @Override
    public void services(List<ServiceRow> rows) {
      services = rows;
    }

    @Override
    public void parentCpu(double millis) {
      parentMs = millis;
    }

    @Override
    public void warning(String line) {
      listener.warning(named(line));
    }

    @Override
    public void failed(PointFailure why) {
      failure = why;
    }
  }
}
