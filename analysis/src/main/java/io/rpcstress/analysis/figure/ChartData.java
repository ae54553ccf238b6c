package io.rpcstress.analysis.figure;

import io.rpcstress.analysis.answer.Findings;
import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.analysis.explain.Limiter;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.PaperGrid;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.scaling.ScalabilityFit;
import io.rpcstress.analysis.scaling.Scaling;
import io.rpcstress.analysis.table.Tables;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A sweep as the charts read it: one array a technology and metric over the grid, row by row
 * (threads outside, requests inside), null where nothing is known. Values have five digits, more
 * than a chart shows; the tables keep all of them.
 */
public final class ChartData {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** Enough for any chart, and half the size of all digits. */
  private static final MathContext DIGITS = new MathContext(5);

  /** Straight pieces that a fitted curve is drawn with. */
  private static final int CURVE_STEPS = 80;

  private static final List<Limiter> LIMITERS = List.of(Limiter.values());

  private final SweepData data;
  private final boolean onPaperGrid;
  private final List<Integer> threads;
  private final List<Integer> requests;
  private final List<Line> lines;

  /** One array in the data: a technology and variant in one request mode. */
  private record Line(Series series, String name, RequestMode mode, boolean onlyMode) {
    String label() {
      return onlyMode ? name : name + " (" + mode.label() + ")";
    }

    String file() {
      return label().replaceAll("[^a-z0-9-]+", "-").replaceAll("-$", "");
    }

    boolean holds(Point point) {
      return point.requestMode() == mode && series.holds(point);
    }
  }

  private ChartData(SweepData data) {
    this.data = data;
    this.onPaperGrid = PaperGrid.isIn(data);
    threads = data.threads();
    requests = data.requests();
    List<RequestMode> modes =
        data.countedPoints().map(Point::requestMode).distinct().sorted().toList();
    lines =
        data.series().stream()
            .flatMap(
                s ->
                    modes.stream()
                        .map(
                            m ->
                                new Line(
                                    s, data.label(s, LoadShape.COUNTED), m, modes.size() == 1)))
            .filter(line -> data.countedPoints().anyMatch(line::holds))
            .toList();
  }

  /** The sweep's chart data as JSON text, without line breaks. */
  public static String json(SweepData data, Findings findings) {
    ObjectNode root = new ChartData(data).tree();
    OverviewData.add(root.putArray("overviews"), findings.overviews(), data);
    LoadData.add(root, data);
    EncodingsData.add(root, data);
    return JSON.writeValueAsString(root);
  }

  private ObjectNode tree() {
    ObjectNode root = JSON.createObjectNode();
    root.put("conditions", ConditionsText.of(data, LoadShape.COUNTED));
    Metric.addAll(root.putArray("metrics"));
    ArrayNode limiters = root.putArray("limiters");
    LIMITERS.stream().map(Limiter::label).forEach(limiters::add);
    if (onPaperGrid) {
      PaperGrid.TIME_RATIO.forEach(root.putArray("published")::add);
    }
    threads.forEach(root.putArray("threads")::add);
    requests.forEach(root.putArray("requests")::add);
    ArrayNode series = root.putArray("series");
    lines.forEach(line -> addLine(series.addObject(), line));
    addLatency(root);
    addCold(root);
    addScaling(root);
    addCost(root);
    return root;
  }

  private void addLine(ObjectNode node, Line line) {
    node.put("label", line.label());
    node.put("file", line.file());
    node.put("type", line.series().type());
    node.put(
        "paperVariant",
        onPaperGrid
            && line.onlyMode()
            && line.series().dimensions().equals(Dimensions.NONE)
            && line.series().variant().equals(Point.EXAMPLE));
    Optional<Series> reference =
        data.baseline(LoadShape.COUNTED).map(baseline -> data.referenceOf(line.series(), baseline));
    node.put("base", reference.map(base -> placeOf(base, line.mode())).orElse(-1));
    node.put("points", table("points", line.mode()));
    reference.ifPresent(
        base -> node.put("ratios", table(Tables.ratiosTo(base.label()), line.mode())));
    int size = threads.size() * requests.size();
    @Nullable Cell[] cells = new @Nullable Cell[size];
    StringBuilder status = new StringBuilder(" ".repeat(size));
    ObjectNode marks = node.putObject("marks");
    for (Cell cell : data.cells()) {
      if (line.holds(cell.point())) {
        int at = index(cell.point());
        cells[at] = cell;
        String mark = mark(cell);
        status.setCharAt(at, mark.isEmpty() ? '.' : '~');
        if (!mark.isEmpty()) {
          marks.put(Integer.toString(at), mark);
        }
      }
    }
    for (Failure failure : data.failedPoints()) {
      if (line.holds(failure.point())) {
        int at = index(failure.point());
        status.setCharAt(at, 'x');
        marks.put(Integer.toString(at), failure.cause().label());
      }
    }
    node.put("status", status.toString());
    node.put("limits", limits(cells));
    ObjectNode values = node.putObject("values");
    for (Metric metric : Metric.ALL) {
      addValues(values, metric, cells);
    }
  }

