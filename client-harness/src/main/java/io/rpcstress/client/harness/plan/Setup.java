package io.rpcstress.client.harness.plan;

import io.rpcstress.client.harness.driver.Drivers;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.Variant;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.util.List;

/**
 * How many clients call in a closed loop, and how many calls each of their threads keeps open.
 *
 * @param clients client processes, 1 or more
 * @param inFlight calls of each thread, 1 or more
 */
public record Setup(int clients, int inFlight) {

  /** One client, which waits for each reply. */
  public static final Setup PLAIN = new Setup(1, 1);

  /** Calls that a measuring process may have open, so that they fit its heap. */
  private static final int MAX_OPEN = 32_768;

  public static Setup of(Dimensions dimensions) {
    return new Setup(dimensions.count(Dimension.CLIENTS), dimensions.count(Dimension.IN_FLIGHT));
  }

  public Dimensions dimensions() {
    return Dimensions.NONE
        .with(Dimension.CLIENTS, Integer.toString(clients))
        .with(Dimension.IN_FLIGHT, Integer.toString(inFlight));
  }

  /** Sees that the technologies can keep that many calls open. */
  void check(List<PointPlan> plans) {
    for (PointPlan plan : plans) {
      if (inFlight > 1 && !plan.driver().startsCalls(plan.options())) {
        throw new Misuse(
            "%s %d: %s with --connections %s cannot start a call without waiting; %s can"
                .formatted(
                    ClosedRuns.IN_FLIGHT,
                    inFlight,
                    plan.point().directoryName(),
                    plan.options().connections(),
                    String.join(", ", starting(plan.options()))));
      }
      long open = (long) inFlight * plan.options().threads();
      if (open > MAX_OPEN) {
        throw new Misuse(
            "%s %d with %d threads are %d open calls: at most %d expected"
                .formatted(
                    ClosedRuns.IN_FLIGHT, inFlight, plan.options().threads(), open, MAX_OPEN));
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
        like.deadline());
  }

  private static String contender(Technology technology, Variant variant) {
    return new Point(technology.name(), variant.name(), 1, 1, RequestMode.TOTAL).directoryName();
  }
}
