package io.rpcstress.measure;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a run came about under, beyond the load that was asked for. Null means unknown or not asked,
 * and is empty in a file. Immutable.
 *
 * @param callsUnderWay mean number of calls that were open at once, by Little's law: the sum of the
 *     good calls' latencies by the run's time
 * @param gateMs what the rig itself took of the run, ms: threads that wake at the gate and come
 *     back from it, measured without calls
 * @param steadyFrom of a timed loop that was warmed until steady, the window of its warm-up that
 *     the steady segment begins with, from 0; null where it did not settle or was not asked
 * @param technologyOrder the technology's place in the order in which its point was measured, from
 *     0
 * @param fresh what got new servers: {@link #FRESH_ROUND}, {@link #FRESH_CELL} or {@link
 *     #FRESH_CLIENT}
 * @param serverStartedAt when the server's process started
 * @param serverProcess which process the server was, an id that no two share on its host
 * @param client of several client processes the one that the row is of, from 0; null in a row of
 *     the whole point
 * @param releaseSkewMs of a whole point of several client processes: how long after the first one's
 *     gate the last one's opened, ms
 */
public record Circumstances(
    @Nullable Double callsUnderWay,
    @Nullable Double gateMs,
    @Nullable Integer steadyFrom,
    @Nullable Integer technologyOrder,
    @Nullable String fresh,
    @Nullable Instant serverStartedAt,
    @Nullable String serverProcess,
    @Nullable Integer client,
    @Nullable Double releaseSkewMs) {

  /** Nothing known. */
  public static final Circumstances UNKNOWN =
      new Circumstances(null, null, null, null, null, null, null, null, null);

  /** Circumstances of a point of one client process. */
  public Circumstances(
      @Nullable Double callsUnderWay,
      @Nullable Double gateMs,
      @Nullable Integer steadyFrom,
      @Nullable Integer technologyOrder,
      @Nullable String fresh,
      @Nullable Instant serverStartedAt,
      @Nullable String serverProcess) {
    this(
        callsUnderWay,
        gateMs,
        steadyFrom,
        technologyOrder,
        fresh,
        serverStartedAt,
        serverProcess,
        null,
        null);
  }

  /** Each round over the grid got new servers. */
  public static final String FRESH_ROUND = "round";

  /** Each point got new servers. */
  public static final String FRESH_CELL = "cell";

  /** Only the client's process was new. */
  public static final String FRESH_CLIENT = "client";

  /**
   * Checks the word.
   *
   * @throws IllegalArgumentException if {@code fresh} is none of its words
   */
  public Circumstances {
    if (fresh != null
        && !fresh.equals(FRESH_ROUND)
        && !fresh.equals(FRESH_CELL)
        && !fresh.equals(FRESH_CLIENT)) {
      throw new IllegalArgumentException(
          "fresh is '" + fresh + "': round, cell or client expected");
    }
  }

  /** The same with the calls that were under way. */
  public Circumstances withCallsUnderWay(@Nullable Double calls) {
    return new Circumstances(
        calls,
        gateMs,
        steadyFrom,
        technologyOrder,
        fresh,
        serverStartedAt,
        serverProcess,
        client,
        releaseSkewMs);
  }

  /** The same with the rig's own time, ms. */
  public Circumstances withGateMs(@Nullable Double millis) {
    return new Circumstances(
        callsUnderWay,
        millis,
        steadyFrom,
        technologyOrder,
        fresh,
        serverStartedAt,
        serverProcess,
        client,
        releaseSkewMs);
  }

  /** The same with the window of the warm-up from which on the process was steady. */
  public Circumstances withSteadyFrom(@Nullable Integer window) {
    return new Circumstances(
        callsUnderWay,
        gateMs,
        window,
        technologyOrder,
        fresh,
        serverStartedAt,
        serverProcess,
        client,
        releaseSkewMs);
  }

  /** The same with its place in the order of the point. */
  public Circumstances withTechnologyOrder(@Nullable Integer place) {
    return new Circumstances(
        callsUnderWay,
        gateMs,
        steadyFrom,
        place,
        fresh,
        serverStartedAt,
        serverProcess,
        client,
        releaseSkewMs);
  }

  /** The same with how new the servers were. */
  public Circumstances withFresh(@Nullable String what) {
    return new Circumstances(
        callsUnderWay,
        gateMs,
        steadyFrom,
        technologyOrder,
        what,
        serverStartedAt,
        serverProcess,
        client,
        releaseSkewMs);
  }

  /** The same with the server's process. */
  public Circumstances withServer(@Nullable Instant startedAt, @Nullable String process) {
    return new Circumstances(
        callsUnderWay,
        gateMs,
        steadyFrom,
        technologyOrder,
        fresh,
        startedAt,
        process,
        client,
        releaseSkewMs);
  }

  /** The same of one of several client processes, from 0; null for the whole point. */
  public Circumstances withClient(@Nullable Integer number) {
    return new Circumstances(
        callsUnderWay,
        gateMs,
        steadyFrom,
        technologyOrder,
        fresh,
        serverStartedAt,
        serverProcess,
        number,
        releaseSkewMs);
  }

  /** The same with what lay between the gates of the first and the last client process, ms. */
  public Circumstances withReleaseSkewMs(@Nullable Double millis) {
    return new Circumstances(
        callsUnderWay,
        gateMs,
        steadyFrom,
        technologyOrder,
        fresh,
        serverStartedAt,
        serverProcess,
        client,
        millis);
  }
}
