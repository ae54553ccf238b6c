package io.rpcstress.analysis.model;

import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.OfferedLoad;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the runs of a point have together, over all processes that measured it, where they say what
 * most do not: late answers, or energy. Flags leave none out: what is counted stays counted. Runs
 * of another limit for late answers are another one's. Immutable.
 *
 * @param load what was asked for beside the threads, for a person
 * @param callsLate those of them that came too late to be accepted; null where no limit was set
 * @param lateAfterMs that limit, ms; null likewise
 * @param clientEnergyMj energy of the client's host beyond its idle one, mJ
 * @param serverEnergyMj of the server's host, likewise
 */
public record PointTotals(
    Series series,
    int threads,
    String load,
    double timeMs,
    long callsOk,
    @Nullable Long callsLate,
    @Nullable Long lateAfterMs,
    double clientEnergyMj,
    double serverEnergyMj) {

  private static final long MICROS_PER_MILLI = 1_000;

  /** Of the cells that have any, in an order that is the same from every database. */
  static List<PointTotals> of(List<Cell> cells) {
    return cells.stream()
        .flatMap(cell -> of(cell).stream())
        .filter(each -> each.lateAfterMs() != null || each.hasEnergy())
        .sorted(
            Comparator.comparing(PointTotals::series)
                .thenComparing(PointTotals::threads)
                .thenComparing(PointTotals::load)
                .thenComparing(
                    PointTotals::lateAfterMs, Comparator.nullsFirst(Comparator.naturalOrder())))
        .toList();
  }

  private static List<PointTotals> of(Cell cell) {
    Map<Optional<Long>, List<Run>> byLimit = new LinkedHashMap<>();
    for (Run run : cell.counted()) {
      byLimit
          .computeIfAbsent(Optional.ofNullable(run.lateAfterUs()), limit -> new ArrayList<>())
          .add(run);
    }
    List<PointTotals> totals = new ArrayList<>();
    byLimit.forEach((limit, runs) -> totals.add(of(cell, limit.orElse(null), runs)));
    return totals;
  }

  private static PointTotals of(Cell cell, @Nullable Long limitUs, List<Run> runs) {
    return new PointTotals(
        cell.series(),
        cell.point().threadNum(),
        load(cell),
        runs.stream().mapToLong(Run::timeTotalUs).sum() / (double) MICROS_PER_MILLI,
        runs.stream().mapToLong(Run::callsOk).sum(),
        limitUs == null
            ? null
            : (Long)
                runs.stream().map(Run::callsLate).filter(Objects::nonNull).mapToLong(n -> n).sum(),
        limitUs == null ? null : (Long) (limitUs / MICROS_PER_MILLI),
        total(runs, Run::clientEnergyMj),
        total(runs, Run::serverEnergyMj));
  }

  private static double total(List<Run> runs, Function<Run, @Nullable Double> millijoules) {
    return runs.stream().mapToDouble(run -> Unknown.orNaN(millijoules.apply(run))).sum();
  }

  /** Whether the energy of either host is known. */
  public boolean hasEnergy() {
    return !Double.isNaN(clientEnergyMj) || !Double.isNaN(serverEnergyMj);
  }

  /** A timed loop's is in its dimensions. */
  private static String load(Cell cell) {
    if (cell.is(LoadShape.OPEN)) {
      OfferedLoad load = cell.offered();
      return "%d calls/s %s, %d s".formatted(load.rate(), load.shape().label(), load.seconds());
    }
    return cell.is(LoadShape.TIMED)
        ? "timed"
        : "%d requests, %s"
            .formatted(cell.point().requestNum(), cell.point().requestMode().label());
  }
}
