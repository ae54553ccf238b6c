package io.rpcstress.measure;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The columns that rows of all load shapes have: how a run becomes cells, and cells a run. A new
 * column is one line of {@link #BASE} or {@link #ADDED} and one of {@link #run}; a new dimension is
 * none. Stateless.
 */
final class RunColumns {

  /** Without these a row means nothing. */
  static final List<String> REQUIRED =
      List.of(
          "technology",
          "variant",
          "type",
          "threadNum",
          "requestNum",
          "requestMode",
          "order",
          "timeTotal",
          "callsIssued",
          "callsOk",
          "callsFailed",
          "callsTimedOut",
          "callsAbandoned",
          "loop",
          "startedAt");

  private static final String LOAD_SHAPE = "loadShape";

  /** Columns of every version since the repetition came, in their order. */
  private static final Map<String, Function<Run, @Nullable Object>> BASE = base();

  /** Columns that came later: behind all others, those of open loops among them. */
  private static final Map<String, Function<Run, @Nullable Object>> ADDED = added();

  /** A counted or timed loop's, in their order. */
  static final List<String> CLOSED = joined(BASE.keySet(), List.of(), ADDED.keySet());

  private static final String FLAG_SEPARATOR = " ";
  private static final int MICRO_DIGITS = 3;

  private RunColumns() {}

  private static Map<String, Function<Run, @Nullable Object>> base() {
    Map<String, Function<Run, @Nullable Object>> columns = new LinkedHashMap<>();
    columns.put("technology", r -> r.point().technology());
    columns.put("variant", r -> r.point().variant());
    columns.put("type", Run::type);
    columns.put("threadNum", r -> r.point().threadNum());
    columns.put("requestNum", r -> r.point().requestNum());
    columns.put("requestMode", r -> r.point().requestMode().label());
    columns.put("order", Run::order);
    columns.put("timeTotal", r -> BigDecimal.valueOf(r.timeTotalMicros(), MICRO_DIGITS));
    columns.put("TPS", Run::tps);
    columns.put("callsIssued", r -> r.calls().issued());
    columns.put("callsOk", r -> r.calls().ok());
    columns.put("callsFailed", r -> r.calls().failed());
    columns.put("callsTimedOut", r -> r.calls().timedOut());
    columns.put("callsPerSecond", Run::callsPerSecond);
    columns.put("p50Us", r -> r.latency().p50Us());
    columns.put("p90Us", r -> r.latency().p90Us());
    columns.put("p99Us", r -> r.latency().p99Us());
    columns.put("p999Us", r -> r.latency().p999Us());
    columns.put("maxUs", r -> r.latency().maxUs());
    columns.put("connections", r -> r.conditions().connections());
    columns.put("clientCpuMs", r -> r.cost().client().cpuMs());
    columns.put("clientCtxSwitches", r -> r.cost().client().ctxSwitches());
    columns.put("clientAllocBytes", r -> r.cost().client().allocBytes());
    columns.put("clientGcMs", r -> r.cost().client().gcMs());
    columns.put("serverCpuMs", r -> r.cost().server().cpuMs());
    columns.put("serverCtxSwitches", r -> r.cost().server().ctxSwitches());
    columns.put("serverRssKb", r -> r.cost().serverRssKb());
    columns.put("bytesOut", r -> r.cost().wire().bytesOut());
    columns.put("bytesIn", r -> r.cost().wire().bytesIn());
    columns.put("packetsOut", r -> r.cost().wire().packetsOut());
    columns.put("packetsIn", r -> r.cost().wire().packetsIn());
    columns.put("flags", r -> String.join(FLAG_SEPARATOR, r.flags()));
    columns.put("startedAt", Run::startedAt);
    columns.put("callsAbandoned", r -> r.calls().abandoned());
    columns.put("callsServed", Run::callsServed);
    columns.put("operation", r -> r.conditions().operation());
    columns.put("payloadBytes", r -> r.conditions().payloadBytes());
    columns.put("loop", r -> r.conditions().loop());
    columns.put("connectionPolicy", r -> r.conditions().connectionPolicy());
    columns.put("repetition", r -> r.point().repetition());
    columns.put("clientHostCpuPercent", r -> r.watch().hostCpuPercent());
    columns.put("clientForeignCpuPercent", r -> r.watch().foreignCpuPercent());
    columns.put("clientJitterMs", r -> r.watch().jitterMs());
    return columns;
  }

  private static Map<String, Function<Run, @Nullable Object>> added() {
    Map<String, Function<Run, @Nullable Object>> columns = new LinkedHashMap<>();
    columns.put(LOAD_SHAPE, r -> r.point().loadShape().label());
    for (Dimension each : Dimensions.declared()) {
      if (!BASE.containsKey(each.column())) {
        columns.put(each.column(), r -> dimension(r.point(), each));
      }
    }
    columns.put("callsUnderWay", r -> r.circumstances().callsUnderWay());
    columns.put("clientCompileMs", r -> r.cost().client().compileMs());
    columns.put("serverAllocBytes", r -> r.cost().server().allocBytes());
    columns.put("serverGcMs", r -> r.cost().server().gcMs());
    columns.put("serverCompileMs", r -> r.cost().server().compileMs());
    columns.put("bytesFrom", r -> r.cost().wire().countedBy());
    columns.put("serverStartedAt", r -> r.circumstances().serverStartedAt());
    columns.put("serverProcess", r -> r.circumstances().serverProcess());
    columns.put("fresh", r -> r.circumstances().fresh());
    columns.put("steadyFrom", r -> r.circumstances().steadyFrom());
    columns.put("gateMs", r -> r.circumstances().gateMs());
    columns.put("technologyOrder", r -> r.circumstances().technologyOrder());
    columns.put("minUs", r -> r.latency().minUs());
    columns.put("meanUs", r -> r.latency().meanUs());
    columns.put("p95Us", r -> r.latency().p95Us());
    columns.put("client", r -> r.circumstances().client());
    columns.put("releaseSkewMs", r -> r.circumstances().releaseSkewMs());
    columns.put("proxyCpuMs", r -> r.cost().proxy().cpuMs());
    columns.put("proxyCalls", r -> r.cost().proxy().calls());
    columns.put("proxyConnections", r -> r.cost().proxy().connections());
    columns.put("callsLate", r -> r.lateness() == null ? null : r.lateness().calls());
    columns.put("lateAfterMs", r -> r.lateness() == null ? null : r.lateness().afterMs());
    columns.put("clientEnergyMj", r -> r.cost().energy().clientMj());
    columns.put("serverEnergyMj", r -> r.cost().energy().serverMj());
    columns.put("clientIdleMw", r -> r.cost().energy().clientIdleMw());
    columns.put("serverIdleMw", r -> r.cost().energy().serverIdleMw());
    return columns;
  }

  /** Empty where the load shape has no such dimension. */
  private static String dimension(Point point, Dimension dimension) {
    return dimension.timedOnly() && point.loadShape() != LoadShape.TIMED
        ? ""
        : point.dimensions().text(dimension);
  }

  /** Columns with others between the old and the new ones. */
  static List<String> with(List<String> further) {
    return joined(BASE.keySet(), further, ADDED.keySet());
  }

  private static List<String> joined(
      Iterable<String> one, Iterable<String> other, Iterable<String> last) {
    List<String> all = new ArrayList<>();
    one.forEach(all::add);
    other.forEach(all::add);
    last.forEach(all::add);
    return List.copyOf(all);
  }

  /** Whether rows of any load shape have a column. */
  static boolean isKnown(String column) {
    return BASE.containsKey(column) || ADDED.containsKey(column);
  }

  /** A run's cells in the columns named; empty in one that is not a run's. */
  static List<String> cells(Run run, List<String> columns) {
    return columns.stream().map(column -> cell(run, column)).toList();
  }

  private static String cell(Run run, String column) {
    Function<Run, @Nullable Object> of = BASE.getOrDefault(column, ADDED.get(column));
    return of == null ? "" : text(of.apply(run));
  }

  private static String text(@Nullable Object value) {
    if (value instanceof BigDecimal exact) {
      return exact.toPlainString();
    }
    return value instanceof Double number ? decimal(number) : Objects.toString(value, "");
  }

  static String decimal(@Nullable Double value) {
    return value == null ? "" : String.format(Locale.ROOT, "%.3f", value);
  }

  /**
   * A run from a row.
   *
   * @throws IllegalArgumentException if it is none; the message says what is wrong
   */
  static Run run(Cells cells) {
    CallCounts calls =
        new CallCounts(
            cells.need("callsIssued"),
            cells.need("callsOk"),
            cells.need("callsFailed"),
            cells.need("callsTimedOut"),
            cells.need("callsAbandoned"));
    return new Run(
        point(cells),
        cells.count("type"),
        cells.count("order"),
        cells.micros("timeTotal"),
        calls,
        cells.whole("callsServed"),
        new Latency(
            cells.decimal("p50Us"),
            cells.decimal("p90Us"),
            cells.decimal("p99Us"),
            cells.decimal("p999Us"),
            cells.decimal("maxUs"),
            cells.decimal("minUs"),
            cells.decimal("meanUs"),
            cells.decimal("p95Us")),
        cost(cells),
        new Conditions(
            cells.text("operation"),
            cells.whole("payloadBytes"),
            cells.text("loop"),
            cells.text("connectionPolicy"),
            cells.whole("connections")),
        new SelfWatch(
            cells.decimal("clientHostCpuPercent"),
            cells.decimal("clientForeignCpuPercent"),
            cells.decimal("clientJitterMs")),
        flags(cells),
        cells.instant("startedAt"),
        circumstances(cells),
        lateness(cells));
  }

  private static @Nullable Lateness lateness(Cells cells) {
    Long after = cells.whole("lateAfterMs");
    return after == null ? null : new Lateness(after, cells.need("callsLate"));
  }

  private static Point point(Cells cells) {
    Map<String, String> values = new LinkedHashMap<>();
    for (Dimension each : Dimensions.declared()) {
      values.put(each.name(), cells.text(each.column()));
    }
    if (!cells.header().contains(Dimension.PAYLOAD.column())) {
      values.put(Dimension.PAYLOAD.name(), payloadOfEarlier(cells));
    }
    Point point =
        new Point(
            cells.text("technology"),
            cells.text("variant"),
            cells.count("threadNum"),
            cells.count("requestNum"),
            RequestMode.of(cells.text("requestMode")),
            cells.text("repetition").isEmpty() ? 0 : cells.count("repetition"),
            null,
            new Dimensions(values));
    String shape = cells.text(LOAD_SHAPE);
    if (LoadShape.TIMED.label().equals(shape) != (point.loadShape() == LoadShape.TIMED)
        && !shape.isEmpty()) {
      throw cells.bad(LOAD_SHAPE, "the shape that the other columns have");
    }
    return point;
  }

  /** The one operation that was there had one size. */
  private static String payloadOfEarlier(Cells cells) {
    Long bytes = cells.whole("payloadBytes");
    return bytes == null || bytes == 0 ? "" : "name=" + bytes;
  }

  private static Cost cost(Cells cells) {
    return new Cost(
        process(cells, "client"),
        process(cells, "server"),
        cells.whole("serverRssKb"),
        new WireCost(
            cells.whole("bytesOut"),
            cells.whole("bytesIn"),
            cells.whole("packetsOut"),
            cells.whole("packetsIn"),
            cells.textOrNull("bytesFrom")),
        new ProxyShare(
            cells.decimal("proxyCpuMs"),
            cells.whole("proxyCalls"),
            cells.whole("proxyConnections")),
        new EnergyCost(
            cells.decimal("clientEnergyMj"),
            cells.decimal("serverEnergyMj"),
            cells.decimal("clientIdleMw"),
            cells.decimal("serverIdleMw")));
  }

  private static ProcessCost process(Cells cells, String side) {
    return new ProcessCost(
        cells.decimal(side + "CpuMs"),
        cells.whole(side + "CtxSwitches"),
        cells.whole(side + "AllocBytes"),
        cells.whole(side + "GcMs"),
        cells.whole(side + "CompileMs"));
  }

  private static Circumstances circumstances(Cells cells) {
    return Circumstances.builder()
        .callsUnderWay(cells.decimal("callsUnderWay"))
        .gateMs(cells.decimal("gateMs"))
        .steadyFrom(cells.countOrNull("steadyFrom"))
        .technologyOrder(cells.countOrNull("technologyOrder"))
        .fresh(cells.textOrNull("fresh"))
        .server(cells.instantOrNull("serverStartedAt"), cells.textOrNull("serverProcess"))
        .client(cells.countOrNull("client"))
        .releaseSkewMs(cells.decimal("releaseSkewMs"))
        .build();
  }

  private static SortedSet<String> flags(Cells cells) {
    String text = cells.text("flags");
    return text.isEmpty()
        ? Collections.emptySortedSet()
        : new TreeSet<>(Arrays.asList(text.split(FLAG_SEPARATOR, -1)));
  }
}
