package io.rpcstress.analysis.figure;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.OfferedLabels;
import io.rpcstress.analysis.answer.ProcessInterval;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.RateSearch;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.statistics.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What the charts over offered rates read: p99 and goodput, with the knee. */
final class RatesData {

  private RatesData() {}

  /** A chart for each objective of searches, and one for the runs at rates. */
  static void add(ArrayNode charts, SweepData data) {
    Map<String, List<RateSearch>> byObjective =
        data.searches().stream()
            .filter(s -> !s.probes().isEmpty())
            .collect(
                Collectors.groupingBy(RateSearch::slo, LinkedHashMap::new, Collectors.toList()));
    byObjective.forEach(
        (objective, searches) -> {
          ObjectNode chart = charts.addObject().put("title", "searched for " + objective);
          ArrayNode lines = chart.putArray("lines");
          searches.forEach(search -> addSearch(lines.addObject(), search));
        });
    Map<String, List<Cell>> curves = new LinkedHashMap<>();
    for (Cell cell : data.open()) {
      curves.computeIfAbsent(OfferedLabels.overRates(cell, data), l -> new ArrayList<>()).add(cell);
    }
    curves.values().removeIf(loads -> loads.size() < 2);
    if (!curves.isEmpty()) {
      ArrayNode lines = charts.addObject().put("title", "held for a time each").putArray("lines");
      curves.forEach((label, loads) -> addLoads(lines.addObject().put("label", label), loads));
    }
  }

  private static void addSearch(ObjectNode line, RateSearch search) {
    line.put("label", new Series(0, search.technology(), search.variant()).label());
    Integer knee = search.sustainableRate();
    if (knee != null) {
      line.put("knee", knee);
    }
    ArrayNode points = line.putArray("points");
    search.answers().stream()
        .sorted(Comparator.comparingInt(RateSearch.Probe::rate))
        .forEach(p -> add(points, p.rate(), only(p.p99Us()), only(p.goodputPerSecond()), false));
  }

  private static Optional<Interval> only(@Nullable Double value) {
    return Optional.ofNullable(value).map(Interval::unknown);
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
      Optional<Interval> p99 =
          ProcessInterval.of(used, p -> p.offered().response().p99Us()).map(Estimate::interval);
      Optional<Interval> goodput =
          ProcessInterval.of(used, p -> p.offered().achievedPerSecond()).map(Estimate::interval);
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
  private static void add(
      ArrayNode points, int rate, Optional<Interval> p99, Optional<Interval> good, boolean out) {
    ArrayNode point = points.addArray().add(rate);
    ChartData.add(point, p99.map(Interval::value).orElse(null));
    ChartData.add(point, good.map(Interval::value).orElse(null));
    addEnds(point, out ? Optional.empty() : p99);
    addEnds(point, out ? Optional.empty() : good);
    point.add(out ? 1 : 0);
  }

  private static void addEnds(ArrayNode point, Optional<Interval> found) {
    Optional<Interval> known = found.filter(Interval::isKnown);
    ChartData.add(point, known.map(Interval::low).orElse(null));
    ChartData.add(point, known.map(Interval::high).orElse(null));
  }
}
