package io.rpcstress.engine.point;

import io.rpcstress.usage.HostEnergy;
import io.rpcstress.usage.ProcessUsage;
import io.rpcstress.usage.ServerUsage;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What both hosts use while both programs run and no call is made: the baseline that a run's energy
 * is counted above. Measured once by each measuring process, before it connects. Immutable.
 *
 * @param clientMw of the client's host, mW; null where it does not report it its energy
 * @param serverMw of the server's host, likewise
 */
record IdlePower(@Nullable Double clientMw, @Nullable Double serverMw) {

  /** How long it is measured for; no time at all where neither host reports its energy. */
  static final Duration FOR = Duration.ofSeconds(1);

  static final IdlePower UNKNOWN = new IdlePower(null, null);

  /** Energy counters are renewed about every ms: a shorter time is no power, ns. */
  private static final long MIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** 1 uJ in 1 ms is 1 mW. */
  private static final double NANOS_PER_MILLI = 1e6;

  private static final double NANOS_PER_SECOND = 1e9;

  /** How a wait is made; another way in tests. */
  interface Pause {
    void sleep(Duration time) throws InterruptedException;
  }

  /**
   * Waits, and measures meanwhile.
   *
   * @param reported what the server reported before; null where it did not answer
   * @param server read twice, where it reported its host's energy
   */
  static IdlePower measure(
      HostEnergy client,
      @Nullable ServerUsage reported,
      UsageReader server,
      LongSupplier clock,
      Pause pause)
      throws InterruptedException {
    boolean serverReports =
        reported != null && ProcessUsage.isKnown(reported.hostEnergyMicroJoules());
    if (!ProcessUsage.isKnown(client.microJoules()) && !serverReports) {
      return UNKNOWN;
    }
    ServerUsage serverBefore = serverReports ? ask(server) : null;
    long clientBefore = client.microJoules();
    long from = clock.getAsLong();
    pause.sleep(FOR);
    long clientAfter = client.microJoules();
    long nanos = clock.getAsLong() - from;
    ServerUsage serverAfter = serverReports ? ask(server) : null;
    ServerUsage grown =
        serverBefore == null || serverAfter == null ? null : serverAfter.since(serverBefore);
    return new IdlePower(
        milliWatts(growth(clientBefore, clientAfter), nanos),
        grown == null
            ? null
            : milliWatts(grown.hostEnergyMicroJoules(), grown.process().readNanos()));
  }

  private static @Nullable ServerUsage ask(UsageReader server) {
    try {
      return server.usage();
    } catch (IOException e) {
      return null; // reported where its costs are read
    }
  }

  /** What a counter grew by; unknown where it is not known on both sides. */
  static long growth(long before, long after) {
    return ProcessUsage.isKnown(before) && after >= before ? after - before : ProcessUsage.UNKNOWN;
  }

  private static @Nullable Double milliWatts(long microJoules, long nanos) {
    return ProcessUsage.isKnown(microJoules) && nanos >= MIN_NANOS
        ? (Double) (microJoules / (nanos / NANOS_PER_MILLI))
        : null;
  }

  /**
   * What was used above an idle power.
   *
   * @param idleMw that power; null where it is not known
   * @param microJoules what was used between two readings
   * @param nanos how long lay between them
   * @param lengthNanos the time to give it for, which they were made around
   * @return mJ, 0 or more; null where something is not known, or the readings lie too close
   */
  static @Nullable Double aboveMj(
      @Nullable Double idleMw, long microJoules, long nanos, long lengthNanos) {
    Double whole = milliWatts(microJoules, nanos);
    return whole == null || idleMw == null
        ? null
        : (Double) (Math.max(0, whole - idleMw) * lengthNanos / NANOS_PER_SECOND);
  }
}
