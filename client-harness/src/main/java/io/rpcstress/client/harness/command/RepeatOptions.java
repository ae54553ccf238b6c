package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.point.PointPlan;
import io.rpcstress.measure.Point;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How often a point is measured, each time by a process of its own, and in which order. */
final class RepeatOptions {

  private static final String KEPT = "repeat.txt";
  private static final String KEPT_ORDER = "order.txt";

  @Option(
      names = "--repeat",
      paramLabel = "N",
      defaultValue = "1",
      converter = Converters.OfRepeat.class,
      description = {
        "Processes that measure each technology, in rounds: what a verdict needs",
        "(default: ${DEFAULT-VALUE}, which carries none)."
      })
  private int repeat = 1;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description =
          "Of the order of technologies, in each round anew (default: a random one, printed).")
  private @Nullable Long seed;

  @Option(
      names = "--repetition",
      paramLabel = "K",
      description = "Measure one repetition alone, counted from 0: to redo one that failed.")
  private @Nullable Integer repetition;

  private final long drawn = ThreadLocalRandom.current().nextLong(1, Integer.MAX_VALUE);

  /** Whether each technology is measured more than once. */
  boolean isRepeated() {
    return repeat > 1;
  }

  /** Processes of each technology. */
  int count() {
    return repeat;
  }

  /** Whether this is one repetition of several that others measure. */
  boolean isOneOfMany() {
    return repetition != null;
  }

  /** Where the orders come from. */
  long seed() {
    return seed == null ? drawn : seed;
  }

  /**
   * Every plan as often as asked, round by round.
   *
   * @param order of each round
   * @throws Misuse if the options contradict each other
   */
  List<PointPlan> inRounds(List<PointPlan> plans, MeasuringOrder order) {
    Integer one = repetition;
    if (one != null) {
      if (isRepeated()) {
        throw new Misuse("--repetition measures one of many, --repeat all of them: give one");
      }
      if (one < 0 || one >= Point.MOST_REPETITIONS) {
        throw new Misuse(
            "--repetition %d: 0 to %d expected".formatted(one, Point.MOST_REPETITIONS - 1));
      }
      return order.round(named(plans), seed(), one);
    }
    List<PointPlan> all = new ArrayList<>();
    for (int round = 0; round < repeat; round++) {
      int number = round;
      order.round(plans, seed(), round).forEach(plan -> all.add(plan.repeated(number)));
    }
    return all;
  }

  /** What is shown, in the order that the user named it. */
  List<PointPlan> named(List<PointPlan> plans) {
    Integer one = repetition;
    return one == null ? plans : plans.stream().map(plan -> plan.repeated(one)).toList();
  }

  /**
   * Says where the order comes from, and keeps it beside the raw files where there are any.
   *
   * @param measured all processes in the order that they are measured in
   * @param cells what they measure
   * @throws IOException if it could not be kept
   */
  void keepSeed(
      @Nullable Path folder,
      List<PointPlan> measured,
      Collection<Point> cells,
      MeasuringOrder order,
      PrintStream stderr)
      throws IOException {
    if (!isRepeated() && !order.isTold(cells.size())) {
      return;
    }
    String line =
        isRepeated()
            ? "%d rounds of %d technologies, %s"
                .formatted(repeat, cells.size(), order.words(seed()))
            : order.sentence(measured, seed());
    stderr.println(line);
    if (folder == null) {
      return;
    }
    Path log = folder.resolve("log");
    Files.createDirectories(log);
    Files.writeString(
        log.resolve(isRepeated() ? KEPT : KEPT_ORDER),
        "%s %s: %s%n"
            .formatted(
                Instant.now(),
                line,
                String.join("; ", cells.stream().map(Point::toString).toList())),
        StandardCharsets.UTF_8,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