  /** A digit a cell: its place in the data's list of limiters; a space where there is no cell. */
  private static String limits(@Nullable Cell[] cells) {
    StringBuilder limits = new StringBuilder();
    for (@Nullable Cell cell : cells) {
      limits.append(cell == null ? " " : LIMITERS.indexOf(Explanation.of(cell).limiter()));
    }
    return limits.toString();
  }

  private static void addValues(ObjectNode values, Metric metric, @Nullable Cell[] cells) {
    double[] column =
        Stream.of(cells)
            .mapToDouble(cell -> cell == null ? Double.NaN : metric.of().applyAsDouble(cell))
            .toArray();
    if (!DoubleStream.of(column).allMatch(Double::isNaN)) {
      add(values.putArray(metric.id()), column);
    }
  }

  /** Adds numbers; null for what is none. */
  static ArrayNode add(ArrayNode array, double... values) {
    for (double value : values) {
      if (Double.isFinite(value)) {
        array.add(rounded(value, DIGITS));
      } else {
        array.addNull();
      }
    }
    return array;
  }

  /** A number with as many digits as it needs. */
  static BigDecimal rounded(double value, MathContext digits) {
    BigDecimal rounded = BigDecimal.valueOf(value).round(digits).stripTrailingZeros();
    return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
  }

  private static String mark(Cell cell) {
    List<String> why = new ArrayList<>();
    if (!cell.complete()) {
      why.add(cell.ordersUsed() + " warm runs only");
    }
    if (cell.callsNotOk() > 0) {
      why.add(cell.callsNotOk() + " calls not ok");
    }
    if (!cell.flags().isEmpty()) {
      why.add("flags: " + String.join(", ", cell.flags()));
    }
    return String.join("; ", why);
  }

  private int index(Point point) {
    return threads.indexOf(point.threadNum()) * requests.size()
        + requests.indexOf(point.requestNum());
  }

