package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.SteadyProcess;
import io.rpcstress.measure.Point;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * One value a process of a cell, with the server that the process called. Immutable.
 *
 * @param technology whose servers they are, as {@code grpc@tuned}: those of two may have started at
 *     the same moment
 * @param processes by round: processes of one round were measured together
 */
record Sample(String technology, SortedMap<Integer, Measured> processes) {

  /**
   * A process's value.
   *
   * @param server what tells its server from others of the technology; null where unknown
   * @param value above 0
   */
  record Measured(@Nullable String server, double value) {}

  /** A counted loop's mean runtimes. */
  static Sample of(Cell cell) {
    return of(cell, Ratios.times(cell.processes()));
  }

  /** A counted loop's processes, in their order, with a value each. */
  static Sample of(Cell cell, double[] values) {
    SortedMap<Integer, Measured> processes = new TreeMap<>();
    List<ProcessRuns> runs = cell.processes();
    for (int i = 0; i < values.length; i++) {
      processes.put(i, new Measured(runs.get(i).server(), values[i]));
    }
    return of(cell.point(), processes);
  }

  /** A timed loop's valid processes: one that is left out leaves its round to nobody else. */
  static Sample of(SteadyCell cell, ToDoubleFunction<SteadyProcess> value) {
    SortedMap<Integer, Measured> processes = new TreeMap<>();
    cell.valid()
        .forEach(
            p -> processes.put(p.repetition(), new Measured(p.server(), value.applyAsDouble(p))));
    return of(cell.point(), processes);
  }

  private static Sample of(Point point, SortedMap<Integer, Measured> processes) {
    return new Sample(point.directoryName(), processes);
  }

  int size() {
    return processes.size();
  }

  Set<Integer> rounds() {
    return processes.keySet();
  }

  double[] values() {
    return processes.values().stream().mapToDouble(Measured::value).toArray();
  }

  /** The value of a round that it has. */
  double at(int round) {
    return process(round).value();
  }

  /** The server of a round that it has, unlike those of other technologies. */
  String serverAt(int round) {
    return technology + " " + process(round).server();
  }

  private Measured process(int round) {
    Measured found = processes.get(round);
    if (found == null) {
      throw new IllegalArgumentException("no process in round " + round);
    }
    return found;
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
