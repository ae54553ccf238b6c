package io.rpcstress.measure.record;

import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.OpenRun;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One probe of a search, as in its file. Immutable.
 *
 * @param number from 1, in the order of time
 * @param stage what it was for, in the search's own word, or {@link #REPEATED}
 * @param violated what it violated, in a few words each; empty where it held
 * @param offeredPerSecond calls/s that the schedule had; null, as all that follows, where the probe
 *     was cut short by calls that failed
 * @param goodputPerSecond good replies within the objective, per second of the schedule
 * @param response percentiles of the response time, us
 * @param starting how calls were started: async or threads
 * @param file the raw file, relative to the search's; null where none is kept
 * @param startedAt wall clock at the warm-up's end
 */
public record ProbeRecord(
    int number,
    String stage,
    int rate,
    boolean holds,
    List<String> violated,
    @Nullable Double offeredPerSecond,
    @Nullable Double achievedPerSecond,
    @Nullable Double goodputPerSecond,
    @Nullable Latency response,
    @Nullable CallCounts calls,
    List<String> flags,
    @Nullable String starting,
    @Nullable Long seed,
    @Nullable String file,
    @Nullable Instant startedAt) {

  /** The stage of a probe that a flag took out: it was made again, and says nothing. */
  public static final String REPEATED = "repeated";

  private static final int LONGEST_STAGE = 32;

  public ProbeRecord {
    SearchRecord.requireText("stage", stage, LONGEST_STAGE);
    if (rate < 1) {
      throw new IllegalArgumentException("rate is %d: 1 or more expected".formatted(rate));
    }
    violated = violated == null ? List.of() : List.copyOf(violated);
    flags = flags == null ? List.of() : List.copyOf(flags);
  }

  public static ProbeRecord of(
      int number,
      String stage,
      List<String> violated,
      double goodput,
      OpenRun open,
      @Nullable String file) {
    return new ProbeRecord(
        number,
        stage,
        open.offered().rate(),
        violated.isEmpty(),
        violated,
        open.offeredPerSecond(),
        open.achievedPerSecond(),
        goodput,
        open.run().latency(),
        open.run().calls(),
        List.copyOf(open.run().flags()),
        open.starting(),
        open.offered().seed(),
        file,
        open.run().startedAt());
  }

  /** Flags for which another process is asked before this one is believed. */
  public List<String> doubts() {
    return flags.stream()
        .filter(flag -> Flag.of(flag).map(Flag::isWorthRepeating).orElse(false))
        .toList();
  }

  /** Whether a flag took it out: its rate was offered again, and it says nothing. */
  public boolean takenOut() {
    return stage.equals(REPEATED);
  }

  /** The response times; nothing is known of a probe that was cut short. */
  public Latency latency() {
    return Objects.requireNonNullElse(response, Latency.UNKNOWN);
  }

  /** Whether calls of it may still be under way: it was cut short, or did not wait for all. */
  public boolean leavesCalls() {
    return calls == null || calls.timedOut() > 0 || calls.abandoned() > 0;
  }

  /** Whether it got fewer good replies than were offered, by more than a share of them. */
  public boolean missesRateBy(double share) {
    return offeredPerSecond != null
        && achievedPerSecond != null
        && achievedPerSecond < (1 - share) * offeredPerSecond;
  }

  public ProbeRecord repeated() {
    return new ProbeRecord(
        number,
        REPEATED,
        rate,
        false,
        doubts(),
        offeredPerSecond,
        achievedPerSecond,
        goodputPerSecond,
        response,
        calls,
        flags,
        starting,
        seed,
        file,
        startedAt);
  }

  /** A probe without a result: that is a violation, too. */
  public static ProbeRecord broken(
      int number, String stage, int rate, String why, @Nullable String file) {
    return new ProbeRecord(
        number,
        stage,
        rate,
        false,
        List.of(why),
        null,
        null,
        null,
        null,
        null,
        List.of(),
        null,
        null,
        file,
        null);
  }
}
