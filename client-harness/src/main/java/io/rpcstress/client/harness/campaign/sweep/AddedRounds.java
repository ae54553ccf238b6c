package io.rpcstress.client.harness.campaign.sweep;

import io.rpcstress.client.harness.plan.SweepGrid;
import io.rpcstress.client.harness.plan.UntilNarrow;
import io.rpcstress.measure.record.SweepFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Adds rounds to a sweep with {@code --repeat auto}. How many there are by now stands in
 * sweep.json, so that an interrupted sweep goes on with as many. Confined to one thread.
 */
public final class AddedRounds {

  private final SweepFile file;
  private final SweepPlan plan;
  private final Path folder;
  private final Ledger ledger;
  private final PrintStream stderr;
  private final long began = System.nanoTime();
  private @Nullable Long roundBegan;
  private Duration longest = Duration.ZERO;

  public AddedRounds(
      SweepFile file, SweepPlan plan, Path folder, Ledger ledger, PrintStream stderr) {
    this.file = file;
    this.plan = plan;
    this.folder = folder;
    this.ledger = ledger;
    this.stderr = stderr;
  }

  /**
   * The grid with one more round; call it when all points of the rounds so far are over.
   *
   * @return empty where rounds are counted or enough, and in the latter case says why
   */
  public Optional<SweepGrid> next(SweepGrid grid) throws IOException {
    UntilNarrow until = plan.until();
    if (until == null) {
      return Optional.empty();
    }
    int rounds = grid.repetitions();
    long now = System.nanoTime();
    Long from = roundBegan;
    if (from != null) { // a whole round of this session: what came before may be a part of one
      Duration took = Duration.ofNanos(now - from);
      longest = took.compareTo(longest) > 0 ? took : longest;
    }
    Optional<String> over =
        until.over(
            rounds,
            Comparisons.intervals(grid, folder, plan.nextPoint(grid, ledger)),
            Duration.ofNanos(now - began),
            longest);
    if (over.isPresent()) {
      stderr.println("--repeat auto: " + over.get());
      return Optional.empty();
    }
    roundBegan = now;
    file.put(SweepPlan.ROUNDS, rounds + 1).save();
    stderr.printf("--repeat auto: round %d, since an interval is still too wide%n", rounds + 1);
    return Optional.of(grid.withRepetitions(rounds + 1));
  }
}
