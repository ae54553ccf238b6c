package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.repeat.UntilNarrow;
import io.rpcstress.client.harness.sweep.Comparisons;
import io.rpcstress.client.harness.sweep.SweepFile;
import io.rpcstress.client.harness.sweep.SweepGrid;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Adds rounds to a sweep with {@code --repeat auto}. How many there are by now stands in
 * sweep.json, so that an interrupted sweep goes on with as many. Confined to one thread.
 */
final class AddedRounds {

  /** Rounds that a sweep never exceeds: by then the host is what varies. */
  static final int MAX_ROUNDS = 30;

  private final SweepFile file;
  private final Path folder;
  private final PrintStream stderr;
  private final int before;
  private final long began = System.nanoTime();

  /**
   * For one session of a sweep.
   *
   * @param folder the sweep's
   * @param complete rounds that earlier sessions have measured, 0 or more
   */
  AddedRounds(SweepFile file, Path folder, int complete, PrintStream stderr) {
    this.file = file;
    this.folder = folder;
    this.before = complete;
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
    Optional<String> over =
        until.over(
            rounds,
            Math.max(0, rounds - before),
            Comparisons.intervals(grid, folder),
            Duration.ofNanos(System.nanoTime() - began));
    if (over.isPresent()) {
      stderr.println("--repeat auto: " + over.get());
      return Optional.empty();
    }
    file.put(BegunSweep.ROUNDS, rounds + 1).save();
    stderr.printf("--repeat auto: round %d, since an interval is still too wide%n", rounds + 1);
    return Optional.of(grid.withRepetitions(rounds + 1));
  }
}
