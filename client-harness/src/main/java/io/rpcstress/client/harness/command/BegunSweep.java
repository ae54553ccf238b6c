package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.campaign.sweep.PlanDocument;
import io.rpcstress.client.harness.campaign.sweep.SweepPlan;
import io.rpcstress.client.harness.plan.Axis;
import io.rpcstress.client.harness.plan.ClosedRuns;
import io.rpcstress.client.harness.plan.Contenders;
import io.rpcstress.client.harness.plan.Freshness;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.PointPlans;
import io.rpcstress.client.harness.plan.StopRule;
import io.rpcstress.client.harness.plan.SweepGrid;
import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.client.harness.plan.SweepOrder;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.TimedLoad;
import io.rpcstress.measure.record.SweepFile;
import io.rpcstress.measure.statistics.TargetWidth;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

/** Reads back what {@code sweep begin} wrote of its options. */
final class BegunSweep {

  /** How often each cell is measured; sweeps from before it was an option lack it, and mean 1. */
  static final String REPEAT = "repeat";

  /** What calls carry, where points differ in it; one after the other by semicolons. */
  private static final String PAYLOADS = PayloadsOption.NAME.substring(2);

  /** How long servers live; sweeps from before it was an option restarted none. */
  static final String FRESH = "fresh-servers";

  /** How long a server is called before it is measured; it was not before this was an option. */
  static final String WARMUP = "server-warmup";

  /** Top-level key: {@link MeasurementOrder#RANDOM} or {@link MeasurementOrder#GIVEN}. */
  static final String TECHNOLOGY_ORDER = "technologyOrder";

  /** Top-level key: limits that decide about the sweep's exit code; absent where there are none. */
  static final String THRESHOLD = "threshold";

  /** Top-level key: what --quick made less, each by what it is in full; absent elsewhere. */
  static final String SCALED = "scaledFrom";

  /** How long a process calls before it offers its load; it did not before this was an option. */
  private static final String FULL_SPEED = OfferedOptions.FULL_SPEED.substring(2);

  private static final Set<String> OF_THE_GRID =
      Set.of(
          "protocols",
          "threads",
          "requests",
          PAYLOADS,
          "order",
          REPEAT,
          WidthOptions.WIDTH,
          WidthOptions.BUDGET,
          FRESH,
          WARMUP);

  /** Which of them a sweep of open loops has; {@code rate} gets them point by point. */
  private static final Set<String> OF_OPEN_LOOPS =
      Set.of("rate", "shape", "duration", "warmup", "start", FULL_SPEED);

  /** What a sweep did before these were options. */
  private static final Map<String, String> BEFORE =
      Map.of(REPEAT, "1", FRESH, Freshness.CLIENT.label(), WARMUP, "0s", FULL_SPEED, "0s");

  private BegunSweep() {}

  /**
   * The sweep of a folder.
   *
   * @param given what the command line said, for the message
   * @throws Misuse if the folder holds none, or one that cannot be read
   * @throws IOException if the file cannot be read at all
   */
  static SweepFile sweep(String given, Path folder) throws IOException {
    if (!SweepFile.isIn(folder)) {
      throw new Misuse(given + " holds no sweep: sweep begin makes one");
    }
    try {
      return SweepFile.read(folder);
    } catch (IllegalArgumentException e) {
      throw new Misuse(String.valueOf(e.getMessage()));
    }
  }

  /** What an option was where sweep.json lacks it. */
  static String missing(String key) {
    return BEFORE.getOrDefault(key, "not given");
  }

  /** The points of a sweep. */
  static SweepGrid grid(SweepFile file) {
    return plan(file).grid();
  }

