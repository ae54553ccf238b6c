package io.rpcstress.analysis.figure;

import io.rpcstress.analysis.answer.CallCost;
import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.Overview.Scope;
import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Groups;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.TimeSeries;
import io.rpcstress.analysis.model.Unknown;
import io.rpcstress.analysis.table.Tables;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.SeriesRow;
import io.rpcstress.measure.statistics.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the charts over a load read: throughput and cost over threads, latencies of timed loops,
 * time series. Each series has its name, since those of timed, counted and open loops are not the
 * same.
 */
final class LoadData {

  private static final double MICROS_PER_MILLI = 1_000;
  private static final double MILLIS_PER_SECOND = 1_000;
  private static final double PERCENT = 100;

  /** Pieces that a curve over time is drawn with at most: neighbours are added up. */
  private static final int MAX_PIECES = 60;

  /** The same under a fault, whose course takes seconds of a minute. */
  private static final int MAX_PIECES_UNDER_FAULT = 150;

  /** Loads of which the curves over time are drawn at most: the first, the middle and the last. */
  private static final int MAX_LOADS = 3;

  private final SweepData data;

  private LoadData(SweepData data) {
    this.data = data;
  }

  static void add(ObjectNode root, SweepData data) {
    LoadData loads = new LoadData(data);
    loads.addThreads(root.putArray("overThreads"));
    loads.addLatencies(root);
    loads.addTime(root.putArray("overTime"), data.timeSeries());
    RatesData.add(root.putArray("rates"), data);
    loads.addLimits(root.putArray("timedLimits"));
  }

  private String label(Cell cell) {
    return data.label(cell.series(), LoadShape.TIMED);
  }

  private void addThreads(ArrayNode charts) {
    addChart(charts, LoadShape.TIMED, "steady", "", bySeries());
    int most = SweepData.mostRequests(data.cells().stream());
    RequestMode mode =
        data.cells().stream()
            .filter(c -> c.point().requestNum() == most)
            .map(c -> c.point().requestMode())
            .min(Comparator.naturalOrder())
            .orElse(RequestMode.TOTAL);
    Map<String, List<Cell>> counted = new LinkedHashMap<>();
    for (Series series : data.series()) {
      List<Cell> cells =
          data.of(series).stream()
              .filter(c -> c.point().requestNum() == most && c.isSound())
              .filter(c -> c.point().requestMode() == mode)
              .toList();
      if (!cells.isEmpty()) {
        counted.put(data.label(series, LoadShape.COUNTED), cells);
      }
    }
    String table = Tables.ofMode("points", mode, data);
    addChart(charts, LoadShape.COUNTED, table, "At " + most + " requests. ", counted);
  }

  private Map<String, List<Cell>> bySeries() {
    return Groups.of(data.steady().stream(), this::label);
  }

  /** The processes' mean; of counted loops around the table's value, which is of all calls. */
  private static Interval callsPerSecond(Cell cell) {
    Interval of = Estimate.callsPerSecond(cell).interval();
    return cell.is(LoadShape.COUNTED)
        ? new Interval(cell.callsPerSecond(), of.low(), of.high())
        : of;
  }

  /** A chart of three panels, where some series has two thread counts. */
  private void addChart(
      ArrayNode charts,
      LoadShape shape,
      String table,
      String where,
      Map<String, List<Cell>> series) {
    if (series.values().stream().allMatch(cells -> cells.size() < 2)) {
      return;
    }
    List<Function<Cell, Interval>> panels =
        List.of(
            LoadData::callsPerSecond,
            c -> CallCost.client(c).interval(),
            c -> CallCost.server(c).interval());
    Scope scope = Scope.of(data, shape);
    ObjectNode chart = charts.addObject().put("id", scope.id()).put("label", scope.label());
    chart.put("conditions", ConditionsText.of(data, shape)).put("table", table).put("where", where);
    ArrayNode lines = chart.putArray("lines");
    series.forEach(
        (label, cells) -> {
          ObjectNode line = lines.addObject().put("label", label);
          ArrayNode values = line.putArray("panels");
          for (Function<Cell, Interval> panel : panels) {
            ArrayNode points = values.addArray();
            for (Cell cell : cells) {
              Interval interval = panel.apply(cell);
              if (interval.value() > 0) { // else it has no place on an axis of ratios
                add(points.addArray().add(cell.point().threadNum()), interval);
              }
            }
          }
        });
  }

  private static void add(ArrayNode point, Interval interval) {
    ChartData.add(point, interval.value());
    if (interval.isKnown()) {
      ChartData.add(point, interval.low(), interval.high());
    }
  }

  /** At the thread count that most series have, of those the largest. */
  private void addLatencies(ObjectNode root) {
    Map<Integer, List<Cell>> byThreads =
        data.steady().stream()
            .filter(c -> c.latency().valuesUs().size() > 1)
            .collect(
                Collectors.groupingBy(
                    c -> c.point().threadNum(), TreeMap::new, Collectors.toList()));
    Optional<Map.Entry<Integer, List<Cell>>> most =
        byThreads.entrySet().stream()
            .reduce((a, b) -> b.getValue().size() >= a.getValue().size() ? b : a);
    if (most.isEmpty()) {
      return;
    }
    ObjectNode chart = root.putObject("timedLatency");
    Scope scope = Scope.of(data, LoadShape.TIMED);
    chart.put("id", scope.id()).put("label", scope.label());
    chart.put("conditions", ConditionsText.of(data, LoadShape.TIMED));
    chart.put("where", most.get().getKey() + " threads");
    ArrayNode lines = chart.putArray("lines");
    for (Cell cell : most.get().getValue()) {
      ObjectNode line = lines.addObject().put("label", label(cell));
      line.put("few", cell.againstLatencies().contains(Flag.UNDER_THREADS.label()));
      ArrayNode points = line.putArray("points");
      cell.latency()
          .valuesUs()
          .forEach(
              (level, us) -> {
                if (cell.timedOutShare() * PERCENT <= PERCENT - level) {
                  ChartData.add(points.addArray().add(level), us);
                }
              });
    }
  }

