package io.rpcstress.client.harness.campaign.calibrate;

import io.rpcstress.client.harness.campaign.calibrate.MeasuredProcesses.Planned;
import io.rpcstress.client.harness.plan.Rounds;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Which process comes next and for how long, so that all fit into a budget; the least rounds are
 * made whatever they take. Every item once a round, each round in a random order of its own, so
 * that a drift of the host meets all alike. The time that starting a JVM takes here is learned on
 * the way. Confined to one thread.
 */
public final class CalibrationSchedule {

  /**
   * In front of a floor's warm-up, for its connections: bare sockets need less time than the
   * servers that are compared, and a longer one would leave time for fewer processes.
   */
  static final Duration CONNECTING = Duration.ofSeconds(1);

  /** Warm-up and measuring together: shorter says little, longer says little more, ns. */
  private static final long SHORTEST = Duration.ofSeconds(1).toNanos();

  private static final long LONGEST = Duration.ofSeconds(6).toNanos();

  /** Starting a JVM, connecting and ending, before one was seen, ns. */
  static final long EXPECTED_OVERHEAD = Duration.ofMillis(1_200).toNanos();

  /** A further round is begun only where this share of it, 0 to 1, fits into what is left. */
  private static final double WORTHWHILE = 0.7;

  private final LongSupplier clock;
  private final long end;
  private final FloorRounds rounds;
  private final int items;
  private final Deque<Planned> left = new ArrayDeque<>();
  private final Set<Integer> begunRounds = new HashSet<>();
  private final int before;
  private final Duration fixed;
  private long overhead;
  private long begun;
  private long loop;
  private int done;

  /**
   * Plans.
   *
   * @param fixed how long each process makes calls, all of its timed loop; zero: as the budget
   *     allows, and then each has {@link #CONNECTING} before
   * @param clock ns
   */
  public CalibrationSchedule(
      List<CalibrationItem> items,
      FloorRounds rounds,
      Set<Planned> ended,
      Duration budget,
      Duration fixed,
      long seed,
      LongSupplier clock) {
    this.clock = clock;
    this.fixed = fixed;
    this.overhead = EXPECTED_OVERHEAD + (fixed.isZero() ? CONNECTING.toNanos() : 0);
    this.end = clock.getAsLong() + budget.toNanos();
    this.rounds = rounds;
    this.items = items.size();
    for (int i = 0; i < rounds.most(); i++) {
      for (CalibrationItem item : Rounds.order(items, seed, i)) {
        Planned process = new Planned(i, item);
        if (ended.contains(process)) {
          begunRounds.add(i);
        } else {
          left.add(process);
        }
      }
    }
    this.before = all() - left.size();
  }

  /** About how long all of it takes, of which nothing is there yet. */
  public static Duration expected(
      List<CalibrationItem> items, FloorRounds rounds, Duration budget, Duration fixed) {
    long[] now = {0};
    CalibrationSchedule schedule =
        new CalibrationSchedule(items, rounds, Set.of(), budget, fixed, 0, () -> now[0]);
    while (schedule.hasNext()) {
      schedule.next();
      now[0] += schedule.loop + schedule.overhead;
      schedule.done();
    }
    return Duration.ofNanos(now[0]);
  }

  public boolean hasNext() {
    Planned process = left.peek();
    if (process == null) {
      return false;
    }
    long whole = items * (overhead + (fixed.isZero() ? SHORTEST : fixed.toNanos()));
    return process.round() < rounds.least()
        || begunRounds.contains(process.round())
        || end - clock.getAsLong() >= WORTHWHILE * whole;
  }

  public Planned next() {
    long rest = end - clock.getAsLong();
    loop =
        fixed.isZero()
            ? Math.max(SHORTEST, Math.min(LONGEST, rest / remaining() - overhead))
            : fixed.toNanos();
    begun = clock.getAsLong();
    Planned process = left.remove();
    begunRounds.add(process.round());
    return process;
  }

  /** How long the last process is to make calls, once it has had its time to connect. */
  public Duration time() {
    return Duration.ofNanos(loop);
  }

  public void done() {
    done++;
    long seen = Math.max(0, clock.getAsLong() - begun - loop);
    overhead += (seen - overhead) / done; // the mean so far
  }

  /** Which process is at work, from 1. */
  public int number() {
    return before + done + 1;
  }

  /** Processes in all, if there is time for all. */
  public int all() {
    return items * rounds.most();
  }

  /** About how long it goes on, the process at work included. */
  public Duration timeLeft() {
    return Duration.ofNanos((overhead + loop) * remaining());
  }

  /** The process at work, or about to be, and all after it. */
  private int remaining() {
    return Math.max(1, all() - before - done);
  }

  /** How many processes measure each floor: whatever the budget, and where the budget lets it. */
  public record FloorRounds(int least, int most) {

    /** So many unless --rounds says otherwise: enough for a median. */
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
}
