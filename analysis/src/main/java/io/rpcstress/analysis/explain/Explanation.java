package io.rpcstress.analysis.explain;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.HostPair;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.measure.LoadShape;
import java.util.ArrayList;
import java.util.List;

/**
 * What a point used of what there is, over its warm runs or windows together. Shares are of the
 * whole, 1 for all of it; no numbers where a figure is missing. Immutable.
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
    double clientCpu,
    double serverCpu,
    double lineOut,
    double lineIn,
    double concurrency,
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

  public static final String OVER_CPU = "over-cpu";

  public static final String OVER_LINE = "over-line";

  public static final String OVER_THREADS = "over-threads";

  private static final double MICROS_PER_SECOND = 1e6;
  private static final double BITS_PER_BYTE = 8;

  /**
   * Explains a cell of a closed loop by its valid processes; nothing is known where none has a good
   * call.
   */
  public static Explanation of(Cell cell) {
    HostPair hosts = cell.hosts();
    long most = cell.point().mostUnderWay() * cell.point().clients();
    boolean timed = cell.is(LoadShape.TIMED);
    if (timed ? !cell.hasRate() : cell.callsOk() == 0) {
      double none = Double.NaN;
      return new Explanation(0, none, none, none, none, none, most, Limiter.UNKNOWN);
    }
    double rate = cell.callsPerSecond();
    double underWay =
        timed ? cell.callsUnderWay() : rate * cell.latency().meanUs() / MICROS_PER_SECOND;
    double client = cpu(cell.clientCpuUs(), rate, clientCores(cell));
    double server = cpu(cell.serverCpuUs(), rate, hosts.serverCores());
    double out = line(cell.perCall(Run::bytesOut), rate, hosts.lineBitsPerSecond());
    double in = line(cell.perCall(Run::bytesIn), rate, hosts.lineBitsPerSecond());
    return new Explanation(
        rate,
        client,
        server,
        out,
        in,
        underWay,
        most,
        Limiter.of(
            possible(client, CPU_TOLERANCE),
            possible(server, CPU_TOLERANCE),
            possible(out, LINE_TOLERANCE),
            possible(in, LINE_TOLERANCE),
            underWay,
            most));
  }

  /** The client's processor time for a good call, us; none where that is impossible. */
  public static double clientCpuUs(Cell cell) {
    return possible(cell, cell.clientCpuUs(), clientCores(cell));
  }

  /** The server's processor time for a good call, us; none where that is impossible. */
  public static double serverCpuUs(Cell cell) {
    return possible(cell, cell.serverCpuUs(), cell.hosts().serverCores());
  }

  /** Of several client hosts each is taken to have as many processors as the first. */
  private static double clientCores(Cell cell) {
    return cell.hosts().clientCores() * cell.point().clientHosts();
  }

  private static double possible(Cell cell, double us, double cores) {
    return cpu(us, cell.callsPerSecond(), cores) > CPU_TOLERANCE ? Double.NaN : us;
  }

  /** What cannot be true limits nothing. */
  private static double possible(double share, double limit) {
    return share > limit ? Double.NaN : share;
  }

  /** Whether fewer than {@link #BUSY} of the calls that can be were under way; no where unknown. */
  public boolean isUnderThreads() {
    return concurrency < BUSY * mostUnderWay;
  }

  /**
   * The flags of what cannot be true: then the measurement is wrong somewhere, or, for {@link
   * #OVER_LINE}, the line carries more than one download showed.
   */
  public List<String> contradictions() {
    List<String> flags = new ArrayList<>();
    if (clientCpu > CPU_TOLERANCE || serverCpu > CPU_TOLERANCE) {
      flags.add(OVER_CPU);
    }
    if (lineOut > LINE_TOLERANCE || lineIn > LINE_TOLERANCE) {
      flags.add(OVER_LINE);
    }
    if (concurrency > mostUnderWay * THREADS_TOLERANCE) {
      flags.add(OVER_THREADS);
    }
    return flags;
  }

  private static double cpu(double us, double rate, double cores) {
    return us * rate / MICROS_PER_SECOND / cores;
  }

  private static double line(double bytes, double rate, double bits) {
    return bytes * rate * BITS_PER_BYTE / bits;
  }
}