  /** A chart for each load: a panel a series, a curve a process. */
  private void addTime(ArrayNode charts, List<TimeSeries> all) {
    Map<String, Map<String, List<TimeSeries>>> byLoad = new LinkedHashMap<>();
    for (TimeSeries one : all) {
      byLoad
          .computeIfAbsent(load(one.point()), l -> new LinkedHashMap<>())
          .computeIfAbsent(label(one.point()), l -> new ArrayList<>())
          .add(one);
    }
    List<String> loads = List.copyOf(byLoad.keySet());
    TreeSet<Integer> shown = new TreeSet<>();
    int most = all.stream().anyMatch(LoadData::isUnderFault) ? loads.size() : MAX_LOADS;
    for (int i = 0; i < Math.min(most, loads.size()); i++) {
      shown.add(i * (loads.size() - 1) / Math.max(1, Math.min(most, loads.size()) - 1));
    }
    for (int at : shown) {
      Map<String, List<TimeSeries>> ofLoad = byLoad.getOrDefault(loads.get(at), Map.of());
      ObjectNode chart = charts.addObject().put("load", loads.get(at));
      chart.put("of", shown.size() < loads.size() ? loads.size() : 0);
      ofLoad.values().stream()
          .flatMap(List::stream)
          .flatMap(one -> Stream.ofNullable(one.point().offered()))
          .findFirst()
          .ifPresent(load -> chart.put("offered", load.rate()));
      ArrayNode lines = chart.putArray("lines");
      ofLoad.forEach(
          (label, processes) -> {
            ObjectNode line = lines.addObject().put("label", label);
            ArrayNode curves = line.putArray("curves");
            processes.forEach(one -> addCurve(curves.addArray(), one));
          });
    }
  }

  private static String load(Point point) {
    if (point.offered() == null) {
      return point.threadNum() + " threads";
    }
    String fault = point.dimensions().text(Dimension.FAULT);
    return "%d calls/s offered, %s%s"
        .formatted(
            point.offered().rate(),
            point.offered().shape().label(),
            SweepData.isUnderFault(point) ? ", " + fault : "");
  }

  private static boolean isUnderFault(TimeSeries one) {
    return SweepData.isUnderFault(one.point());
  }

  private String label(Point point) {
    Series series = Series.of(point.with(Dimension.FAULT, Dimension.FAULT.defaultValue()));
    return data.label(series, point.loadShape());
  }

  /**
   * Second, calls/s, and 1 where it is counted; where they are known the 99th percentile and the
   * client's CPU a good call, us. Calls and CPU of neighbours are added up; percentiles cannot be,
   * so the highest stands for them.
   */
  private static void addCurve(ArrayNode curve, TimeSeries one) {
    List<SeriesRow> rows = one.rows();
    int most = isUnderFault(one) ? MAX_PIECES_UNDER_FAULT : MAX_PIECES;
    int width = (rows.size() + most - 1) / most;
    int from = 0;
    while (from < rows.size()) {
      SeriesRow first = rows.get(from);
      boolean counted = first.phase() == SeriesRow.Phase.WINDOW;
      int to = from;
      long calls = 0;
      while (to < rows.size()
          && to < from + width
          && (rows.get(to).phase() == SeriesRow.Phase.WINDOW) == counted) {
        calls += rows.get(to).callsOk();
        to++;
      }
      long end = rows.get(to - 1).toMillis();
      List<SeriesRow> drawn = rows.subList(from, to);
      ArrayNode point = curve.addArray();
      ChartData.add(point, (first.fromMillis() + end) / 2.0 / MILLIS_PER_SECOND);
      ChartData.add(point, calls * MILLIS_PER_SECOND / (end - first.fromMillis()));
      point.add(counted ? 1 : 0);
      double p99 = highest(drawn);
      double cpu = cpuUs(drawn, calls);
      if (!Double.isNaN(p99) || !Double.isNaN(cpu)) {
        ChartData.add(point, p99, cpu);
      }
      from = to;
    }
  }

  private static double highest(List<SeriesRow> rows) {
    return rows.stream()
        .mapToDouble(row -> Unknown.orNaN(row.p99Us()))
        .filter(p99 -> !Double.isNaN(p99))
        .max()
        .orElse(Double.NaN);
  }

  private static double cpuUs(List<SeriesRow> rows, long calls) {
    double millis = rows.stream().mapToDouble(row -> Unknown.orNaN(row.clientCpuMs())).sum();
    return calls == 0 ? Double.NaN : millis * MICROS_PER_MILLI / calls;
  }

  private void addLimits(ArrayNode cells) {
    for (Cell cell : data.steady()) {
      cells
          .addObject()
          .put("label", label(cell))
          .put("at", cell.point().threadNum() + " threads")
          .put("limiter", Explanation.of(cell).limiter().label());
    }
  }
}