  /** Where the line of a series stands among all; -1 where it has none. */
  private int placeOf(Series series, RequestMode mode) {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).series().equals(series) && lines.get(i).mode() == mode) {
        return i;
      }
    }
    return -1;
  }

  private void addLatency(ObjectNode root) {
    shared(c -> c.latency().valuesUs().size() > 1, mostCalls())
        .ifPresent(
            point -> {
              ArrayNode curves = at(point, root.putObject("latency"), "latency").putArray("curves");
              for (Cell cell : cellsAt(point)) {
                ArrayNode curve = curve(curves, cell);
                cell.latency()
                    .valuesUs()
                    .forEach(
                        (percent, us) -> {
                          if (!Metric.isBeyondDeadline(cell, percent)) {
                            add(curve.addArray().add(percent), us);
                          }
                        });
              }
            });
  }

  private void addCold(ObjectNode root) {
    Comparator<Point> smallest =
        Comparator.comparingInt(Point::threadNum).thenComparingInt(Point::requestNum).reversed();
    shared(c -> !Double.isNaN(c.coldMs()) && c.firstProcess().size() > 1, smallest)
        .ifPresent(
            point -> {
              ObjectNode node = at(point, root.putObject("cold"), "cold-and-warm");
              ArrayNode curves = node.putArray("curves");
              int last = 0;
              for (Cell cell : cellsAt(point)) {
                ArrayNode curve = curve(curves, cell);
                for (Run order : cell.firstProcess()) {
                  add(curve.addArray().add(order.order()), order.timeMs());
                  last = Math.max(last, order.order());
                }
              }
              node.put("last", last);
            });
  }

  private void addScaling(ObjectNode root) {
    List<Scaling> drawn = Scaling.all(data).stream().filter(s -> s.fit().isPresent()).toList();
    if (drawn.isEmpty()) {
      return;
    }
    ArrayNode curves = root.putObject("scaling").putArray("curves");
    for (Scaling scaling : drawn) {
      ObjectNode curve = curves.addObject();
      curve
          .put("series", placeOf(scaling.series(), scaling.mode()))
          .put("requests", scaling.requests());
      ArrayNode points = curve.putArray("points");
      scaling.points().forEach(p -> add(points.addArray(), p.concurrency(), p.callsPerSecond()));
      ArrayNode fit = curve.putArray("fit");
      scaling.fit().filter(ScalabilityFit::isGood).ifPresent(f -> addFit(fit, scaling, f));
    }
  }

  private static void addFit(ArrayNode nodes, Scaling scaling, ScalabilityFit fit) {
    double first =
        scaling.points().stream().mapToDouble(Scaling.Throughput::concurrency).min().orElse(1);
    for (int i = 0; i <= CURVE_STEPS; i++) {
      double underWay = first + (fit.largest() - first) * i / CURVE_STEPS;
      add(nodes.addArray(), underWay, fit.at(underWay));
    }
  }

  private void addCost(ObjectNode root) {
    List<Metric> costs = Metric.ALL.stream().filter(Metric::cost).toList();
    shared(c -> costs.stream().anyMatch(m -> isKnown(m, c)), mostCalls())
        .ifPresent(
            point -> {
              ObjectNode node = at(point, root.putObject("cost"), "cost-per-call");
              node.put("thread", threads.indexOf(point.threadNum()));
              node.put("request", requests.indexOf(point.requestNum()));
              ArrayNode metrics = node.putArray("metrics");
              List<Cell> cells = cellsAt(point);
              costs.stream()
                  .filter(metric -> cells.stream().anyMatch(cell -> isKnown(metric, cell)))
                  .forEach(metric -> metrics.add(metric.id()));
            });
  }

  private static boolean isKnown(Metric metric, Cell cell) {
    return !Double.isNaN(metric.of().applyAsDouble(cell));
  }

  private static Comparator<Point> mostCalls() {
    return Comparator.comparingLong(Point::calls)
        .thenComparing(Comparator.comparingInt(Point::threadNum).reversed());
  }

  /** The point that most technologies share, and among those the greatest by the order. */
  private Optional<Point> shared(Predicate<Cell> fit, Comparator<Point> order) {
    Map<Point, Integer> technologies = new LinkedHashMap<>(); // of two as good, the first cell's
    for (Cell cell : data.cells()) {
      if (fit.test(cell)) {
        technologies.merge(placeOf(cell.point()), 1, Integer::sum);
      }
    }
    Comparator<Point> byTechnologies =
        Comparator.comparingInt(p -> technologies.getOrDefault(p, 0));
    return technologies.keySet().stream().max(byTechnologies.thenComparing(order));
  }

  /** The point without its technology: the same for all that measured there. */
  private static Point placeOf(Point p) {
    return p.of("any", Point.EXAMPLE).with(Dimensions.NONE);
  }

  private List<Cell> cellsAt(Point place) {
    return data.cells().stream().filter(cell -> placeOf(cell.point()).equals(place)).toList();
  }

  /** The points of a curve, yet to come, of a cell's line. */
  private ArrayNode curve(ArrayNode curves, Cell cell) {
    int line =
        IntStream.range(0, lines.size())
            .filter(i -> lines.get(i).holds(cell.point()))
            .findFirst()
            .orElseThrow();
    return curves.addObject().put("series", line).putArray("points");
  }

  static String text(Point point) {
    return "%d threads x %d requests (%s)"
        .formatted(point.threadNum(), point.requestNum(), point.requestMode().label());
  }

  private String table(String id, RequestMode mode) {
    return Tables.ofMode(id, mode, data);
  }

  /** With the point that a chart is of, and the table that has its numbers. */
  private ObjectNode at(Point point, ObjectNode chart, String table) {
    return chart.put("table", table(table, point.requestMode())).put("where", text(point));
  }
}
