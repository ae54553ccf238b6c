package io.rpcstress.analysis.model;

import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.record.SearchRecord;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One technology in one variant, and in the dimensions of its points: a bar colour, a table column.
 *
 * @param type the technology's number: 1 rpcx, 2 grpc, 3 openfeign as in the paper, then as listed
 * @param variant {@link Point#EXAMPLE} or another
 * @param dimensions what its points share beside threads and requests
 */
public record Series(int type, String technology, String variant, Dimensions dimensions)
    implements Comparable<Series> {

  /** The technology that the paper proposes, and that the others are compared with. */
  public static final String RPCX = "rpcx";

  /** The technology below which no service can be: lines over a bare socket. */
  public static final String TCP = "tcp";

  private static final String IN_PROCESS = "in-process";

  /** Calls that are messages, which a broker carries. */
  private static final Set<String> BROKERED = Set.of("amqp", "nats");

  /** Whether it is no choice, but what others are seen against. */
  public static boolean isFloor(String technology) {
    return technology.equals(TCP) || technology.equals(IN_PROCESS);
  }

  /** Whether a broker lies between client and server, wherever they are. */
  public static boolean isBrokered(String technology) {
    return BROKERED.contains(technology);
  }

  /** Of a technology that has no row, only failures, and is not in the paper: sorted last. */
  public static final int UNKNOWN_TYPE = Integer.MAX_VALUE;

  /** The example goes before other variants, whatever they are called. */
  private static final Comparator<Series> ORDER =
      Comparator.comparingInt(Series::type)
          .thenComparing(Series::technology)
          .thenComparing(one -> !one.variant().equals(Point.EXAMPLE))
          .thenComparing(Series::variant)
          .thenComparing(one -> bySize(one.dimensions()));

  private static final Pattern NUMBER = Pattern.compile("[0-9]+");

  /** A length of time as options spell it: {@code 30s}. */
  private static final Pattern SPAN = Pattern.compile("([0-9]+)(m?s)");

  private static final String NO_SPAN = "0s";

  /** How the payload of a pack's message begins. */
  private static final String ENCODING = "encoding=";

  private static final int DIGITS = 20;

  /** Dimensions that are named in other words than by name and value. */
  private static final Map<Dimension, String> WORDS =
      Map.of(
          Dimension.OPERATION, "%s",
          Dimension.PAYLOAD, "%s",
          Dimension.PATH, "via %s",
          Dimension.FULL_SPEED, "%s at full speed",
          Dimension.LOAD_WARMUP, "%s warm-up");

  public Series(int type, String technology, String variant) {
    this(type, technology, variant, Dimensions.NONE);
  }

  /** That of a point, for its label: a point does not know its technology's number. */
  public static Series of(Point point) {
    return new Series(0, point.technology(), point.variant(), point.dimensions());
  }

  /** That of a search, whose point has no number either. */
  public static Series of(SearchRecord search) {
    return new Series(0, search.technology(), search.variant());
  }

  public Series with(Dimensions others) {
    return new Series(type, technology, variant, others);
  }

  /**
   * What is written beside a number: {@code grpc}, or {@code grpc@tuned} off the example, with the
   * encoding of a message as options spell it, {@code grpc/json}, and what else its points have off
   * the defaults: {@code grpc in-flight 4}.
   */
  public String label() {
    return label(each -> true);
  }

  /** As {@link #label()}, without what only timed loops have. */
  public String labelWithoutTime() {
    return label(each -> !each.timedOnly());
  }

  public String label(Predicate<Dimension> shown) {
    String payload = shown.test(Dimension.PAYLOAD) ? dimensions.text(Dimension.PAYLOAD) : "";
    boolean encoded = payload.startsWith(ENCODING);
    return Stream.concat(
            Stream.of(
                encoded
                    ? name() + "/" + payload.substring(ENCODING.length()).replace(',', ' ')
                    : name()),
            words(dimensions, shown.and(each -> !encoded || !each.equals(Dimension.PAYLOAD)))
                .stream())
        .collect(Collectors.joining(" "));
  }

  /**
   * What is off the defaults, as labels say it, each by itself: {@code in-flight 4}, {@code via
   * haproxy}.
   */
  public static List<String> words(Dimensions dimensions, Predicate<Dimension> shown) {
    return Dimensions.declared().stream()
        .filter(each -> dimensions.has(each) && shown.test(each))
        .map(each -> word(each, dimensions))
        .toList();
  }

  /** A dimension by its name and value, also where that is the default; empty without a value. */
  public static String word(Dimension dimension, Dimensions dimensions) {
    String value = dimensions.text(dimension);
    return value.isEmpty() ? "" : worded(dimension, value);
  }

  private static String worded(Dimension dimension, String value) {
    if (dimension.equals(Dimension.LOAD_WARMUP) || dimension.equals(Dimension.FULL_SPEED)) {
      String span = SPAN.matcher(value).replaceFirst("$1 $2");
      return WORDS.getOrDefault(dimension, "%s").formatted(value.equals(NO_SPAN) ? "no" : span);
    }
    return WORDS.getOrDefault(dimension, dimension.name() + " %s").formatted(value);
  }

  /** Technology and variant: {@code grpc}, or {@code grpc@tuned} off the example. */
  public String name() {
    return variant.equals(Point.EXAMPLE) ? technology : technology + "@" + variant;
  }

  /** What the others are compared with: rpcx in its example, or the first where there is none. */
  public static Series baselineOf(List<Series> all) {
    return all.stream()
        .filter(s -> s.technology().equals(RPCX) && s.variant().equals(Point.EXAMPLE))
        .findFirst()
        .orElseGet(() -> all.get(0));
  }

  /** Whether all are loads of one technology in one variant; true of none. */
  public static boolean areOfOneName(Collection<Series> all) {
    return all.stream().map(Series::name).distinct().count() <= 1;
  }

  public boolean holds(Point point) {
    return point.technology().equals(technology)
        && point.variant().equals(variant)
        && point.dimensions().equals(dimensions);
  }

  @Override
  public int compareTo(Series other) {
    return ORDER.compare(this, other);
  }

  /** Text whose order is that of the numbers in it: 10 before 100, and 9 before both. */
  private static String bySize(Dimensions dimensions) {
    return NUMBER
        .matcher(dimensions.toString())
        .replaceAll(
            found -> " ".repeat(Math.max(0, DIGITS - found.group().length())) + found.group());
  }
}
