package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.answer.Comparison.Pair;
import io.rpcstress.analysis.answer.Comparison.Unit;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Order;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Holm;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Nested;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Ratios of runtimes with their intervals, each over the outermost level of repetition that varies:
 * server starts where the rows name several, else client processes, else runs.
 */
final class Ratios {

  /** Fewer processes a side give no interval. */
  private static final int MIN_PROCESSES = 2;

  private Ratios() {}

  /** One cell by another, as a single verdict. */
  static Pair pair(Cell cell, Cell reference) {
    // A string's hash is the same on every platform; an enum's is not.
    long salt = Objects.hash(cell.point().toString(), reference.point().toString());
    List<ProcessRuns> ours = cell.processes();
    List<ProcessRuns> theirs = reference.processes();
    if (ours.size() < MIN_PROCESSES || theirs.size() < MIN_PROCESSES) {
      Interval ratio = Bootstrap.ratioOfMeans(runs(cell), runs(reference), salt);
      return new Pair(cell, reference, ratio, Unit.RUN, Holm.LEVEL);
    }
    List<double[]> above = byServer(ours, times(ours));
    List<double[]> below = byServer(theirs, times(theirs));
    if (above.size() >= Nested.MIN_SERVERS && below.size() >= Nested.MIN_SERVERS) {
      return new Pair(cell, reference, Nested.ratio(above, below), Unit.SERVER, Holm.LEVEL);
    }
    Interval ratio = Bootstrap.ratioOfMeans(times(ours), times(theirs), salt);
    boolean known = knowServers(ours) && knowServers(theirs);
    return new Pair(cell, reference, ratio, known ? Unit.CLIENT : Unit.PROCESS, Holm.LEVEL);
  }

  /** The geometric mean over pairs. */
  static Comparison overall(List<Pair> pairs) {
    if (pairs.size() == 1) {
      return comparison(pairs, pairs.get(0).ratio(), pairs.get(0).unit());
    }
    if (!pairs.stream().allMatch(p -> p.unit().judges())) {
      double[] ratios = pairs.stream().mapToDouble(p -> p.ratio().value()).toArray();
      return comparison(pairs, Bootstrap.geometricMean(ratios, pairs.size()), Unit.POINT);
    }
    List<Round> rounds = rounds(pairs);
    if (pairs.stream().allMatch(p -> p.unit() == Unit.SERVER)) {
      List<double[]> groups = ofOneServerEach(rounds);
      if (groups.size() >= Nested.MIN_SERVERS) {
        return comparison(pairs, Nested.geometricMean(groups), Unit.SERVER);
      }
    }
    double[] ratios = rounds.stream().mapToDouble(Round::ratio).toArray();
    boolean known = pairs.stream().allMatch(p -> p.unit() != Unit.PROCESS);
    return comparison(
        pairs, Bootstrap.geometricMean(ratios, pairs.size()), known ? Unit.CLIENT : Unit.PROCESS);
  }

  private static Comparison comparison(List<Pair> pairs, Interval overall, Unit unit) {
    return new Comparison(pairs, overall, unit, Holm.LEVEL);
  }

  /** One process of each point on each side: their geometric mean, and the servers they called. */
  private record Round(double ratio, Set<String> servers) {}

  /** Points are what was asked for, not a sample: the processes are. */
  private static List<Round> rounds(List<Pair> pairs) {
    int count =
        pairs.stream()
            .flatMap(p -> Stream.of(p.cell(), p.reference()))
            .mapToInt(c -> c.processes().size())
            .min()
            .orElse(0);
    double[] logs = new double[count];
    List<Set<String>> servers = new ArrayList<>();
    for (int round = 0; round < count; round++) {
      servers.add(new HashSet<>());
    }
    for (Pair pair : pairs) {
      List<ProcessRuns> ours = pair.cell().processes();
      List<ProcessRuns> theirs = pair.reference().processes();
      for (int round = 0; round < count; round++) {
        double ratio = ours.get(round).timeTotalAvg() / theirs.get(round).timeTotalAvg();
        logs[round] += StrictMath.log(ratio) / pairs.size();
        servers.get(round).add(server(pair.cell(), ours.get(round)));
        servers.get(round).add(server(pair.reference(), theirs.get(round)));
      }
    }
    List<Round> rounds = new ArrayList<>();
    for (int round = 0; round < count; round++) {
      rounds.add(new Round(StrictMath.exp(logs[round]), servers.get(round)));
    }
    return rounds;
  }

  /** Two technologies' servers may have started at the same moment. */
  private static String server(Cell cell, ProcessRuns process) {
    return cell.point().directoryName() + " " + process.server();
  }

  /** Rounds that called the same server on either side, directly or by a third, are one group. */
  private static List<double[]> ofOneServerEach(List<Round> rounds) {
    List<List<Round>> groups = new ArrayList<>();
    for (Round round : rounds) {
      List<Round> joined = new ArrayList<>(List.of(round));
      groups.removeIf(
          group -> {
            boolean shares =
                group.stream()
                    .anyMatch(r -> r.servers().stream().anyMatch(round.servers()::contains));
            if (shares) {
              joined.addAll(group);
            }
            return shares;
          });
      groups.add(joined);
    }
    return groups.stream().map(g -> g.stream().mapToDouble(Round::ratio).toArray()).toList();
  }

  /** Values of processes by the server that they called; empty where one does not say. */
  static List<double[]> byServer(List<ProcessRuns> processes, double[] values) {
    Map<String, List<Double>> byServer = new LinkedHashMap<>();
    for (int i = 0; i < values.length; i++) {
      String server = processes.get(i).server();
      if (server == null) {
        return List.of();
      }
      byServer.computeIfAbsent(server, s -> new ArrayList<>()).add(values[i]);
    }
    return byServer.values().stream()
        .map(group -> group.stream().mapToDouble(Double::doubleValue).toArray())
        .toList();
  }

  private static boolean knowServers(List<ProcessRuns> processes) {
    return processes.stream().noneMatch(p -> p.server() == null);
  }

  static double[] times(List<ProcessRuns> processes) {
    return processes.stream().mapToDouble(ProcessRuns::timeTotalAvg).toArray();
  }

  private static double[] runs(Cell cell) {
    return cell.warm().stream().mapToDouble(Order::timeTotal).toArray();
  }
}
