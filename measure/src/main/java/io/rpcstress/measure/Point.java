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
 * @param offered null in a closed loop. In an open one what is offered: then threadNum is how many
 *     calls may be open at once, and requestNum how many are due after the warm-up
 */
public record Point(
    String technology,
    String variant,
    int threadNum,
    int requestNum,
    RequestMode requestMode,
    @Nullable OfferedLoad offered) {

  /** The variant that follows the technology's official example; the default. */
  public static final String EXAMPLE = "example";

  private static final int LONGEST_NAME = 64;

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException if a count is below 1 or a name could not be a file's name
   */
  public Point {
    requireName("technology", technology);
    requireName("variant", variant);
    requirePositive("threadNum", threadNum);
    requirePositive("requestNum", requestNum);
  }

  /** A point of a closed loop. */
  public Point(
      String technology, String variant, int threadNum, int requestNum, RequestMode requestMode) {
    this(technology, variant, threadNum, requestNum, requestMode, null);
  }

  /** The folder of the point's files: {@code grpc}, or {@code grpc@tuned} off the example. */
  public String directoryName() {
    return variant.equals(EXAMPLE) ? technology : technology + "@" + variant;
  }

  /** The name of the point's files without their ending: {@code t10-r100}. */
  public String fileStem() {
    return offered != null ? offered.fileStem() : "t" + threadNum + "-r" + requestNum;
  }

  /** The calls that each run of this point issues. */
  public long calls() {
    return requestMode.calls(threadNum, requestNum);
  }

  @Override
  public String toString() {
    if (offered != null) {
      return directoryName() + " " + offered;
    }
    return directoryName()
        + " "
        + threadNum
        + " threads x "
        + requestNum
        + " requests ("
        + requestMode.label()
        + ")";
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
