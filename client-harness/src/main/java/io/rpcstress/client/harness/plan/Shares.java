package io.rpcstress.client.harness.plan;

import io.rpcstress.engine.load.OpenLoop;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a point into the exact shares of several client hosts: together they have its threads, its
 * requests and its rate, to the last one, and every thread makes the calls that it would make on
 * one host. Threads are dealt in turns, so shares differ by one thread at most. Stateless.
 */
public final class Shares {

  private Shares() {}

  public static List<Point> of(Point whole) {
    int hosts = whole.clientHosts();
    List<Point> shares = new ArrayList<>(hosts);
    for (int host = 0; host < hosts; host++) {
      shares.add(share(whole, host, hosts));
    }
    return List.copyOf(shares);
  }

  private static Point share(Point whole, int host, int hosts) {
    int threads = enough("--threads", whole.threadNum(), host, hosts);
    OfferedLoad load = whole.offered();
    OfferedLoad ownLoad = load == null ? null : load(load, host, hosts);
    Point point =
        new Point(
                whole.technology(),
                whole.variant(),
                threads,
                requests(whole, ownLoad, host, hosts),
                whole.requestMode(),
                whole.repetition(),
                ownLoad,
                whole.dimensions())
            .with(Dimension.CLIENT_HOSTS, Dimension.CLIENT_HOSTS.defaultValue());
    if (whole.dimensions().has(Dimension.WARMUP_THREADS)) {
      int few = whole.dimensions().count(Dimension.WARMUP_THREADS);
      return point.with(
          Dimension.WARMUP_THREADS, Integer.toString(enough("--warmup-threads", few, host, hosts)));
    }
    return point;
  }

  private static int requests(Point whole, @Nullable OfferedLoad load, int host, int hosts) {
    if (load != null) {
      return Math.toIntExact(OpenLoop.calls(load));
    }
    int requests = whole.requestNum();
    if (requests == 0 || whole.requestMode() == RequestMode.PER_THREAD) {
      return requests;
    }
    enough("--requests", requests, host, hosts);
    int each = requests / whole.threadNum();
    int further = part(requests % whole.threadNum(), host, hosts);
    return each * part(whole.threadNum(), host, hosts) + further;
  }

  /** What each host offers of an open loop's load. */
  static List<OfferedLoad> loads(OfferedLoad whole, int hosts) {
    List<OfferedLoad> loads = new ArrayList<>(hosts);
    for (int host = 0; host < hosts; host++) {
      loads.add(load(whole, host, hosts));
    }
    return List.copyOf(loads);
  }

  /**
   * A host's part of an open loop's load. What is drawn is drawn from a seed of its own, so that
   * calls that come at random do so independently of the other hosts'.
   */
  private static OfferedLoad load(OfferedLoad whole, int host, int hosts) {
    return new OfferedLoad(
        whole.shape(),
        enough("--rate", whole.rate(), host, hosts),
        whole.seconds(),
        whole.warmupSeconds(),
        whole.seed() * ClientHosts.MAX + host);
  }

  /** What a host gets of as many things that are dealt in turns. */
  static int part(int number, int host, int hosts) {
    return number / hosts + (host < number % hosts ? 1 : 0);
  }

  private static int enough(String option, int number, int host, int hosts) {
    if (number < hosts) {
      throw new Misuse(
          "%s %d for %d client hosts: one for each at least expected"
              .formatted(option, number, hosts));
    }
    return part(number, host, hosts);
  }
}
