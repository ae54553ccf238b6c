package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.answer.Comparison.Pair;
import io.rpcstress.analysis.answer.Comparison.Unit;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Nested;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Ratios of runtimes with their intervals, each over the outermost level of repetition that varies:
 * server starts where the rows name several, else client processes, else runs.
 */
final class Ratios {

  /** Fewer processes a side give no interval. */
  static final int MIN_PROCESSES = 2;

  private Ratios() {}

  /** A string's hash is the same on every platform; an enum's is not. */
  static long salt(Point one, Point other) {
    return Objects.hash(one.toString(), other.toString());
  }

  /**
   * One sample's mean by another's.
   *
   * @param ours {@link #MIN_PROCESSES} or more
   * @param theirs as many
   */
  static Estimate ratio(Sample ours, Sample theirs, long salt) {
    Unit unit = unit(new Samples(ours, theirs));
    return new Estimate(
        unit == Unit.SERVER
            ? Nested.ratio(ours.byServer(), theirs.byServer())
            : Bootstrap.ratioOfMeans(ours.values(), theirs.values(), salt),
        unit);
  }

  /** The outermost level that varies on both sides, each of which has two processes or more. */
  static Unit unit(Samples pair) {
    if (pair.ours().byServer().size() >= Nested.MIN_SERVERS
        && pair.theirs().byServer().size() >= Nested.MIN_SERVERS) {
      return Unit.SERVER;
    }
    boolean known = pair.ours().knowsServers() && pair.theirs().knowsServers();
    return known ? Unit.CLIENT : Unit.PROCESS;
  }

  /** One sample's mean by another's; without an interval where either has too few processes. */
  static Estimate ratioOfMeans(Sample ours, Sample theirs, long salt) {
    return ours.isRepeated() && theirs.isRepeated()
        ? ratio(ours, theirs, salt)
        : Estimate.alone(ours.average() / theirs.average());
  }

  /** The geometric mean over pairs of which each carries a verdict. */
  static Estimate geometricMean(List<Pair> pairs) {
    return geometricMean(
        pairs.stream().map(p -> new Samples(p.ours(), p.theirs())).toList(),
        pairs.stream().map(p -> p.ratio().unit()).collect(Collectors.toSet()));
  }

  /** Both sides of a pair. */
  record Samples(Sample ours, Sample theirs) {}

  /**
   * The geometric mean over pairs of samples, each of two processes or more a side.
   *
   * @param units of the pairs
   * @return without a number where the pairs have no round in common
   */
  static Estimate geometricMean(List<Samples> pairs, Set<Unit> units) {
    List<Round> rounds = rounds(pairs);
    if (units.equals(Set.of(Unit.SERVER))) {
      List<double[]> groups = ofOneServerEach(rounds);
      if (groups.size() >= Nested.MIN_SERVERS) {
        return new Estimate(Nested.geometricMean(groups), Unit.SERVER);
      }
    }
    double[] ratios = rounds.stream().mapToDouble(Round::ratio).toArray();
    return new Estimate(
        Bootstrap.geometricMean(ratios, pairs.size()),
        units.contains(Unit.PROCESS) ? Unit.PROCESS : Unit.CLIENT);
  }

  /** One process of each point on each side: their geometric mean, and the servers they called. */
  private record Round(double ratio, Set<String> servers) {}

  /** Points are what was asked for, not a sample: the processes are. */
  private static List<Round> rounds(List<Samples> pairs) {
    SortedSet<Integer> common = new TreeSet<>();
    pairs.stream().limit(1).forEach(pair -> common.addAll(pair.ours().rounds()));
    for (Samples pair : pairs) {
      common.retainAll(pair.ours().rounds());
      common.retainAll(pair.theirs().rounds());
    }
    List<Round> rounds = new ArrayList<>();
    for (int round : common) {
      double logs = 0;
      Set<String> servers = new HashSet<>();
      for (Samples pair : pairs) {
        logs += StrictMath.log(pair.ours().at(round) / pair.theirs().at(round)) / pairs.size();
        servers.add(pair.ours().serverAt(round));
        servers.add(pair.theirs().serverAt(round));
      }
      rounds.add(new Round(StrictMath.exp(logs), servers));
    }
    return rounds;
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
}
