package io.rpcstress.measure;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the client's host saw of itself during one run: whether it had the processors and the timers
 * that the load needed. Null means unknown, and is empty in a file; it is never 0.
 *
 * @param hostCpuPercent of the processors that the client may use, the share that all processes of
 *     the host kept busy, from 0 to 100; of a run too short to know, together with the runs before
 *     it in its process that were too short as well, and null until they suffice
 * @param foreignCpuPercent of the same processors, the share that others than the client kept busy;
 *     where the server is on the client's host it counts as the client
 * @param jitterMs the longest that a sleep of 50 ms took beyond its 50 ms; null also where the run
 *     was over before the first sleep
 */
public record SelfWatch(
    @Nullable Double hostCpuPercent,
    @Nullable Double foreignCpuPercent,
    @Nullable Double jitterMs) {

  public static final SelfWatch UNKNOWN = new SelfWatch(null, null, null);

  /** Beyond this the client is as likely the limit as what it calls, percent. */
  public static final double MAX_HOST_CPU_PERCENT = 80;

  /**
   * Beyond this other processes are in the number, percent. Measurements on the lab of two hosts
   * have the same limit: a slice was thrown away if others took more than 0.12 of a processor in
   * it. Without that limit differences of 20 % came and went.
   */
  public static final double MAX_FOREIGN_CPU_PERCENT = 12;

  /** Beyond this a sleep of 50 ms took more than twice its time, ms. */
  public static final double MAX_JITTER_MS = 50;

  /** What of it makes the run doubtful; what is unknown does not. */
  public Set<Flag> flags() {
    Set<Flag> flags = EnumSet.noneOf(Flag.class);
    if (beyond(hostCpuPercent, MAX_HOST_CPU_PERCENT)) {
      flags.add(Flag.CLIENT_CPU);
    }
    if (beyond(foreignCpuPercent, MAX_FOREIGN_CPU_PERCENT)) {
      flags.add(Flag.FOREIGN_CPU);
    }
    if (beyond(jitterMs, MAX_JITTER_MS)) {
      flags.add(Flag.JITTER);
    }
    return flags;
  }

  private static boolean beyond(@Nullable Double value, double most) {
    return value != null && value > most;
  }
}
