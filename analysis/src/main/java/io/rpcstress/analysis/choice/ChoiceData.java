package io.rpcstress.analysis.choice;

import io.rpcstress.analysis.answer.FaultEffect;
import io.rpcstress.analysis.answer.FaultEffect.Counted;
import io.rpcstress.analysis.answer.Load;
import io.rpcstress.analysis.answer.Loads;
import io.rpcstress.analysis.answer.Overview.Scope;
import io.rpcstress.analysis.answer.Verdicts;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.HostPair;
import io.rpcstress.analysis.model.MeasuringLine;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.Unknown;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Verdict;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The measurements as the page's script reads them: what is unknown is left out. Loops are apart:
 * their numbers never share a ranking.
 */
public final class ChoiceData {

  static final JsonMapper JSON = JsonMapper.builder().build();

  private static final List<LoadShape> SHAPES =
      List.of(LoadShape.TIMED, LoadShape.COUNTED, LoadShape.OPEN);

  /** The word for searches of a rate, which are rows beside those of loops. */
  static final String SEARCH = "search";

  private static final String NO_FAULT = Dimension.FAULT.defaultValue();

  private static final double BITS_PER_MEGABIT = 1e6;
  private static final double MILLIS_PER_SECOND = 1_000;
  private static final MathContext DIGITS = new MathContext(5);

  private ChoiceData() {}

  /**
   * What a reader needs.
   *
   * @param rate calls a second; null where any will do
   * @param p99 the 99th percentile lies below so many milliseconds; null where any will do
   * @param noDuplicates whether no call may run twice when something breaks
   * @param backWithin within so many milliseconds of that the rate is back; null where any will do
   */
  public record Limits(
      @Nullable Integer rate,
      @Nullable Double p99,
      boolean noDuplicates,
      @Nullable Double backWithin) {

    public static final Limits NONE = new Limits(null, null);

    /** Of a reader to whom it is nothing what happens when something breaks. */
    public Limits(@Nullable Integer rate, @Nullable Double p99) {
      this(rate, p99, false, null);
    }

    public boolean areGiven() {
      return !equals(NONE);
    }
  }

  public static String json(SweepData data, Verdicts verdicts, Limits limits) {
    List<ObjectNode> rows = Measurements.of(data, verdicts);
    Map<String, HostPair> hosts = new LinkedHashMap<>();
    for (ObjectNode row : rows) {
      hosts.computeIfAbsent(
          row.get("protocol").stringValue(), protocol -> HostPair.of(data.sweep(), protocol));
    }
    ObjectNode root =
        root(rows, MeasuringLine.place(data.sweep()), hosts, Scope.of(data, LoadShape.TIMED));
    SHAPES.stream()
        .filter(shape -> !data.compared(shape).isEmpty())
        .findFirst()
        .ifPresent(shape -> add(root.putObject("first"), Loads.of(data, shape).middle()));
    if (limits.areGiven()) {
      ObjectNode asked =
          root.putObject("limits").put("rate", limits.rate()).put("p99", limits.p99());
      if (limits.noDuplicates()) {
        asked.put("once", true);
      }
      number(asked, "back", Unknown.orNaN(limits.backWithin()) / MILLIS_PER_SECOND);
    }
    ArrayNode faults = root.putArray("faults");
    FaultEffect.all(data).forEach((cell, effects) -> add(faults.addObject(), cell, effects));
    data.failures(LoadShape.OPEN).stream()
        .map(Failure::point)
        .filter(point -> point.dimensions().has(Dimension.FAULT))
        .forEach(point -> addFault(faults.addObject(), point).put("failed", true));
    return JSON.writeValueAsString(root);
  }

  /**
   * What a fault did to a subject's calls, in all processes: {@code twice} how often one ran again
   * at least, {@code each} whether each was counted, {@code back} within how many seconds the rate
   * was there again, {@code away} that it was not.
   */
  private static void add(ObjectNode node, Cell cell, List<FaultEffect> effects) {
    addFault(node, cell.point());
    number(node, "twice", most(effects, FaultEffect::ranTwice));
    node.put("each", effects.stream().allMatch(each -> each.counted() == Counted.EACH_CALL));
    number(node, "back", most(effects, FaultEffect::backSeconds));
    node.put(
        "away", effects.stream().anyMatch(each -> each.isNotBack() && each.silentSeconds() >= 0));
  }

