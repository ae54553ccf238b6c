package io.rpcstress.measure;

import org.jspecify.annotations.Nullable;

/**
 * One cell of the grid: the key that rows, files and tables are joined by. Immutable.
 *
 * @param technology name as {@code list} prints it, for example {@code rpcx}
 * @param variant {@link #EXAMPLE}, or another way to run the technology, for example {@code tuned}
 * @param threadNum calling threads, 1 or more (the paper's thread count)
 * @param requestNum 1 or more (the paper's request count); {@code requestMode} says of what
 * @param requestMode whether requestNum is a run's total or each thread's share
 * @param repetition which process measured it: 0 for the first, 1 for the next of the same cell.
 *     The process is what is repeated, since runs in one JVM are not independent (Georges et al.,
 *     OOPSLA 2007; Kalibera and Jones, ISMM 2013)
 * @param offered null in a closed loop. In an open one what is offered: then threadNum is how many
 *     calls may be open at once, and requestNum how many are due after the warm-up
 */
public record Point(
    String technology,
    String variant,
    int threadNum,
    int requestNum,
    RequestMode requestMode,
    int repetition,
    @Nullable OfferedLoad offered) {

  /** The variant that follows the technology's official example; the default. */
  public static final String EXAMPLE = "example";

  /** How often a cell can be measured; more is likelier a typing error. */
  public static final int MOST_REPETITIONS = 1_000;

  private static final int LONGEST_NAME = 64;

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException if a count is below 1, the repetition is out of range, or a
   *     name could not be a file's name
   */
  public Point {
    requireName("technology", technology);
    requireName("variant", variant);
    requirePositive("threadNum", threadNum);
    requirePositive("requestNum", requestNum);
    if (repetition < 0 || repetition >= MOST_REPETITIONS) {
      throw new IllegalArgumentException(
          "repetition is %d: 0 to %d expected".formatted(repetition, MOST_REPETITIONS - 1));
    }
  }

  /** A point of a closed loop, measured by the first process. */
  public Point(
      String technology, String variant, int threadNum, int requestNum, RequestMode requestMode) {
    this(technology, variant, threadNum, requestNum, requestMode, 0, null);
  }

  /** A point of an open loop, measured by the first process. */
  public Point(
      String technology,
      String variant,
      int threadNum,
      int requestNum,
      RequestMode requestMode,
      @Nullable OfferedLoad offered) {
    this(technology, variant, threadNum, requestNum, requestMode, 0, offered);
  }

  /**
   * The same cell, measured by another process.
   *
   * @param other 0 or more
   */
  public Point repeated(int other) {
    return new Point(technology, variant, threadNum, requestNum, requestMode, other, offered);
  }

  /**
   * The same cell and repetition, of an open loop.
   *
   * @param load what is offered
   */
  Point offering(OfferedLoad load) {
    return new Point(technology, variant, threadNum, requestNum, requestMode, repetition, load);
  }

  /** What all repetitions have in common: the point of the first. */
  public Point cell() {
    return repetition == 0 ? this : repeated(0);
  }

  /** The folder of the point's files: {@code grpc}, or {@code grpc@tuned} off the example. */
  public String directoryName() {
    return variant.equals(EXAMPLE) ? technology : technology + "@" + variant;
  }

  /**
   * The name of the point's files without their ending: {@code t10-r100}, of a further repetition
   * {@code t10-r100-p1}.
   */
  public String fileStem() {
    String stem = offered != null ? offered.fileStem() : "t" + threadNum + "-r" + requestNum;
    return repetition == 0 ? stem : stem + "-p" + repetition;
  }

  /** The calls that each run of this point issues. */
  public long calls() {
    return requestMode.calls(threadNum, requestNum);
  }

  @Override
  public String toString() {
    String again = repetition == 0 ? "" : ", repetition " + repetition;
    if (offered != null) {
      return directoryName() + " " + offered + again;
    }
    return "%s %d threads x %d requests (%s)%s"
        .formatted(directoryName(), threadNum, requestNum, requestMode.label(), again);
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
