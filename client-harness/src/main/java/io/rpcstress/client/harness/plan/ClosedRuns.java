package io.rpcstress.client.harness.plan;

import io.rpcstress.client.harness.driver.Drivers;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.Variant;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.util.ArrayList;
import java.util.List;

/**
 * How a process measures a closed loop, whichever point it is.
 *
 * @param count runs in one process, 1 or more; of a counted loop
 * @param mode what a request count counts
 * @param inFlight calls that each thread keeps open, 1 or more
 */
public record ClosedRuns(int count, RequestMode mode, int inFlight) {

  /** One run, a call in flight a thread: of a process that something else than runs ends. */
  public static final ClosedRuns ONE = new ClosedRuns(1, RequestMode.TOTAL, 1);

  /** Calls that each thread keeps open. */
  public static final String IN_FLIGHT = "--in-flight";

  /** Calls that a measuring process may have open, so that they fit its heap. */
  private static final int MAX_OPEN = 32_768;

  /** The same with one run. */
  public ClosedRuns once() {
    return new ClosedRuns(1, mode, inFlight);
  }

  /** A point with as many calls in flight as are asked for. */
  public Point inFlight(Point point) {
    return point.with(Dimension.IN_FLIGHT, Integer.toString(inFlight));
  }

  /**
   * Sees that the technologies can keep that many calls open.
   *
   * @throws Misuse if one of them cannot
   */
  public void check(List<PointPlan> plans) {
    for (PointPlan plan : plans) {
      if (inFlight > 1 && !plan.driver().startsCalls(plan.options())) {
        throw new Misuse(
            "%s %d: %s with --connections %s cannot start a call without waiting; %s can"
                .formatted(
                    IN_FLIGHT,
                    inFlight,
                    plan.point().directoryName(),
                    plan.options().connections(),
                    String.join(", ", starting(plan.options()))));
      }
      long open = (long) inFlight * plan.options().threads();
      if (open > MAX_OPEN) {
        throw new Misuse(
            "%s %d with %d threads are %d open calls: at most %d expected"
                .formatted(IN_FLIGHT, inFlight, plan.options().threads(), open, MAX_OPEN));
      }
    }
  }

  /** The first variant of each technology that can start calls. */
  private static List<String> starting(DriverOptions like) {
    return Drivers.all().stream()
        .flatMap(
            driver ->
                driver.technology().variants().stream()
                    .filter(variant -> driver.startsCalls(as(variant, like)))
                    .limit(1)
                    .map(variant -> contender(driver.technology(), variant)))
        .toList();
  }

  private static DriverOptions as(Variant variant, DriverOptions like) {
    return new DriverOptions(
        variant.name(),
        variant.ownPolicy(like.threads()),
        like.threads(),
        like.virtualThreads(),
        like.deadline(),
        like.connectTimeout());
  }

  private static String contender(Technology technology, Variant variant) {
    return new Point(technology.name(), variant.name(), 1, 1, RequestMode.TOTAL).directoryName();
  }

  /** The options, as words that give the same again. */
  public List<String> words() {
    List<String> words = new ArrayList<>(List.of("--runs", Integer.toString(count)));
    words.addAll(List.of("--request-mode", mode.label()));
    if (inFlight > 1) { // sweeps from before it do not know it
      words.addAll(List.of(IN_FLIGHT, Integer.toString(inFlight)));
    }
    return words;
  }
}
