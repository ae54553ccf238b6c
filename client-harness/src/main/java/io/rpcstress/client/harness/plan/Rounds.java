package io.rpcstress.client.harness.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * A randomised complete block design: each round has everything once, in a random order of its own,
 * so a host that drifts meets all alike, and what was broken off left whole rounds.
 */
public final class Rounds {

  /** The word for such an order. */
  public static final String RANDOM = "random";

  /** The word for the order in which things were named. */
  public static final String GIVEN = "given";

  private Rounds() {}

  public static <T> List<T> order(List<T> all, long seed, int round) {
    List<T> shuffled = new ArrayList<>(all);
    // Random's first numbers are alike for seeds that are: two technologies would never swap.
    Collections.shuffle(shuffled, new Random(new SplittableRandom(seed + round).nextLong()));
    return Collections.unmodifiableList(shuffled);
  }
}
