package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Groups;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.SharedDimensions;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.OfferedLoad;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What points have over all of their processes, where the sweep knows it: late answers. Flags leave
 * none out: what is counted stays counted.
 */
final class TotalsTables {

  private static final int RATE_DECIMALS = 1;
  private static final int SHARE_DECIMALS = 3;
  private static final double PERCENT = 100;
  private static final double MILLIS_PER_SECOND = 1_000;
  private static final long MICROS_PER_MILLI = 1_000;

  /** In an order that is the same from every database. */
  private static final Comparator<Totals> ORDER =
      Comparator.comparing((Totals each) -> each.cell().series())
          .thenComparing(each -> each.cell().point().threadNum())
          .thenComparing(Totals::load)
          .thenComparing(Totals::lateAfterMs, Comparator.nullsFirst(Comparator.naturalOrder()));

  private TotalsTables() {}

  static List<Table> late(SweepData data) {
    List<Totals> rows = rows(data, each -> each.limitUs() != null);
    SharedDimensions names = names(rows);
    return columns(names)
        .add("late after, ms", Totals::lateAfterMs)
        .add("right", Totals::callsOk)
        .add("late", Totals::callsLate)
        .add("late, %", SHARE_DECIMALS, each -> PERCENT * each.callsLate() / each.callsOk())
        .add("accepted", Totals::accepted)
        .add(
            "accepted, calls/s",
            RATE_DECIMALS,
            each -> each.accepted() * MILLIS_PER_SECOND / each.timeMs())
        .tableOfSome(Tables.words("late").titled(names::title), rows);
  }

  private static List<Totals> rows(SweepData data, Predicate<Totals> isKnown) {
    return data.all().stream().flatMap(Totals::of).filter(isKnown).sorted(ORDER).toList();
  }

  private static SharedDimensions names(List<Totals> rows) {
    return SharedDimensions.of(rows.stream().map(each -> each.cell().point().dimensions()));
  }

  private static Columns<Totals> columns(SharedDimensions names) {
    return new Columns<Totals>()
        .add("technology", each -> names.label(each.cell().series()))
        .add("threads", each -> each.cell().point().threadNum())
        .add("load", Totals::load);
  }

  /**
   * The runs of a cell that count and have one limit for late answers.
   *
   * @param limitUs null where none was set
   */
  private record Totals(Cell cell, @Nullable Long limitUs, List<Run> runs) {

    static Stream<Totals> of(Cell cell) {
      Map<Optional<Long>, List<Run>> byLimit =
          Groups.of(cell.counted().stream(), run -> Optional.ofNullable(run.lateAfterUs()));
      return byLimit.entrySet().stream()
          .map(each -> new Totals(cell, each.getKey().orElse(null), each.getValue()));
    }

    /** A timed loop's is in its dimensions. */
    String load() {
      if (cell.is(LoadShape.OPEN)) {
        OfferedLoad load = cell.offered();
        return "%d calls/s %s, %d s".formatted(load.rate(), load.shape().label(), load.seconds());
      }
      return cell.is(LoadShape.TIMED)
          ? "timed"
          : "%d requests, %s"
              .formatted(cell.point().requestNum(), cell.point().requestMode().label());
    }

    @Nullable Long lateAfterMs() {
      return limitUs == null ? null : (Long) (limitUs / MICROS_PER_MILLI);
    }

    double timeMs() {
      return runs.stream().mapToLong(Run::timeTotalUs).sum() / (double) MICROS_PER_MILLI;
    }

    long callsOk() {
      return runs.stream().mapToLong(Run::callsOk).sum();
    }

    long callsLate() {
      return runs.stream().map(Run::callsLate).filter(Objects::nonNull).mapToLong(n -> n).sum();
    }

    long accepted() {
      return callsOk() - callsLate();
    }
  }
}
