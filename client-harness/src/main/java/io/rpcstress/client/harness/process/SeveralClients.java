package io.rpcstress.client.harness.process;

import io.rpcstress.engine.load.PartResult;
import io.rpcstress.engine.point.ClientBarrier;
import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.engine.point.PointListener;
import io.rpcstress.measure.ClientSum;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.SeriesRow;
import io.rpcstress.usage.HostCpu;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What each of several clients of one point said, and what they had together, which is passed to
 * the listener of the point. Confined to the thread that waited for them; used once.
 */
public final class SeveralClients {

  private final List<ClientResult> clients = new ArrayList<>();
  private final PointListener listener;
  private final boolean onHosts;

  public SeveralClients(List<String> names, boolean onHosts, PointListener listener) {
    this.listener = listener;
    this.onHosts = onHosts;
    for (int number = 0; number < names.size(); number++) {
      clients.add(new ClientResult(number, names.get(number)));
    }
  }

  public PointListener of(int client) {
    return clients.get(client);
  }

  public String named(int client, String line) {
    return clients.get(client).named(line);
  }

  /**
   * Reports what all have in common; then what went wrong. Whether every run of every client
   * succeeded.
   *
   * @param failed the first one that ended badly by itself; null where none is known
   */
  public boolean report(@Nullable Integer failed, String others) {
    sums();
    ClientResult first =
        failed != null
            ? clients.get(failed)
            : clients.stream().filter(h -> h.failure() != null).findFirst().orElse(null);
    PointFailure why = first == null ? null : first.failure();
    if (first != null && why != null) {
      listener.failed(
          new PointFailure(
              why.cause(), "%s (%s)".formatted(first.named(why.detail()), others), why.failures()));
      return false;
    }
    series();
    listener.parts(PartResult.sum(clients.stream().map(Gathered::parts).toList()));
    listener.services(clients.get(0).services()); // the first client reads the servers for all
    clients.stream().mapToDouble(h -> h.parentMs()).max().ifPresent(listener::parentCpu);
    return true;
  }

  private void sums() {
    int common = clients.stream().mapToInt(h -> h.runs().size()).min().orElse(0);
    HostCpu host = HostCpu.read();
    for (int i = 0; i < common; i++) {
      int at = i;
      List<Run> runs = clients.stream().map(h -> h.runs().get(at)).toList();
      Histogram all = sum(clients.stream().map(h -> h.latencies().get(at)).toList());
      Run whole =
          onHosts ? ClientSum.ofHosts(runs, all) : ClientSum.of(runs, all, host::maxCpuNanos);
      List<OpenRun> open = clients.stream().map(h -> h.openRun()).filter(o -> o != null).toList();
      if (open.size() == clients.size()) {
        Histogram service = sum(clients.stream().map(h -> h.service()).toList());
        listener.open(ClientSum.ofOpen(whole, open, service), all, service);
        continue;
      }
      listener.run(whole, all);
      for (ClientResult one : clients) {
        Run run = one.runs().get(i);
        listener.client(
            onHosts ? ClientSum.ownOfHost(run, one.number) : ClientSum.own(run, one.number),
            one.latencies().get(i));
      }
    }
  }

  /** A new one, which grows as it needs: those that were read cannot. */
  private static Histogram sum(List<Histogram> parts) {
    Histogram all = new Histogram(parts.get(0).getNumberOfSignificantValueDigits());
    parts.forEach(all::add);
    return all;
  }

  /**
   * Adds the time series up where all have the same intervals from their gates on. Percentiles
   * cannot be added, and there is no histogram of an interval.
   */
  private void series() {
    List<SeriesRow> sum = clients.get(0).series();
    for (ClientResult one : clients.subList(1, clients.size())) {
      sum = added(sum, one.series());
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
      Double cpu = a.clientCpuMs();
      Double more = b.clientCpuMs();
      sum.add(
          new SeriesRow(
              a.fromMillis(),
              a.toMillis(),
              a.callsOk() + b.callsOk(),
              a.phase(),
              null,
              null,
              cpu == null || more == null ? null : (Double) (cpu + more)));
    }
    return sum;
  }

  /** What one client reported. */
  private final class ClientResult extends Gathered {
    private final int number;
    private final String name;

    ClientResult(int number, String name) {
      this.number = number;
      this.name = name;
    }

    String named(String text) {
      return name + ": " + text;
    }

    @Override
    public synchronized void warning(String line) {
      listener.warning(named(line));
    }
  }

  /** The file that the client processes of one point have in memory, and meet in. */
  public static final class ClientsFile {

    /** System property with the file; absent in a process that is a point's only client. */
    private static final String FILE = "rpcstress.clients.file";

    private static final String CLIENTS = "rpcstress.clients";

    /** System property with which of them this one is, from 0. */
    private static final String CLIENT = "rpcstress.client";

    private ClientsFile() {}

    /** Options of a client's JVM, by which {@link #ofThisProcess} knows its place. */
    static List<String> words(Path file, int client, int clients) {
      return List.of(
          "-D" + FILE + "=" + file, "-D" + CLIENT + "=" + client, "-D" + CLIENTS + "=" + clients);
    }

    /**
     * Where this process meets the others of its point, as its parent said; the only one waits for
     * none.
     */
    public static ClientBarrier ofThisProcess() {
      String file = System.getProperty(FILE);
      if (file == null) {
        return ClientBarrier.alone();
      }
      try {
        return of(Path.of(file), Integer.getInteger(CLIENT, 0), Integer.getInteger(CLIENTS, 1));
      } catch (IOException e) {
        throw new UncheckedIOException("the clients' common file cannot be used: " + file, e);
      }
    }

    static ClientBarrier of(Path file, int client, int clients) throws IOException {
      try (FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
        ByteBuffer mapped =
            channel.map(FileChannel.MapMode.READ_WRITE, 0, ClientBarrier.bytes(clients));
        return ClientBarrier.of(mapped, client, clients);
      }
    }
  }
}
