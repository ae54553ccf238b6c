package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SharedDimensions;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.Point;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What rows of open loops are called: series, and of load and dimensions what a sweep has several
 * of. What all have is said once, by {@link #loads}.
 */
public final class OfferedLabels {

  /** A payload that is one name, whose size stands behind it. */
  private static final Pattern NAME = Pattern.compile("name=([0-9]+)");

  private OfferedLabels() {}

  /**
   * The label: {@code grpc@tuned constant, 30 s warm-up} in a sweep of two shapes and two warm-ups,
   * {@code grpc@tuned} where every run was offered the same.
   */
  public static String of(Cell run, SweepData data) {
    return of(run, data, said(run, data, r -> r.offered().rate() + " calls/s"));
  }

  public static String overRates(Cell run, SweepData data) {
    return of(run, data, "");
  }

  private static String of(Cell run, SweepData data, String rate) {
    SharedDimensions shared = data.shared(LoadShape.OPEN);
    String series =
        run.series().label(each -> !each.equals(Dimension.LOAD_WARMUP) && !shared.isShared(each));
    String words =
        Stream.of(
                said(run, data, r -> r.offered().shape().label()),
                rate,
                said(run, data, r -> "for " + r.offered().seconds() + " s"),
                said(run, data, r -> warmup(r.offered())),
                said(run, data, r -> r.point().threadNum() + " threads"))
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining(", "));
    return words.isEmpty() ? series : series + " " + words;
  }

  /** How long the same load went before: {@code 30 s warm-up}. */
  public static String warmup(OfferedLoad load) {
    return load.warmupSeconds() == 0 ? "no warm-up" : load.warmupSeconds() + " s warm-up";
  }

  /** What all runs were offered together, each value once, in the order of the runs. */
  public static List<String> loads(SweepData data) {
    return Stream.of(
            each(data, r -> r.offered().shape().label()) + " arrivals",
            rates(data),
            data.shared(LoadShape.OPEN).words(),
            each(data, r -> warmup(r.offered())))
        .filter(text -> !text.isEmpty())
        .toList();
  }

  /**
   * What one run was offered: {@code 100 calls/s poisson for 60 s, 8 s at full speed, 2 s warm-up}.
   */
  public static String load(Cell run) {
    String beside = SharedDimensions.of(Stream.of(run.point().dimensions())).words();
    return Stream.of(run.offered().toString(), beside, warmup(run.offered()))
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(", "));
  }

  /** What a run's calls did and carried: {@code greet of 16 bytes}, as closed loops say it. */
  public static String operation(Cell run) {
    Matcher name = NAME.matcher(payload(run));
    return run.point().operation()
        + (name.matches() ? " of " + name.group(1) + " bytes" : " (" + payload(run) + ")");
  }

  /** What a process did at full speed before its load: {@code 8 s at full speed}; else empty. */
  public static String fullSpeed(Point point) {
    return String.join("", Series.words(point.dimensions(), Dimension.FULL_SPEED::equals));
  }

  /** Rates that were offered equally long have that said once. */
  private static String rates(SweepData data) {
    return isOne(data, r -> Integer.toString(r.offered().seconds()))
        ? each(data, r -> Integer.toString(r.offered().rate()))
            + " calls/s for "
            + each(data, r -> r.offered().seconds() + " s")
        : each(data, r -> r.offered().rate() + " calls/s for " + r.offered().seconds() + " s");
  }

  private static String payload(Cell run) {
    return run.point().dimensions().text(Dimension.PAYLOAD);
  }

  private static String each(SweepData data, Function<Cell, String> what) {
    return data.open().stream().map(what).distinct().collect(Collectors.joining(" or "));
  }

  private static String said(Cell run, SweepData data, Function<Cell, String> what) {
    return isOne(data, what) ? "" : what.apply(run);
  }

  private static boolean isOne(SweepData data, Function<Cell, String> what) {
    return data.open().stream().map(what).distinct().limit(2).count() < 2;
  }
}
