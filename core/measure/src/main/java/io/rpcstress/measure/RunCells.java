package io.rpcstress.measure;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A row's cells back to what {@link RunColumns} took them from. Stateless. */
final class RunCells {

  private RunCells() {}

  static boolean isOpen(Cells cells) {
    return cells.text("loop").equals(Conditions.OPEN);
  }

  static Run run(Cells cells) {
    return new Run(
        point(cells),
        cells.count("type"),
        cells.count("order"),
        cells.need("timeTotalUs"),
        counts(cells, "calls"),
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
            cells.millis("clientJitterUs")),
        flags(cells),
        cells.instant("startedAt"),
        circumstances(cells),
        lateness(cells));
  }

  static OpenRun openRun(Cells cells) {
    return new OpenRun(
        run(cells),
        new Latency(
            cells.decimal("serviceP50Us"),
            cells.decimal("serviceP90Us"),
            cells.decimal("serviceP99Us"),
            cells.decimal("serviceP999Us"),
            cells.decimal("serviceMaxUs")),
        counts(cells, "warmup"),
        cells.number("offeredPerSecond"),
        cells.number("achievedPerSecond"),
        cells.text("starting"));
  }

  private static CallCounts counts(Cells cells, String of) {
    return new CallCounts(
        cells.need(of + "Issued"),
        cells.need(of + "Ok"),
        cells.need(of + "Failed"),
        cells.need(of + "TimedOut"),
        cells.need(of + "Abandoned"));
  }

  private static @Nullable Lateness lateness(Cells cells) {
    Long after = cells.wholeMillis("lateAfterUs");
    return after == null ? null : new Lateness(after, cells.need("callsLate"));
  }

  private static Point point(Cells cells) {
    OfferedLoad offered = isOpen(cells) ? offered(cells) : null;
    Map<String, String> values = new LinkedHashMap<>();
    for (Dimension each : Dimensions.declared()) {
      if (offered == null || !each.timedOnly()) {
        values.put(each.name(), cells.text(each.column()));
      }
    }
    Point point =
        new Point(
            cells.text("technology"),
            cells.text("variant"),
            cells.count("threadNum"),
            cells.count("requestNum"),
            RequestMode.of(cells.text("requestMode")),
            cells.count("repetition"),
            offered,
            new Dimensions(values));
    String shape = cells.text("loadShape");
    if (!shape.isEmpty() && !shape.equals(point.loadShape().label())) {
      throw cells.bad("loadShape", "the shape that the other columns have");
    }
    return point;
  }

  private static OfferedLoad offered(Cells cells) {
    return new OfferedLoad(
        ArrivalShape.of(cells.text("arrivals")),
        cells.count("rate"),
        seconds(cells, "duration"),
        seconds(cells, "warmup"),
        cells.signed("seed"));
  }

  private static int seconds(Cells cells, String column) {
    return Math.toIntExact(Spans.parse(cells.text(column)).toSeconds());
  }

  private static Cost cost(Cells cells) {
    Long rss = cells.whole("serverRssBytes");
    return new Cost(
        process(cells, "client"),
        process(cells, "server"),
        rss == null ? null : (Long) (rss / ServiceRow.BYTES_PER_KIB),
        new WireCost(
            cells.whole("bytesOut"),
            cells.whole("bytesIn"),
            cells.whole("packetsOut"),
            cells.whole("packetsIn"),
            cells.textOrNull("bytesFrom")),
        new ProxyShare(
            cells.millis("proxyCpuUs"), cells.whole("proxyCalls"), cells.whole("proxyConnections")),
        new EnergyCost(
            cells.decimal("clientEnergyMj"),
            cells.decimal("serverEnergyMj"),
            cells.decimal("clientIdleMw"),
            cells.decimal("serverIdleMw")));
  }

  private static ProcessCost process(Cells cells, String side) {
    return new ProcessCost(
        cells.millis(side + "CpuUs"),
        cells.whole(side + "CtxSwitches"),
        cells.whole(side + "AllocBytes"),
        cells.wholeMillis(side + "GcUs"),
        cells.wholeMillis(side + "CompileUs"));
  }

  private static Circumstances circumstances(Cells cells) {
    return new Circumstances(
        cells.decimal("callsUnderWay"),
        cells.millis("gateUs"),
        cells.countOrNull("steadyFrom"),
        cells.countOrNull("technologyOrder"),
        cells.textOrNull("fresh"),
        cells.instantOrNull("serverStartedAt"),
        cells.textOrNull("serverProcess"),
        cells.countOrNull("client"),
        cells.millis("releaseSkewUs"));
  }

  private static SortedSet<String> flags(Cells cells) {
    String text = cells.text("flags");
    return text.isEmpty()
        ? Collections.emptySortedSet()
        : new TreeSet<>(Arrays.asList(text.split(RunColumns.FLAG_SEPARATOR, -1)));
  }
}
