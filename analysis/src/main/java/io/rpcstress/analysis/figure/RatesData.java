package io.rpcstress.analysis.figure;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.OfferedLabels;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Groups;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.Unknown;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.record.ProbeRecord;
import io.rpcstress.measure.record.SearchRecord;
import io.rpcstress.measure.statistics.Interval;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What the charts over offered rates read: p99 and goodput, with the knee. */
final class RatesData {

  private RatesData() {}

  static void add(ArrayNode charts, SweepData data) {
    Map<String, List<SearchRecord>> byObjective =
        Groups.of(data.searches().stream().filter(s -> !s.probes().isEmpty()), SearchRecord::slo);
    byObjective.forEach(
        (objective, searches) -> {
          ObjectNode chart = charts.addObject().put("title", "searched for " + objective);
          chart.put("table", "rate-probes");
          ArrayNode lines = chart.putArray("lines");
          searches.forEach(search -> addSearch(lines.addObject(), search));
        });
    Map<String, List<Cell>> curves =
        Groups.of(data.open().stream(), cell -> OfferedLabels.overRates(cell, data));
    curves.values().removeIf(loads -> loads.size() < 2);
    if (!curves.isEmpty()) {
      ObjectNode chart = charts.addObject().put("title", "held for a time each");
      ArrayNode lines = chart.put("table", "open-loads").putArray("lines");
      curves.forEach((label, loads) -> addLoads(lines.addObject().put("label", label), loads));
    }
  }

  private static void addSearch(ObjectNode line, SearchRecord search) {
    line.put("label", Series.of(search).label());
    Integer knee = search.sustainableRate();
    if (knee != null) {
      line.put("knee", knee);
    }
    ArrayNode points = line.putArray("points");
    search.answers().stream()
        .sorted(Comparator.comparingInt(ProbeRecord::rate))
        .forEach(
            p ->
                add(
                    points,
                    p.rate(),
                    Interval.unknown(Unknown.orNaN(p.latency().p99Us())),
                    Interval.unknown(Unknown.orNaN(p.goodputPerSecond())),
                    false));
  }

  /** The knee: the highest rate that lost nothing, where a higher one did. */
  private static void addLoads(ObjectNode line, List<Cell> loads) {
    List<Cell> sorted = loads.stream().sorted(Comparator.comparingInt(RatesData::rate)).toList();
    OptionalInt lost =
        sorted.stream()
            .filter(cell -> cell.processes().stream().anyMatch(RatesData::hasLost))
            .mapToInt(RatesData::rate)
            .min();
    sorted.stream()
        .mapToInt(RatesData::rate)
        .filter(rate -> rate < lost.orElse(0))
        .max()
        .ifPresent(knee -> line.put("knee", knee));
    ArrayNode points = line.putArray("points");
    for (Cell cell : sorted) {
      boolean out = cell.valid().isEmpty();
      Cell used = out ? cell.unjudged() : cell;
      Interval p99 =
          Estimate.of(used, p -> Unknown.orNaN(p.offered().response().p99Us())).interval();
      Interval goodput = Estimate.of(used, p -> p.offered().achievedPerSecond()).interval();
      add(points, rate(cell), p99, goodput, out);
    }
  }

  private static int rate(Cell cell) {
    return cell.offered().rate();
  }

  private static boolean hasLost(ProcessRuns process) {
    return process.flags().contains(Flag.SATURATED.label()) || process.callsNotOk() > 0;
  }

  /**
   * Rate, p99, goodput; the ends of each where they are known; and 1 where flags leave no process.
   *
   * @param out then the values are of all processes, and have no interval
   */
  private static void add(ArrayNode points, int rate, Interval p99, Interval good, boolean out) {
    ArrayNode point = points.addArray().add(rate);
    ChartData.add(point, p99.value(), good.value());
    OverviewData.addEnds(point, out ? Interval.unknown(p99.value()) : p99);
    OverviewData.addEnds(point, out ? Interval.unknown(good.value()) : good);
    point.add(out ? 1 : 0);
  }
}
