package io.rpcstress.measure;

import org.jspecify.annotations.Nullable;

/**
 * One cell of the grid: the key that rows, files and tables are joined by. Immutable.
 *
 * @param technology name as {@code list} prints it, for example {@code rpcx}
 * @param variant {@link #EXAMPLE}, or another way to run the technology, for example {@code tuned}
 * @param threadNum calling threads, 1 or more (the paper's thread count)
 * @param requestNum 1 or more (the paper's request count); {@code requestMode} says of what. A
 *     timed loop has none: 0
 * @param requestMode whether requestNum is a run's total or each thread's share
 * @param repetition which process measured it: 0 for the first, 1 for the next of the same cell.
 *     The process is what is repeated, since runs in one JVM are not independent (Georges et al.,
 *     OOPSLA 2007; Kalibera and Jones, ISMM 2013)
 * @param offered null in a closed loop. In an open one what is offered: then threadNum is how many
 *     calls may be open at once, and requestNum how many are due after the warm-up
 * @param dimensions every further coordinate; see {@link Dimension}
 */
public record Point(
    String technology,
    String variant,
    int threadNum,
    int requestNum,
    RequestMode requestMode,
    int repetition,
    @Nullable OfferedLoad offered,
    Dimensions dimensions) {

  /** The variant that follows the technology's official example; the default. */
  public static final String EXAMPLE = "example";

  /** How often a cell can be measured; more is likelier a typing error. */
  public static final int MAX_REPETITIONS = 1_000;

  private static final int LONGEST_NAME = 64;

  public Point {
    requireName("technology", technology);
    requireName("variant", variant);
    requirePositive("threadNum", threadNum);
    boolean timed = dimensions.has(Dimension.DURATION);
    if (!timed) {
      requirePositive("requestNum", requestNum);
      for (Dimension each : Dimensions.declared()) {
        if (each.timedOnly() && dimensions.has(each)) {
          throw new IllegalArgumentException(each.name() + " belongs to a timed loop");
        }
      }
    } else if (requestNum != 0 || offered != null) {
      throw new IllegalArgumentException(
          "a timed loop has neither a request count nor an offered load");
    }
    if (repetition < 0 || repetition >= MAX_REPETITIONS) {
      throw new IllegalArgumentException(
          "repetition is %d: 0 to %d expected".formatted(repetition, MAX_REPETITIONS - 1));
    }
  }

  public Point(
      String technology, String variant, int threadNum, int requestNum, RequestMode requestMode) {
    this(technology, variant, threadNum, requestNum, requestMode, null);
  }

  public Point(
      String technology,
      String variant,
      int threadNum,
      int requestNum,
      RequestMode requestMode,
      @Nullable OfferedLoad offered) {
    this(technology, variant, threadNum, requestNum, requestMode, 0, offered, Dimensions.NONE);
  }

  /** A point of a timed loop, measured by the first process. */
  public static Point timed(String technology, String variant, int threadNum, TimedLoad load) {
    return new Point(
        technology, variant, threadNum, 0, RequestMode.TOTAL, 0, null, dimensionsOf(load));
  }

  public static Dimensions dimensionsOf(TimedLoad load) {
    java.time.Duration cap = load.warmupCap();
    Integer few = load.warmupThreads();
    return Dimensions.NONE
        .with(Dimension.DURATION, Spans.text(load.window()))
        .with(Dimension.WARMUP, Spans.text(load.warmup()))
        .with(Dimension.WINDOWS, Integer.toString(load.windows()))
        .with(Dimension.UNTIL_STEADY, cap == null ? "" : Spans.text(cap))
        .with(Dimension.WARMUP_THREADS, few == null ? "" : few.toString());
  }

  public Point with(Dimension dimension, String value) {
    return with(dimensions.with(dimension, value));
  }

  public Point with(Dimensions others) {
    return new Point(
        technology, variant, threadNum, requestNum, requestMode, repetition, offered, others);
  }

  public Point of(String otherTechnology, String otherVariant) {
    return new Point(
        otherTechnology,
        otherVariant,
        threadNum,
        requestNum,
        requestMode,
        repetition,
        offered,
        dimensions);
  }

  public Point withRequests(int other) {
    return new Point(
        technology, variant, threadNum, other, requestMode, repetition, offered, dimensions);
  }

  /** The same cell, measured by another process. */
  public Point repeated(int other) {
    return new Point(
        technology, variant, threadNum, requestNum, requestMode, other, offered, dimensions);
  }

  /** What all repetitions have in common: the point of the first. */
  public Point cell() {
    return repetition == 0 ? this : repeated(0);
  }

  /** The folder of the point's files: {@code grpc}, or {@code grpc@tuned} off the example. */
  public String directoryName() {
    return variant.equals(EXAMPLE) ? technology : technology + "@" + variant;
  }

  /** Technology and variant, as {@code --protocol} takes them. */
  public String contender() {
    return technology + "@" + variant;
  }

  /**
   * The name of the point's files without their ending: {@code t10-r100}, of a further repetition
   * {@code t10-r100-p1}; with a word for each dimension that is not at its default.
   */
  public String fileStem() {
    return PointFileName.of(this);
  }

  public LoadShape loadShape() {
    return offered != null
        ? LoadShape.OPEN
        : dimensions.has(Dimension.DURATION) ? LoadShape.TIMED : LoadShape.COUNTED;
  }

  /** How long a timed loop goes; null for the others. */
  public @Nullable TimedLoad timed() {
    if (!dimensions.has(Dimension.DURATION)) {
      return null;
    }
    String cap = dimensions.text(Dimension.UNTIL_STEADY);
    return new TimedLoad(
        Spans.parse(dimensions.text(Dimension.WARMUP)),
        Spans.parse(dimensions.text(Dimension.DURATION)),
        dimensions.count(Dimension.WINDOWS),
        cap.isEmpty() ? null : Spans.parse(cap),
        dimensions.has(Dimension.WARMUP_THREADS)
            ? (Integer) dimensions.count(Dimension.WARMUP_THREADS)
            : null);
  }

  public String operation() {
    return dimensions.text(Dimension.OPERATION);
  }

  public int inFlight() {
    return dimensions.count(Dimension.IN_FLIGHT);
  }

  public int clients() {
    return dimensions.count(Dimension.CLIENTS);
  }

  /**
   * Hosts that its calls are dealt to, 1 or more; threads, requests and rate are theirs together.
   */
  public int clientHosts() {
    return dimensions.count(Dimension.CLIENT_HOSTS);
  }

  /** Client processes on all hosts, each of which has rows of its own where there are several. */
  public int clientProcesses() {
    return clients() * clientHosts();
  }

  /**
   * The calls that each client process issues in a run of this point, or all client hosts together;
   * 0 where time decides.
   */
  public long calls() {
    return requestMode.calls(threadNum, requestNum);
  }

  /**
   * The calls that one client process can have under way at a time, or all client hosts together:
   * by threads, those in flight of each, and never more than it makes.
   */
  public long mostUnderWay() {
    long ofThreads = (long) threadNum * inFlight();
    return calls() > 0 ? Math.min(ofThreads, calls()) : ofThreads;
  }

  @Override
  public String toString() {
    String again = repetition == 0 ? "" : ", repetition " + repetition;
    return directoryName() + " " + load() + again;
  }

  /** What is measured, of whichever technology. */
  public String load() {
    if (offered != null) {
      return offered + otherDimensions();
    }
    TimedLoad timed = timed();
    String load =
        timed != null
            ? timed.toString()
            : "%d requests (%s)".formatted(requestNum, requestMode.label());
    return "%d threads x %s%s".formatted(threadNum, load, otherDimensions());
  }

  /** What is not at its default and not part of the load. */
  private String otherDimensions() {
    StringBuilder text = new StringBuilder();
    for (Dimension each : Dimensions.declared()) {
      if (!each.timedOnly() && dimensions.has(each)) {
        text.append(", ").append(each.name()).append(' ').append(dimensions.text(each));
      }
    }
    return text.toString();
  }

  private static void requirePositive(String what, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(what + " is " + value + ": 1 or more expected");
    }
  }

  /** Names become folders, so nothing but lower-case letters, digits and inner dashes. */
  private static void requireName(String what, String name) {
    boolean good = !name.isEmpty() && name.length() <= LONGEST_NAME && name.charAt(0) != '-';
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      good &= c == '-' || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    }
    if (!good) {
      throw new IllegalArgumentException(
          what + " '" + name + "': 1 to 64 lower-case letters, digits and dashes expected");
    }
  }
}
