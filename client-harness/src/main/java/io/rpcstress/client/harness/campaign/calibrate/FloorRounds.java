package io.rpcstress.client.harness.campaign.calibrate;

import org.jspecify.annotations.Nullable;

/**
 * How many processes measure each floor.
 *
 * @param least that are measured whatever the budget, 1 or more
 * @param most that are measured where the budget lets it, no fewer
 */
public record FloorRounds(int least, int most) {

  /** So many where nobody asks for more: enough for a median. */
  public static final int DEFAULT = 3;

  /**
   * As many as the technologies have that stand on the floors.
   *
   * @param asked on the command line, of which the budget may end all but one; null where nothing
   *     is
   * @param repetitions processes of each point of the sweep, 1 or more; 1 where there is no sweep
   */
  public static FloorRounds of(@Nullable Integer asked, int repetitions) {
    return asked == null
        ? new FloorRounds(repetitions, Math.max(DEFAULT, repetitions))
        : new FloorRounds(1, asked);
  }
}