  private static ObjectNode addFault(ObjectNode node, Point point) {
    return node.put("subject", Measurements.subject(point.with(Dimension.FAULT, NO_FAULT)))
        .put("fault", point.dimensions().text(Dimension.FAULT));
  }

  private static double most(List<FaultEffect> effects, ToDoubleFunction<FaultEffect> of) {
    return effects.stream()
        .mapToDouble(of)
        .filter(each -> !Double.isNaN(each))
        .max()
        .orElse(Double.NaN);
  }

  /** What a question about a load begins with. */
  public static void add(ObjectNode node, Load load) {
    Point place = load.place();
    node.put("kind", kind(place.loadShape()))
        .put("threads", place.threadNum())
        .put("rate", load.rate());
    text(node, "operation", place.operation());
    if (load.hasPayload()) {
      text(node, "payload", place.dimensions().text(Dimension.PAYLOAD));
      Long size = Measurements.bytes(place, null);
      if (size != null) {
        node.put("size", size);
      }
    }
    Measurements.offer(node, place);
  }

  static String kind(LoadShape shape) {
    return switch (shape) {
      case TIMED -> "steady";
      case COUNTED -> "first";
      case OPEN -> "open";
    };
  }

  /** As it is printed: by the name that the page has for it. */
  private static String label(LoadShape shape, Scope timed) {
    return switch (shape) {
      case TIMED -> timed.labelWithin() + ", closed loop";
      case COUNTED -> Scope.FIRST_SECONDS.labelWithin() + ", closed loop";
      case OPEN -> Scope.OPEN.labelWithin() + ", at a rate that was offered";
    };
  }

  /**
   * Of measurements that are known.
   *
   * @param place the words that lead a command of the harness to the servers
   * @param hosts by protocol what the client's host, its server's and the line have
   * @param timed what the timed loops are about
   */
  static ObjectNode root(
      List<ObjectNode> rows, List<String> place, Map<String, HostPair> hosts, Scope timed) {
    ObjectNode root = JSON.createObjectNode().put("enough", Verdict.MIN_PROCESSES);
    place.forEach(root.putArray("place")::add);
    ObjectNode had = root.putObject("hosts");
    ObjectNode servers = had.putObject("servers");
    hosts.forEach(
        (protocol, pair) -> {
          number(had, "client", pair.clientCores());
          number(had, "line", pair.lineBitsPerSecond() / BITS_PER_MEGABIT);
          number(servers, protocol, pair.serverCores());
        });
    ObjectNode kinds = root.putObject("kinds");
    SHAPES.stream()
        .filter(shape -> has(rows, kind(shape)))
        .forEach(shape -> kinds.put(kind(shape), label(shape, timed)));
    if (has(rows, SEARCH)) {
      kinds.put(SEARCH, "highest rate that held an objective, searched");
    }
    rows.forEach(root.putArray("rows")::add);
    return root;
  }

  private static boolean has(List<ObjectNode> rows, String kind) {
    return rows.stream().anyMatch(row -> row.get("kind").stringValue().equals(kind));
  }

  static void text(ObjectNode node, String name, String value) {
    if (!value.isEmpty()) {
      node.put(name, value);
    }
  }

  static void number(ObjectNode node, String name, double value) {
    if (Double.isFinite(value)) {
      node.put(name, rounded(value));
    }
  }

  /** The value, and both ends where they are known. */
  static void interval(ObjectNode node, String name, Interval interval) {
    if (Double.isFinite(interval.value())) {
      ArrayNode numbers = node.putArray(name).add(rounded(interval.value()));
      if (interval.isKnown()) {
        numbers.add(rounded(interval.low())).add(rounded(interval.high()));
      }
    }
  }

  private static BigDecimal rounded(double value) {
    BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
    return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
  }
}
