package io.rpcstress.analysis.explain;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.measure.LoadShape;
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

  /**
   * Explains a cell of a closed loop by its valid processes; nothing is known where none has a good
   * call.
   */
  public static Explanation of(Cell cell, HostPair hosts) {
    long most = cell.point().mostUnderWay() * cell.point().clients();
    boolean timed = cell.is(LoadShape.TIMED);
    OptionalDouble none = OptionalDouble.empty();
    if (timed ? !cell.hasRate() : cell.callsOk() == 0) {
      return new Explanation(0, none, none, none, none, none, most, Limiter.UNKNOWN);
    }
    double rate = cell.callsPerSecond();
    Double mean = cell.latency().meanUs();
    Double underWay =
        timed
            ? cell.callsUnderWay()
            : mean == null ? null : (Double) (rate * mean / MICROS_PER_SECOND);
    OptionalDouble client = cpu(cell.clientCpuUs(), rate, clientCores(cell.point(), hosts));
    OptionalDouble server = cpu(cell.serverCpuUs(), rate, hosts.serverCores());
    OptionalDouble out = line(cell.perCall(Run::bytesOut), rate, hosts.lineBitsPerSecond());
    OptionalDouble in = line(cell.perCall(Run::bytesIn), rate, hosts.lineBitsPerSecond());
    OptionalDouble concurrency = underWay == null ? none : OptionalDouble.of(underWay);
    return new Explanation(
        rate,
        client,
        server,
        out,
        in,
        concurrency,
        most,
        Limiter.of(
            possible(client, CPU_TOLERANCE),
            possible(server, CPU_TOLERANCE),
            possible(out, LINE_TOLERANCE),
            possible(in, LINE_TOLERANCE),
            concurrency,
            most));
  }

  /** The client's processor time for a good call, us; null where unknown or impossible. */
  public static @Nullable Double clientCpuUs(Cell cell, HostPair hosts) {
    return possible(cell, cell.clientCpuUs(), clientCores(cell.point(), hosts));
  }

  /** The server's processor time for a good call, us; null where unknown or impossible. */
  public static @Nullable Double serverCpuUs(Cell cell, HostPair hosts) {
    return possible(cell, cell.serverCpuUs(), hosts.serverCores());
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
}
