package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Nested;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * One value a process of a cell, with the server that the process called. Immutable.
 *
 * @param technology whose servers they are, as {@code grpc@tuned}: those of two may have started at
 *     the same moment
 * @param processes by round: processes of one round were measured together
 */
public record Sample(String technology, SortedMap<Integer, Measured> processes) {

  static final Sample NONE = new Sample("", new TreeMap<>());

  /** Fewer processes a side give no interval. */
  private static final int MIN_PROCESSES = 2;

  /** A mean by this is the mean. */
  private static final double[] ONE = {1, 1};

  /**
   * A process's value.
   *
   * @param server what tells its server from others of the technology; null where unknown
   * @param value above 0
   */
  public record Measured(@Nullable String server, double value) {}

  /**
   * The valid processes of a cell: one that is left out leaves its round to nobody else.
   *
   * @param value of a process
   * @return without a process where one of them does not know, or has none above 0
   */
  public static Sample of(Cell cell, ToDoubleFunction<ProcessRuns> value) {
    SortedMap<Integer, Measured> processes = new TreeMap<>();
    for (ProcessRuns each : cell.valid()) {
      double one = value.applyAsDouble(each);
      if (!(one > 0) || !Double.isFinite(one)) {
        return new Sample(cell.point().directoryName(), new TreeMap<>());
      }
      processes.put(each.repetition(), new Measured(each.server(), one));
    }
    return new Sample(cell.point().directoryName(), processes);
  }

  /** One value of all processes of a cell together; without it there is none. */
  static Sample ofAll(Cell cell, double value) {
    SortedMap<Integer, Measured> one = new TreeMap<>();
    if (value > 0 && Double.isFinite(value)) {
      ProcessRuns first = cell.processes().get(0);
      one.put(first.repetition(), new Measured(first.server(), value));
    }
    return new Sample(cell.point().directoryName(), one);
  }

  /**
   * The mean, with its interval from two processes on: over server starts where several are known.
   */
  public Estimate mean(long salt) {
    List<double[]> servers = byServer();
    return servers.size() >= Nested.MIN_SERVERS
        ? new Estimate(Nested.geometricMean(servers), Unit.SERVER)
        : new Estimate(
            Bootstrap.ratioOfMeans(values(), ONE, salt),
            knowsServers() ? Unit.CLIENT : Unit.PROCESS);
  }

  /**
   * Its mean by that of another. The interval is over the outermost level of repetition that varies
   * on both sides: server starts where the rows name several, else client processes; there is none
   * where either has fewer than two processes.
   */
  public Estimate by(Sample other, long salt) {
    if (!isRepeated() || !other.isRepeated()) {
      return Estimate.alone(average() / other.average());
    }
    List<double[]> ours = byServer();
    List<double[]> theirs = other.byServer();
    return Math.min(ours.size(), theirs.size()) >= Nested.MIN_SERVERS
        ? new Estimate(Nested.ratio(ours, theirs), Unit.SERVER)
        : new Estimate(
            Bootstrap.ratioOfMeans(values(), other.values(), salt),
            knowsServers() && other.knowsServers() ? Unit.CLIENT : Unit.PROCESS);
  }

  /** Of draws for two points. A string's hash is the same on every platform; an enum's is not. */
  static long salt(Point one, Point other) {
    return Objects.hash(one.toString(), other.toString());
  }

  public int size() {
    return processes.size();
  }

  boolean isRepeated() {
    return size() >= MIN_PROCESSES;
  }

  public double average() {
    return DoubleStream.of(values()).average().orElse(Double.NaN);
  }

  double[] values() {
    return processes.values().stream().mapToDouble(Measured::value).toArray();
  }

  boolean knowsServers() {
    return processes.values().stream().noneMatch(p -> p.server() == null);
  }

  /** The values by the server that was called; empty where a process does not say. */
  List<double[]> byServer() {
    Map<String, List<Double>> byServer = new LinkedHashMap<>();
    for (Measured each : processes.values()) {
      String server = each.server();
      if (server == null) {
        return List.of();
      }
      byServer.computeIfAbsent(server, s -> new ArrayList<>()).add(each.value());
    }
    return byServer.values().stream()
        .map(group -> group.stream().mapToDouble(Double::doubleValue).toArray())
        .toList();
  }
}
