package io.rpcstress.measure;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a run came about under, beyond the load that was asked for. Null means unknown or not asked,
 * and is empty in a file. Immutable.
 *
 * @param gateMs what the rig itself took of the run, ms: threads that wake at the gate and come
 *     back from it, measured without calls
 * @param steadyFrom of a timed loop that was warmed until steady, the window of its warm-up that
 *     the steady segment begins with, from 0; null where it did not settle or was not asked
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
    @Nullable String serverAddress,
    @Nullable Integer client,
    @Nullable Double releaseSkewMs) {

  public static final Circumstances UNKNOWN =
      new Circumstances(null, null, null, null, null, null, null, null, null, null);

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

  /** What is known in the process that measures. */
  public static Circumstances measured(
      @Nullable Double callsUnderWay,
      @Nullable Integer steadyFrom,
      @Nullable String fresh,
      @Nullable Instant serverStartedAt,
      @Nullable String serverProcess,
      @Nullable String serverAddress) {
    return new Circumstances(
        callsUnderWay,
        null,
        steadyFrom,
        null,
        fresh,
        serverStartedAt,
        serverProcess,
        serverAddress,
        null,
        null);
  }

  public Circumstances inOrder(@Nullable Integer place) {
    return with(callsUnderWay, place, client, releaseSkewMs);
  }

  Circumstances ofClient(int number) {
    return with(callsUnderWay, technologyOrder, number, releaseSkewMs);
  }

  Circumstances ofAll(@Nullable Double underWay, @Nullable Double skewMs) {
    return with(underWay, technologyOrder, null, skewMs);
  }

  private Circumstances with(
      @Nullable Double underWay,
      @Nullable Integer place,
      @Nullable Integer number,
      @Nullable Double skewMs) {
    return new Circumstances(
        underWay,
        gateMs,
        steadyFrom,
        place,
        fresh,
        serverStartedAt,
        serverProcess,
        serverAddress,
        number,
        skewMs);
  }
}
