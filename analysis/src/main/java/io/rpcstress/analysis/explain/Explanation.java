package io.rpcstress.analysis.explain;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.CostPerCall;
import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.SteadyCost;
import io.rpcstress.analysis.model.SteadyProcess;
import io.rpcstress.measure.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * What a point used of what there is, over its warm runs or windows together. Shares are of the
 * whole, 1 for all of it; empty where a figure is missing. Immutable.
 *
 * @param callsPerSecond good calls by the runs' time
 * @param clientCpu the client process's processor time by time and the client's processors
 * @param serverCpu the same of the server
 * @param lineOut bytes that left the client by what the line carries in that time
 * @param lineIn bytes that arrived by what the line carries
 * @param concurrency calls under way at a time, by Little's law (1961): their rate times their mean
 *     latency
 * @param mostUnderWay calls that can be under way at a time: by threads, those in flight of each,
 *     and client processes; of each process no more than it issues
 * @param limiter what limits the point
 */
public record Explanation(
    double callsPerSecond,
    OptionalDouble clientCpu,
    OptionalDouble serverCpu,
    OptionalDouble lineOut,
    OptionalDouble lineIn,
    OptionalDouble concurrency,
    long mostUnderWay,
    Limiter limiter) {

  /** A resource used by more than this share limits what it carries. */
  public static final double BUSY = 0.8;

  /** Processor time is told in steps, and read just before and after a run. */
  public static final double CPU_TOLERANCE = 1.1;

  /** What the line carried before the sweep is the least it can. */
  public static final double LINE_TOLERANCE = 1.25;

  /** The histogram rounds to three digits; the clock runs a little longer than the calls. */
  public static final double THREADS_TOLERANCE = 1.05;

  /** Flag: a process used more processor time than its host has. */
  public static final String OVER_CPU = "over-cpu";

  /** Flag: more bytes than the line was seen to carry. */
  public static final String OVER_LINE = "over-line";

  /** Flag: more calls under way than can be. */
  public static final String OVER_THREADS = "over-threads";

  private static final double MICROS_PER_SECOND = 1e6;
  private static final double BITS_PER_BYTE = 8;

  /** Explains a cell. */
  public static Explanation of(Cell cell, HostPair hosts) {
    double rate = cell.callsPerSecond();
    CostPerCall cost = cell.cost();
    OptionalDouble client = cpu(cost.clientCpuUs(), rate, clientCores(cell.point(), hosts));
    OptionalDouble server = cpu(cost.serverCpuUs(), rate, hosts.serverCores());
    OptionalDouble out = line(cost.bytesOut(), rate, hosts.lineBitsPerSecond());
    OptionalDouble in = line(cost.bytesIn(), rate, hosts.lineBitsPerSecond());
    Double mean = cell.latency().meanUs();
    OptionalDouble concurrency =
        mean == null ? OptionalDouble.empty() : OptionalDouble.of(rate * mean / MICROS_PER_SECOND);
    return of(rate, client, server, out, in, concurrency, mostUnderWay(cell.point()));
  }

  /**
   * Explains a timed loop by its valid processes; nothing is known of a cell without any.
   *
   * @param cell whose bytes are known where its line was counted
   */
  public static Explanation of(SteadyCell cell, HostPair hosts) {
    long most = mostUnderWay(cell.point());
    if (!cell.hasRate()) {
      OptionalDouble none = OptionalDouble.empty();
      return new Explanation(0, none, none, none, none, none, most, Limiter.UNKNOWN);
    }
    double seconds = cell.valid().stream().mapToDouble(SteadyProcess::seconds).sum();
    double rate = cell.valid().stream().mapToLong(SteadyProcess::callsOk).sum() / seconds;
    Double underWay = cell.callsUnderWay();
    return of(
        rate,
        cpu(cell.clientCpuUs(), rate, clientCores(cell.point(), hosts)),
        cpu(cell.serverCpuUs(), rate, hosts.serverCores()),
        line(cell.perCall(SteadyCost::bytesOut), rate, hosts.lineBitsPerSecond()),
        line(cell.perCall(SteadyCost::bytesIn), rate, hosts.lineBitsPerSecond()),
        underWay == null ? OptionalDouble.empty() : OptionalDouble.of(underWay),
        most);
  }

  private static Explanation of(
      double rate,
      OptionalDouble client,
      OptionalDouble server,
      OptionalDouble out,
      OptionalDouble in,
      OptionalDouble concurrency,
      long mostUnderWay) {
    return new Explanation(
        rate,
        client,
        server,
        out,
        in,
        concurrency,
        mostUnderWay,
        Limiter.of(
            possible(client, CPU_TOLERANCE),
            possible(server, CPU_TOLERANCE),
            possible(out, LINE_TOLERANCE),
            possible(in, LINE_TOLERANCE),
            concurrency,
            mostUnderWay));
  }

  /** The client's processor time for a good call, us; null where unknown or impossible. */
  public static @Nullable Double clientCpuUs(Cell cell, HostPair hosts) {
    return possible(cell, cell.cost().clientCpuUs(), clientCores(cell.point(), hosts));
  }

  /** The server's processor time for a good call, us; null where unknown or impossible. */
  public static @Nullable Double serverCpuUs(Cell cell, HostPair hosts) {
    return possible(cell, cell.cost().serverCpuUs(), hosts.serverCores());
  }

  /** Of several client hosts each is taken to have as many processors as the first. */
  private static OptionalDouble clientCores(Point point, HostPair hosts) {
    OptionalDouble first = hosts.clientCores();
    return first.isEmpty() ? first : OptionalDouble.of(first.getAsDouble() * point.clientHosts());
  }

  private static @Nullable Double possible(Cell cell, @Nullable Double us, OptionalDouble cores) {
    return exceeds(cpu(us, cell.callsPerSecond(), cores), CPU_TOLERANCE) ? null : us;
  }

  /** What cannot be true limits nothing. */
  private static OptionalDouble possible(OptionalDouble share, double limit) {
    return exceeds(share, limit) ? OptionalDouble.empty() : share;
  }

  /** Whether fewer than {@link #BUSY} of the calls that can be were under way; no where unknown. */
  public boolean isUnderThreads() {
    return concurrency.isPresent() && concurrency.getAsDouble() < BUSY * mostUnderWay;
  }

  /**
   * The flags of what cannot be true: then the measurement is wrong somewhere, or, for {@link
   * #OVER_LINE}, the line carries more than one download showed.
   */
  public List<String> contradictions() {
    List<String> flags = new ArrayList<>();
    if (exceeds(clientCpu, CPU_TOLERANCE) || exceeds(serverCpu, CPU_TOLERANCE)) {
      flags.add(OVER_CPU);
    }
    if (exceeds(lineOut, LINE_TOLERANCE) || exceeds(lineIn, LINE_TOLERANCE)) {
      flags.add(OVER_LINE);
    }
    if (exceeds(concurrency, mostUnderWay * THREADS_TOLERANCE)) {
      flags.add(OVER_THREADS);
    }
    return flags;
  }

  private static boolean exceeds(OptionalDouble value, double limit) {
    return value.isPresent() && value.getAsDouble() > limit;
  }

  private static OptionalDouble cpu(@Nullable Double us, double rate, OptionalDouble cores) {
    return us == null || cores.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(us * rate / MICROS_PER_SECOND / cores.getAsDouble());
  }

  private static OptionalDouble line(@Nullable Double bytes, double rate, OptionalDouble bits) {
    return bytes == null || bits.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(bytes * rate * BITS_PER_BYTE / bits.getAsDouble());
  }

  private static long mostUnderWay(Point point) {
    return point.mostUnderWay() * point.clients();
  }
}