  private static SweepGrid gridOfOptions(SweepFile file) {
    Map<String, String> options = file.options();
    List<Contender> contenders = new ArrayList<>();
    for (String word : need(options, "protocols").split(",", -1)) {
      contenders.add(Contender.of(word, Point.EXAMPLE));
    }
    Holder holder = holder(options);
    if (isOpen(options)) {
      return openGrid(file, contenders, holder.options);
    }
    TimedLoad load = holder.timed.load(null, holder.options);
    List<String> payloads =
        options.containsKey(PAYLOADS) ? List.of(need(options, PAYLOADS).split(";", -1)) : List.of();
    try {
      Axis threads = Axis.parse(need(options, "threads"));
      return new SweepGrid(
          Contenders.of(
              holder.options.calls(), holder.options.runs(), contenders, threads.value(0)),
          threads,
          load == null
              ? Axis.parse(need(options, "requests"))
              : payloads.isEmpty() ? SweepGrid.NO_REQUESTS : SweepGrid.places(payloads),
          RequestMode.of(need(options, "request-mode")),
          order(file),
          dimensions(holder, load),
          List.of(),
          payloads);
    } catch (IllegalArgumentException e) {
      throw new Misuse("sweep.json: " + e.getMessage());
    }
  }

  private static int repeat(SweepFile file) {
    return isRepeatedUntilNarrow(file.options())
        ? roundsSoFar(file)
        : Integer.parseInt(file.options().getOrDefault(REPEAT, missing(REPEAT)));
  }

  /** Whether rounds are added until the intervals are narrow. */
  private static boolean isRepeatedUntilNarrow(Map<String, String> options) {
    return Converters.OfRepeatOrAuto.WORD.equals(options.get(REPEAT));
  }

  /**
   * All that a sweep's file says of it.
   *
   * @throws Misuse if it cannot be read
   */
  static SweepPlan plan(SweepFile file) {
    Optional<SweepPlan> document;
    try {
      document = PlanDocument.in(file);
    } catch (IllegalArgumentException e) {
      throw new Misuse("sweep.json: " + e.getMessage());
    }
    SweepPlan plan = document.orElseGet(() -> planOfOptions(file));
    return plan.until() == null ? plan : plan.withRounds(roundsSoFar(file));
  }

  /** The plan of a sweep from before its file had one, by the options that it has still. */
  static SweepPlan planOfOptions(SweepFile file) {
    Map<String, String> options = file.options();
    FreshOptions.Chosen chosen = FreshOptions.Chosen.of(options);
    PointOptions point = pointOptions(options);
    return new SweepPlan(
        gridOfOptions(file),
        point.calls(),
        point.runs(),
        chosen.fresh(),
        chosen.warmup(),
        isRepeatedUntilNarrow(options) ? width(options).rule(null, SweepPlan.MAX_ROUNDS) : null,
        options.getOrDefault("start", OpenRun.ASYNC),
        StopRule.UNLESS_SAID);
  }

  private static int roundsSoFar(SweepFile file) {
    return Math.max(TargetWidth.MIN_ROUNDS, file.number(SweepPlan.ROUNDS));
  }

  /** When such a sweep has rounds enough. */
  private static WidthOptions width(Map<String, String> options) {
    WidthHolder holder = new WidthHolder();
    List<String> words = new ArrayList<>();
    for (String key : List.of(WidthOptions.WIDTH, WidthOptions.BUDGET)) {
      if (options.containsKey(key)) {
        words.addAll(List.of("--" + key, need(options, key)));
      }
    }
    parse(holder, words);
    return holder.width;
  }

  /** Whether a sweep's points are offered a load. */
  private static boolean isOpen(Map<String, String> options) {
    return options.containsKey("rate");
  }

