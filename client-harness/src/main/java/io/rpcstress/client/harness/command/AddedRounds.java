package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.repeat.UntilNarrow;
import io.rpcstress.client.harness.sweep.Comparisons;
import io.rpcstress.client.harness.sweep.Ledger;
import io.rpcstress.client.harness.sweep.SweepFile;
import io.rpcstress.client.harness.sweep.SweepGrid;
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
final class AddedRounds {

  /** Rounds that a sweep never exceeds: by then the host is what varies. */
  static final int MAX_ROUNDS = 30;

  private final SweepFile file;
  private final Path folder;
  private final Ledger ledger;
  private final PrintStream stderr;
  private final long began = System.nanoTime();
  private @Nullable Long roundBegan;
  private Duration longest = Duration.ZERO;

  /**
   * For one session of a sweep.
   *
   * @param folder the sweep's
   * @param ledger the session's
   */
  AddedRounds(SweepFile file, Path folder, Ledger ledger, PrintStream stderr) {
    this.file = file;
    this.folder = folder;
    this.ledger = ledger;
    this.stderr = stderr;
  }

  /**
   * The grid with one more round; call it when all points of the rounds so far are over.
   *
   * @return empty where rounds are counted or enough, and in the latter case says why
   * @throws IOException if a raw file cannot be read, or sweep.json not written
   */
  Optional<SweepGrid> next(SweepGrid grid) throws IOException {
    if (!BegunSweep.isRepeatedUntilNarrow(file.options())) {
      return Optional.empty();
    }
    UntilNarrow until = BegunSweep.width(file.options()).rule(null, MAX_ROUNDS);
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
            Comparisons.intervals(grid, folder, BegunSweep.nextPoint(file, grid, ledger)),
            Duration.ofNanos(now - began),
            longest);
    if (over.isPresent()) {
      stderr.println("--repeat auto: " + over.get());
      return Optional.empty();
    }
    roundBegan = now;
    file.put(BegunSweep.ROUNDS, rounds + 1).save();
    stderr.printf("--repeat auto: round %d, since an interval is still too wide%n", rounds + 1);
    return Optional.of(grid.withRepetitions(rounds + 1));
  }
}
