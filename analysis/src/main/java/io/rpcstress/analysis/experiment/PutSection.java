package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.answer.Sample;
import io.rpcstress.analysis.flag.Flags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Order;
import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.SteadyProcess;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code put} of 64 and 512 bytes by clients of one thread, as published in 2017: batches, whose
 * rates' median and mean a process has. Nothing is dropped, the first batch neither. Timed loops
 * stand beside them, by their mean rate.
 */
final class PutSection extends PublishedSection {

  private static final String PUT = "put";
  private static final String PAYLOAD = "key=64,value=512";
  private static final String MEDIAN = "1 client, median";
  private static final String AVERAGE = "1 client, average";

  PutSection() {
    super(PUT);
  }

  @Override
  public List<String> notes(SweepData data) {
    return List.of(
        source()
            + ". Compared is what one client process of one thread does; the published 100 batches of"
            + " 100,000 puts a client are scaled down here where a setup says so.",
        "Two clients are not compared: adding rates needs rows that name their client.",
        summary(data));
  }

  @Override
  public boolean isIn(SweepData data) {
    return points(data).anyMatch(p -> p.operation().equals(PUT));
  }

  private static Stream<Point> points(SweepData data) {
    return Stream.concat(
        data.cells().stream().map(Cell::point), data.steady().stream().map(SteadyCell::point));
  }

  private static boolean isCompared(Point point) {
    return point.operation().equals(PUT)
        && point.dimensions().text(Dimension.PAYLOAD).equals(PAYLOAD)
        && point.threadNum() == 1
        && point.dimensions().count(Dimension.CLIENTS) == 1;
  }

  @Override
  List<Measured> measured(SweepData data) {
    List<Measured> all = new ArrayList<>();
    data.cells().stream().filter(c -> isCompared(c.point())).forEach(c -> all.add(batches(c)));
    data.steady().stream().filter(c -> isCompared(c.point())).forEach(c -> all.add(timed(c)));
    return all;
  }

  private static String inFlight(Point point) {
    return point.inFlight() == 1 ? "one in flight" : point.inFlight() + " in flight";
  }

  private static Measured batches(Cell cell) {
    Map<Integer, List<Order>> processes =
        cell.orders().stream()
            .collect(Collectors.groupingBy(Order::repetition, TreeMap::new, Collectors.toList()));
    int batches = processes.values().stream().mapToInt(List::size).max().orElse(0);
    double[] medians = processes.values().stream().mapToDouble(PutSection::median).toArray();
    double[] means = processes.values().stream().mapToDouble(PutSection::mean).toArray();
    Map<String, Sample> samples = new HashMap<>();
    if (cell.processes().size() == processes.size()) {
      samples.put(MEDIAN, Sample.of(cell, medians));
      samples.put(AVERAGE, Sample.of(cell, means));
    }
    return new Measured(
        cell.point().directoryName(),
        batches + " batches of " + cell.point().requestNum() + ", " + inFlight(cell.point()),
        samples,
        against(cell));
  }

  /** What keeps its numbers from being judged: flags of the first batch count, as it does. */
  private static String against(Cell cell) {
    SortedSet<String> flags = new TreeSet<>(Flags.invalidating(cell));
    cell.orders().forEach(order -> flags.addAll(order.flags()));
    flags.removeIf(flag -> !Flags.invalidates(flag));
    return !flags.isEmpty()
        ? "flagged " + String.join(", ", flags)
        : cell.callsNotOk() > 0 ? "calls failed" : cell.isSound() ? "" : "batches are missing";
  }

  private static double median(List<Order> batches) {
    double[] sorted = batches.stream().mapToDouble(Order::callsPerSecond).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private static double mean(List<Order> batches) {
    return Arrays.stream(batches.stream().mapToDouble(Order::callsPerSecond).toArray())
        .average()
        .orElse(Double.NaN);
  }

  private static Measured timed(SteadyCell cell) {
    Map<String, Sample> samples = new HashMap<>();
    if (cell.hasRate()) {
      samples.put(AVERAGE, Sample.of(cell, SteadyProcess::callsPerSecond));
    }
    return new Measured(
        cell.point().directoryName(),
        (cell.steadyIsShown() ? "steady, " : "timed, ") + inFlight(cell.point()),
        samples,
        cell.callsFailed() ? "calls failed" : cell.hasRate() ? "" : "no process is left");
  }
}
