package io.rpcstress.client.harness.campaign.calibrate;

import io.rpcstress.client.harness.plan.Rounds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Which process comes next and for how long, so that all fit into a budget: every item once a
 * round, each round in a random order of its own, so that a drift of the host meets all alike. The
 * time that starting a JVM takes here is learned on the way. Confined to one thread.
 */
public final class CalibrationSchedule {

  /** Warm-up and measuring together: shorter says little, longer says little more, ns. */
  private static final long SHORTEST = Duration.ofSeconds(1).toNanos();

  private static final long LONGEST = Duration.ofSeconds(6).toNanos();

  /** Starting a JVM, connecting and ending, before one was seen, ns. */
  private static final long EXPECTED_OVERHEAD = Duration.ofMillis(1_200).toNanos();

  /** A further round is begun only where this share of it, 0 to 1, fits into what is left. */
  private static final double WORTHWHILE = 0.7;

  private final LongSupplier clock;
  private final long end;
  private final int rounds;
  private final List<List<CalibrationItem>> left = new ArrayList<>();
  private final int all;
  private final Duration fixed;
  private long overhead = EXPECTED_OVERHEAD;
  private long begun;
  private long loop;
  private int done;

  /**
   * Plans.
   *
   * @param items what is measured
   * @param rounds processes of each, 1 or more
   * @param budget for all of them together
   * @param fixed how long each process makes calls after order 0; zero: as the budget allows
   * @param seed of the order
   * @param clock ns
   */
  public CalibrationSchedule(
      List<CalibrationItem> items,
      int rounds,
      Duration budget,
      Duration fixed,
      long seed,
      LongSupplier clock) {
    this.clock = clock;
    this.fixed = fixed;
    this.end = clock.getAsLong() + budget.toNanos();
    this.rounds = rounds;
    this.all = items.size() * rounds;
    for (int i = 0; i < rounds; i++) {
      left.add(new ArrayList<>(Rounds.order(items, seed, i)));
    }
  }

  /** Whether something is left that there is time for. The first round is always made. */
  public boolean hasNext() {
    if (left.isEmpty()) {
      return false;
    }
    List<CalibrationItem> round = left.get(0);
    boolean first = left.size() == rounds;
    boolean amidst = done % (all / rounds) != 0;
    long whole = round.size() * (overhead + (fixed.isZero() ? SHORTEST : fixed.toNanos()));
    return first || amidst || end - clock.getAsLong() >= WORTHWHILE * whole;
  }

  /** The next item; its process is about to be started. */
  public CalibrationItem next() {
    List<CalibrationItem> round = left.get(0);
    CalibrationItem item = round.remove(0);
    long rest = end - clock.getAsLong();
    loop =
        fixed.isZero()
            ? Math.max(SHORTEST, Math.min(LONGEST, rest / remaining(1) - overhead))
            : fixed.toNanos();
    if (round.isEmpty()) {
      left.remove(0);
    }
    begun = clock.getAsLong();
    return item;
  }

  /** How long the process of the last item is to make calls after order 0. */
  public Duration time() {
    return Duration.ofNanos(loop);
  }

  /** The last item's process has ended. */
  public void done() {
    done++;
    long seen = Math.max(0, clock.getAsLong() - begun - loop);
    overhead += (seen - overhead) / done; // the mean so far
  }

  /** Which process is at work, from 1. */
  public int number() {
    return done + 1;
  }

  /** Processes in all, if there is time for all. */
  public int all() {
    return all;
  }

  /** About how long it goes on, the process at work included. */
  public Duration timeLeft() {
    return Duration.ofNanos((overhead + loop) * remaining(1));
  }

  private int remaining(int least) {
    return Math.max(least, all - done);
  }
}
