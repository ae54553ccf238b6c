package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.OptionWords;
import io.rpcstress.client.harness.plan.UntilNarrow;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.TargetWidth;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** How often a point is measured, each time by a process of its own, and in which order. */
final class RepeatOptions {

  private static final String KEPT = "repeat.txt";
  private static final String KEPT_ORDER = "order.txt";
  private static final Duration DEFAULT_BUDGET = Duration.ofMinutes(30);

  @Option(
      names = "--repeat",
      paramLabel = "N",
      converter = Converters.OfRepeatOrAuto.class,
      description =
          "Processes of each, in rounds (default: ${DEFAULT-VALUE}). A verdict needs 5. "
              + "auto makes 5 rounds, then more until every interval is as narrow as --until-width "
              + "says or --repeat-budget is over.")
  private int repeat = 1;

  @Mixin private final WidthOptions width = new WidthOptions();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description =
          "Seed of the order of technologies, which is drawn anew for each round (default: a "
              + "random one, printed).")
  private @Nullable Long seed;

  @Option(
      names = "--repetition",
      paramLabel = "K",
      converter = Converters.OfRepetition.class,
      description = "Measure only this repetition, counted from 0: to redo one that failed.")
  private @Nullable Integer repetition;

  private final long drawn = ThreadLocalRandom.current().nextLong(1, Integer.MAX_VALUE);

  private List<PointPlan> once = List.of();
  private long began;
  private int rounds;

  boolean isRepeated() {
    return repeat > 1 || isAuto();
  }

  private boolean isAuto() {
    return repeat == Converters.OfRepeatOrAuto.AUTO;
  }

  /** Processes of each technology, as far as rounds were begun. */
  int count() {
    return isAuto() ? rounds : repeat;
  }

  /** Whether this is one repetition of several that others measure. */
  boolean isOneOfMany() {
    return repetition != null;
  }

  long seed() {
    return seed == null ? drawn : seed;
  }

  List<PointPlan> inRounds(List<PointPlan> plans, MeasurementOrder order, CommandSpec command) {
    width.refuseUnless(isAuto(), command);
    Integer one = repetition;
    if (one != null) {
      if (isRepeated()) {
        throw new Misuse("--repetition measures one of several, --repeat all of them: give one");
      }
      return order.round(named(plans), seed(), one);
    }
    rounds = isAuto() ? TargetWidth.MIN_ROUNDS : repeat;
    began = System.nanoTime();
    List<PointPlan> all = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      all.addAll(round(plans, order, round));
    }
    once = List.copyOf(plans);
    return all;
  }

  /** What is shown, in the order that the user named it. */
  List<PointPlan> named(List<PointPlan> plans) {
    Integer one = repetition;
    return one == null ? plans : plans.stream().map(plan -> plan.repeated(one)).toList();
  }

  private List<PointPlan> round(List<PointPlan> plans, MeasurementOrder order, int round) {
    return order.round(plans, seed(), round).stream().map(plan -> plan.repeated(round)).toList();
  }

  /** The next round; empty where none is made, and with {@code auto} the reason is printed. */
  List<PointPlan> nextRound(
      Collection<Interval> intervals, MeasurementOrder order, PrintStream stderr) {
    if (!isAuto() || repetition != null) {
      return List.of();
    }
    Duration elapsed = Duration.ofNanos(System.nanoTime() - began);
    Optional<String> over =
        width
            .rule(DEFAULT_BUDGET, Point.MAX_REPETITIONS)
            .over(rounds, intervals, elapsed, elapsed.dividedBy(rounds));
    if (over.isPresent()) {
      stderr.println("--repeat auto: " + over.get());
      return List.of();
    }
    return round(once, order, rounds++);
  }

  /** Says where the order comes from, and keeps it beside the raw files where there are any. */
  void keepSeed(
      @Nullable Path folder,
      List<PointPlan> measured,
      Collection<Point> cells,
      MeasurementOrder order,
      PrintStream stderr)
      throws IOException {
    if (!isRepeated() && cells.size() <= 1) {
      return;
    }
    String line =
        isRepeated()
            ? "%s rounds of %d technolog%s, %s"
                .formatted(
                    isAuto() ? "5 or more" : repeat,
                    cells.size(),
                    cells.size() == 1 ? "y" : "ies",
                    order.words(seed()))
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

  /** When {@code --repeat auto} has made rounds enough. */
  static final class WidthOptions {

    static final String WIDTH = "until-width";
    static final String BUDGET = "repeat-budget";

    @Option(
        names = "--" + WIDTH,
        paramLabel = "W",
        converter = Converters.OfWidth.class,
        description =
            "With --repeat auto: the widest interval, as its upper end divided by its lower end "
                + "(default: 1.25).")
    private @Nullable Double width;

    @Option(
        names = "--" + BUDGET,
        paramLabel = "TIME",
        converter = Converters.OfDuration.class,
        description =
            "With --repeat auto: start no round that would end later (default: 30m; in a sweep "
                + "none, counted from the start of each session).")
    private @Nullable Duration budget;

    void refuseUnless(boolean isAuto, CommandSpec command) {
      if (!isAuto) {
        OptionValues.refuse(command, "needs --repeat auto", "--" + WIDTH, "--" + BUDGET);
      }
    }

    UntilNarrow rule(@Nullable Duration otherwise, int maxRounds) {
      return new UntilNarrow(
          new TargetWidth(
              width == null ? TargetWidth.CONTROL : width, TargetWidth.MIN_ROUNDS, maxRounds),
          budget == null ? otherwise : budget);
    }

    OptionWords options() {
      return new OptionWords()
          .add("--" + WIDTH, width)
          .add("--" + BUDGET, budget == null ? null : budget.toSeconds() + "s");
    }
  }
}
