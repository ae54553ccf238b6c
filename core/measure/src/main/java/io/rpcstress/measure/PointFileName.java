package io.rpcstress.measure;

import java.util.regex.Pattern;

/**
 * The one place that names a point's files, and reads from a name what it can be. Stateless.
 *
 * <pre>
 * t10-r100                 counted: threads and requests
 * t10-timed10s             timed: threads and the length of a window
 * rate100-poisson-60s      open
 * ...-inflight4-via-proxy  a word for each dimension that is not at its default
 * ...-p1                   of the second process of the same point
 * </pre>
 */
final class PointFileName {

  private static final String OPEN = "rate";
  private static final Pattern REPETITION = Pattern.compile("-p[0-9]+$");

  private PointFileName() {}

  static String of(Point point) {
    OfferedLoad offered = point.offered();
    TimedLoad timed = point.timed();
    StringBuilder name = new StringBuilder();
    if (offered != null) {
      name.append(OPEN + offered.rate() + "-" + offered.shape().label())
          .append("-" + offered.seconds() + "s");
    } else if (timed != null) {
      name.append("t" + point.threadNum() + "-")
          .append(Dimension.DURATION.fileWord(Spans.text(timed.window())));
    } else {
      name.append("t" + point.threadNum() + "-r" + point.requestNum());
    }
    for (Dimension each : Dimensions.declared()) {
      String value = point.dimensions().values().get(each.name());
      if (value != null && !each.equals(Dimension.DURATION)) {
        name.append('-').append(each.fileWord(value));
      }
    }
    return point.repetition() == 0 ? name.toString() : name + "-p" + point.repetition();
  }

  /** Whether a file's name is of an open loop: a closed loop's reader passes it over. */
  static boolean isOpen(String name) {
    return name.startsWith(OPEN);
  }

  /** A name without the repetition: the same for all processes of a point. */
  static String withoutRepetition(String stem) {
    return REPETITION.matcher(stem).replaceFirst("");
  }
}
