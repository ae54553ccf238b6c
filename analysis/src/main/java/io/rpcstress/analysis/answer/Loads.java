package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Groups;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SharedDimensions;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The loads that a sweep measured in one loop. Immutable.
 *
 * @param all by threads, requests, then rate; of a large grid some that spread over it
 * @param middle of those that most technologies carry: what is shown first
 * @param ways in which rows of one load can differ: names say those
 * @param cells by the place of their load
 * @param named the load of a place
 * @param telling what tells the load of a place from the others
 * @param encoded whether rows of one load can differ in the encoding of their message, too: {@link
 *     SweepData#encodingIsChosen}
 */
public record Loads(
    List<Load> all,
    Load middle,
    SharedDimensions ways,
    Map<Point, List<Cell>> cells,
    Function<Point, Load> named,
    Function<Point, String> telling,
    boolean encoded) {

  /** A reader picks one of so many; a page of more would be of their size. */
  private static final int MAX_LOADS = 200;

  /** Of a larger grid so many values of each axis are offered, and the middle one. */
  private static final int MAX_ON_AXIS = 12;

  /** How calls of one load were made: each way is compared with the baseline in the same. */
  static final Set<Dimension> WAYS =
      Set.of(
          Dimension.IN_FLIGHT,
          Dimension.CLIENTS,
          Dimension.CLIENT_HOSTS,
          Dimension.PATH,
          Dimension.SERVERS);

  /** More points than this are said by their ranges. */
  private static final int POINTS_LISTED = 5;

  private static final String TO = " to ";

  private static final Pattern NAME = Pattern.compile("name=([0-9]+)");

  private static final List<ToIntFunction<Point>> AXES =
      List.of(Point::threadNum, Loads::requests, Loads::rate);

  /** Those of a loop of which there is a cell at least. */
  public static Loads of(SweepData data, LoadShape shape) {
    return of(data.compared(shape), data.series(shape), data.sweep(), data.encodingIsChosen(shape));
  }

  /** Those of some cells of one loop, one at least. */
  public static Loads of(List<Cell> some, Sweep sweep) {
    return of(some, some.stream().map(Cell::series), sweep, false);
  }

  private static Loads of(List<Cell> some, Stream<Series> series, Sweep sweep, boolean encoded) {
    Map<Point, List<Cell>> cells = Groups.of(some.stream(), cell -> place(cell.point(), encoded));
    List<Point> places =
        cells.keySet().stream()
            .sorted(
                Comparator.comparingInt(Point::threadNum)
                    .thenComparingInt(Loads::requests)
                    .thenComparingInt(Loads::rate))
            .toList();
    Point middle = middle(places, cells);
    List<Point> shown = spread(places, middle);
    Words words = Words.of(shown, sweep.line());
    return new Loads(
        shown.stream().map(words::of).toList(),
        words.of(middle),
        SharedDimensions.of(series.map(each -> picked(each.dimensions(), encoded))),
        cells,
        words::of,
        words::apart,
        encoded);
  }

  public Load of(Cell cell) {
    return named.apply(place(cell.point()));
  }

  public List<Cell> at(Load load) {
    return cells.getOrDefault(load.place(), List.of());
  }

  private static List<Point> spread(List<Point> places, Point middle) {
    List<Point> left = places;
    for (ToIntFunction<Point> axis : AXES) {
      int[] values = left.stream().mapToInt(axis).distinct().sorted().toArray();
      if (places.size() > MAX_LOADS && values.length > MAX_ON_AXIS) {
        Set<Integer> kept = new HashSet<>(Set.of(axis.applyAsInt(middle)));
        for (int i = 0; i < MAX_ON_AXIS; i++) {
          kept.add(values[i * (values.length - 1) / (MAX_ON_AXIS - 1)]);
        }
        left = left.stream().filter(place -> kept.contains(axis.applyAsInt(place))).toList();
      }
    }
    return left;
  }

  /** What a row is called: with the way of its calls, where there are several. */
  public String label(Series series) {
    return ways.label(series.with(picked(series.dimensions(), encoded)));
  }

  /** A row without the way of its calls: {@code grpc@tuned}, or {@code grpc@tuned/json}. */
  public String subject(Series series) {
    return subject(series, encoded);
  }

  static String subject(Series series, boolean encoded) {
    return series.label(each -> encoded && each.equals(Dimension.PAYLOAD));
  }

  /** The load of a point: of no technology, without what rows differ in. */
  Point place(Point point) {
    return place(point, encoded);
  }

  private static Point place(Point point, boolean encoded) {
    Dimensions load = inWayOf(point.dimensions(), Dimensions.NONE);
    return point
        .of("any", Point.EXAMPLE)
        .with(encoded ? load.with(Dimension.PAYLOAD, Dimension.PAYLOAD.defaultValue()) : load);
  }

  /** Of a series' dimensions those in which rows of one load can differ. */
  private static Dimensions picked(Dimensions all, boolean encoded) {
    Dimensions ways = ways(all);
    return encoded ? ways.with(Dimension.PAYLOAD, all.text(Dimension.PAYLOAD)) : ways;
  }

  static Dimensions ways(Dimensions all) {
    return inWayOf(Dimensions.NONE, all);
  }

  /** The same, called in the way of others. */
  static Dimensions inWayOf(Dimensions all, Dimensions others) {
    Dimensions found = all;
    for (Dimension each : WAYS) {
      found = found.with(each, others.text(each));
    }
    return found;
  }

  static int rate(Point point) {
    return point.offered() == null ? 0 : point.offered().rate();
  }

  /** Of an open loop the number of its calls follows from its rate. */
  static int requests(Point point) {
    return point.offered() == null ? point.requestNum() : 0;
  }

  /** Whether a cell has numbers, and kept up with its rate. */
  private static boolean carries(Cell cell) {
    return cell.is(LoadShape.COUNTED)
        ? cell.isSound()
        : !cell.valid().isEmpty() && !cell.flags().contains(Flag.SATURATED.label());
  }

  private static Point middle(List<Point> places, Map<Point, List<Cell>> cells) {
    boolean some = cells.values().stream().flatMap(List::stream).anyMatch(Loads::carries);
    Map<Point, Long> carrying = new HashMap<>();
    cells.forEach(
        (place, at) ->
            // of a sweep that was disturbed from end to end: those that most were measured at
            carrying.put(place, at.stream().filter(cell -> !some || carries(cell)).count()));
    long most = carrying.values().stream().mapToLong(Long::longValue).max().orElse(0);
    List<Point> left =
        places.stream().filter(place -> carrying.getOrDefault(place, 0L) == most).toList();
    for (ToIntFunction<Point> axis : AXES) {
      int[] values = left.stream().mapToInt(axis).distinct().sorted().toArray();
      int middle = values[values.length / 2];
      left = left.stream().filter(place -> axis.applyAsInt(place) == middle).toList();
    }
    return left.get(left.size() / 2);
  }

  String apart(Point point) {
    return telling.apply(place(point));
  }

  /** Threads or rate, and requests: what tells points of one series apart. */
  static String sizes(Point point) {
    return Words.joined(Words.SIZES, point);
  }

  /** A few points one by one; more of them by the ranges that hold them. */
  static String ranges(List<Point> points, Function<Point, String> words) {
    String ranges =
        Stream.of(
                range(points, Point::threadNum, "threads"),
                range(points, Loads::requests, "requests"),
                range(points, Loads::rate, "calls/s"))
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining(" and "));
    if (points.size() > POINTS_LISTED && ranges.contains(TO)) {
      return "within " + ranges;
    }
    int more = points.size() - POINTS_LISTED;
    return points.stream().limit(POINTS_LISTED).map(words).collect(Collectors.joining("; "))
        + (more > 0 ? " and " + more + " more" : "");
  }

  private static String range(List<Point> points, ToIntFunction<Point> axis, String what) {
    IntSummaryStatistics values = points.stream().mapToInt(axis).summaryStatistics();
    String least = values.getMin() == values.getMax() ? "" : values.getMin() + TO;
    return values.getMax() == 0 ? "" : least + values.getMax() + " " + what;
  }

  /**
   * A load in words: the same of each, and what else tells them apart.
   *
   * @param all of a load, without the line
   * @param telling what differs between some loads
   * @param line of all, where points do not say it
   */
  private record Words(
      List<Function<Point, String>> all, List<Function<Point, String>> telling, String line) {

    private static final List<Function<Point, String>> SIZES =
        List.of(Words::callers, Words::requestsOfRuns);

    private static final Set<Dimension> IN_OTHER_WORDS =
        Set.of(Dimension.OPERATION, Dimension.PAYLOAD, Dimension.LINE, Dimension.LOAD_WARMUP);

    static Words of(List<Point> places, String line) {
      List<Function<Point, String>> all = new ArrayList<>(SIZES);
      all.add(Words::payload);
      said().filter(each -> differs(each, places)).forEach(all::add);
      List<Function<Point, String>> telling = new ArrayList<>(all);
      telling.add(place -> Series.word(Dimension.LINE, place.dimensions()));
      telling.removeIf(each -> !differs(each, places));
      return new Words(all, telling.isEmpty() ? SIZES : telling, line);
    }

    private static boolean differs(Function<Point, String> word, List<Point> places) {
      return places.stream().map(word).distinct().limit(2).count() > 1;
    }

    Load of(Point place) {
      String own = place.dimensions().text(Dimension.LINE);
      return new Load(place, joined(all, place), own.isEmpty() ? line : own);
    }

    String apart(Point place) {
      String words = joined(telling, place);
      return words.isEmpty() ? "as it is" : words; // such as a line that is not shaped
    }

    static String joined(List<Function<Point, String>> words, Point place) {
      return words.stream()
          .map(each -> each.apply(place))
          .filter(text -> !text.isEmpty())
          .collect(Collectors.joining(", "));
    }

    private static String callers(Point place) {
      return place.offered() == null
          ? counted(place.threadNum(), "thread")
          : place.offered().rate() + " calls/s";
    }

    private static String requestsOfRuns(Point place) {
      return requests(place) == 0
          ? ""
          : counted(place.requestNum(), "request")
              + (place.requestMode() == RequestMode.TOTAL ? "" : " of each thread");
    }

    private static Stream<Function<Point, String>> said() {
      return Stream.concat(
          Stream.of(
              place -> place.offered() == null ? "" : place.offered().shape().label(),
              place -> place.offered() == null ? "" : "for " + place.offered().seconds() + " s",
              place -> place.offered() == null ? "" : OfferedLabels.warmup(place.offered()),
              place -> place.offered() == null ? "" : counted(place.threadNum(), "thread"),
              place -> place.timed() == null ? "" : place.timed().toString()),
          Dimensions.declared().stream()
              .filter(each -> !each.timedOnly() && !IN_OTHER_WORDS.contains(each))
              .<Function<Point, String>>map(
                  each -> place -> Series.word(each, place.dimensions())));
    }

    private static String payload(Point place) {
      if (!Load.hasPayload(place)) {
        return place.operation() + ", each in its own encoding";
      }
      String payload = place.dimensions().text(Dimension.PAYLOAD);
      Matcher name = NAME.matcher(payload);
      String carried = name.matches() ? name.group(1) + " bytes" : payload;
      return place.operation().equals(Dimension.OPERATION.defaultValue())
          ? carried
          : place.operation() + " " + carried;
    }

    private static String counted(int n, String what) {
      return n + " " + what + (n == 1 ? "" : "s");
    }
  }
}
