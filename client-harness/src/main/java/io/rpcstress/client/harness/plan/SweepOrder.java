package io.rpcstress.client.harness.plan;

import io.rpcstress.measure.Point;

/**
 * In which order a sweep takes its points, and how often. Immutable.
 *
 * @param points {@link #PAPER} or {@link #RANDOM}
 * @param repetitions processes that measure each cell, 1 or more
 * @param seed of the random orders
 * @param technologiesShuffled whether the technologies of one point and repetition are in random
 *     order; sweeps from before that was drawn have it for repeated cells alone
 */
public record SweepOrder(String points, int repetitions, long seed, boolean technologiesShuffled) {

  /**
   * Threads outside, requests inside, all technologies at each point, shuffled unless a fixed order
   * was asked for. Where cells are repeated, each point has a round for each repetition, its
   * technologies shuffled anew.
   */
  public static final String PAPER = "paper";

  /**
   * Every (point, technology) pair shuffled, so that a drift of the host meets all alike. Where
   * cells are repeated, the whole grid is a round, shuffled anew for each repetition.
   */
  public static final String RANDOM = "random";

  public SweepOrder {
    if (!points.equals(PAPER) && !points.equals(RANDOM)) {
      throw new IllegalArgumentException("'" + points + "' is no order: paper or random expected");
    }
    if (repetitions < 1 || repetitions > Point.MAX_REPETITIONS) {
      throw new IllegalArgumentException(
          "%d repetitions: 1 to %d expected".formatted(repetitions, Point.MAX_REPETITIONS));
    }
  }

  public boolean isRandom() {
    return points.equals(RANDOM);
  }

  SweepOrder withRepetitions(int rounds) {
    return new SweepOrder(points, rounds, seed, technologiesShuffled);
  }
}
