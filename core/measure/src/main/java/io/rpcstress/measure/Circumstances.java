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

  public static final Circumstances UNKNOWN =
      new Circumstances(null, null, null, null, null, null, null, null, null);

  public static final String FRESH_ROUND = "round";

  public static final String FRESH_CELL = "cell";

  public static final String FRESH_CLIENT = "client";

  public Circumstances {
    if (fresh != null
        && !fresh.equals(FRESH_ROUND)
        && !fresh.equals(FRESH_CELL)
        && !fresh.equals(FRESH_CLIENT)) {
      throw new IllegalArgumentException(
          "fresh is '" + fresh + "': round, cell or client expected");
    }
  }

  /** These, to be changed in some; what is not set stays as it is. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  public static Builder builder() {
    return new Builder(UNKNOWN);
  }

  /**
   * Makes circumstances: who measures knows some, who starts the process others. Not thread-safe.
   */
  public static final class Builder {
    private @Nullable Double callsUnderWay;
    private @Nullable Double gateMs;
    private @Nullable Integer steadyFrom;
    private @Nullable Integer technologyOrder;
    private @Nullable String fresh;
    private @Nullable Instant serverStartedAt;
    private @Nullable String serverProcess;
    private @Nullable Integer client;
    private @Nullable Double releaseSkewMs;

    private Builder(Circumstances from) {
      callsUnderWay = from.callsUnderWay;
      gateMs = from.gateMs;
      steadyFrom = from.steadyFrom;
      technologyOrder = from.technologyOrder;
      fresh = from.fresh;
      serverStartedAt = from.serverStartedAt;
      serverProcess = from.serverProcess;
      client = from.client;
      releaseSkewMs = from.releaseSkewMs;
    }

    public Builder callsUnderWay(@Nullable Double calls) {
      callsUnderWay = calls;
      return this;
    }

    public Builder gateMs(@Nullable Double millis) {
      gateMs = millis;
      return this;
    }

    /** The window of the warm-up from which on the process was steady, from 0. */
    public Builder steadyFrom(@Nullable Integer window) {
      steadyFrom = window;
      return this;
    }

    public Builder technologyOrder(@Nullable Integer place) {
      technologyOrder = place;
      return this;
    }

    public Builder fresh(@Nullable String what) {
      fresh = what;
      return this;
    }

    public Builder server(@Nullable Instant startedAt, @Nullable String process) {
      serverStartedAt = startedAt;
      serverProcess = process;
      return this;
    }

    /** Which of several client processes, from 0; null for the whole point. */
    public Builder client(@Nullable Integer number) {
      client = number;
      return this;
    }

    /** What lay between the gates of the first and the last client process, ms. */
    public Builder releaseSkewMs(@Nullable Double millis) {
      releaseSkewMs = millis;
      return this;
    }

    public Circumstances build() {
      return new Circumstances(
          callsUnderWay,
          gateMs,
          steadyFrom,
          technologyOrder,
          fresh,
          serverStartedAt,
          serverProcess,
          client,
          releaseSkewMs);
    }
  }
}