  private static SweepGrid openGrid(
      SweepFile file, List<Contender> contenders, PointOptions shared) {
    Map<String, String> options = file.options();
    OpenHolder holder = new OpenHolder();
    List<String> words = new ArrayList<>();
    for (String key : List.of("rate", "shape", "duration", "warmup", "start")) {
      words.addAll(List.of("--" + key, need(options, key)));
    }
    if (options.containsKey(FULL_SPEED)) {
      words.addAll(List.of(OfferedOptions.FULL_SPEED, need(options, FULL_SPEED)));
    }
    parse(holder, words);
    try {
      SweepOrder order = order(file);
      List<OfferedLoad> loads = holder.offered.loads(holder.timed, order.seed(), shared);
      Axis threads = Axis.parse(need(options, "threads"));
      return new SweepGrid(
          Contenders.of(shared.calls(), ClosedRuns.ONE, contenders, threads.value(0)),
          threads,
          SweepGrid.places(loads),
          RequestMode.TOTAL,
          order,
          new PointPlans(shared.calls()).dimensions().with(holder.offered.dimensions()),
          loads,
          List.of());
    } catch (IllegalArgumentException e) {
      throw new Misuse("sweep.json: " + e.getMessage());
    }
  }

  private static SweepOrder order(SweepFile file) {
    int repeat = repeat(file);
    return new SweepOrder(
        need(file.options(), "order"),
        repeat,
        Long.parseLong(file.text(SweepFile.SEED)),
        isShuffled(file, repeat));
  }

  /** Sweeps from before it was drawn lack the key, and shuffled repeated cells alone. */
  private static boolean isShuffled(SweepFile file, int repeat) {
    String order = file.text(TECHNOLOGY_ORDER);
    return order.isEmpty() ? repeat > 1 : order.equals(MeasurementOrder.RANDOM);
  }

  private static String need(Map<String, String> options, String key) {
    String value = options.get(key);
    if (value == null) {
      throw new Misuse("sweep.json has no option '" + key + "'");
    }
    return value;
  }

  /** The options of {@code run}, or {@code rate}, that all points share. */
  private static List<String> pointWords(Map<String, String> options) {
    boolean isOpen = isOpen(options);
    List<String> words = new ArrayList<>();
    options.forEach(
        (key, value) -> {
          if (!OF_THE_GRID.contains(key) && !(isOpen && OF_OPEN_LOOPS.contains(key))) {
            if (SweepFile.FLAGS.contains(key) && value.equals("true")) {
              words.add("--" + key);
            } else if (value.startsWith("-")) { // one word, else it would be taken for an option
              words.add("--" + key + "=" + value);
            } else {
              words.addAll(List.of("--" + key, value));
            }
          }
        });
    return words;
  }

  /** What all points share: the work, and how long a timed loop goes. */
  private static Dimensions dimensions(Holder holder, @Nullable TimedLoad load) {
    Dimensions all = new PointPlans(holder.options.calls()).dimensions();
    if (load != null) {
      for (Map.Entry<String, String> each : Point.dimensionsOf(load).values().entrySet()) {
        all = all.with(Dimensions.find(each.getKey()).orElseThrow(), each.getValue());
      }
    }
    return all;
  }

  static PointOptions pointOptions(Map<String, String> options) {
    return holder(options).options;
  }

  private static Holder holder(Map<String, String> options) {
    Holder holder = new Holder();
    parse(holder, pointWords(options));
    return holder;
  }

  private static void parse(Object holder, List<String> words) {
    try {
      var unused =
          CommandLines.withConverters(new CommandLine(holder))
              .parseArgs(words.toArray(new String[0]));
    } catch (ParameterException e) {
      throw new Misuse("sweep.json: " + e.getMessage());
    }
  }

  @Command(name = "stored")
  private static final class WidthHolder {
    @Mixin private final WidthOptions width = new WidthOptions();
  }

  @Command(name = "stored")
  private static final class OpenHolder {
    @Mixin private final TimedOptions timed = new TimedOptions();
    @Mixin private final OfferedOptions offered = new OfferedOptions();
  }

  @Command(name = "stored")
  private static final class Holder {
    @Mixin private final TimedOptions timed = new TimedOptions();
    @Mixin private final PointOptions options = new PointOptions();
  }
}
