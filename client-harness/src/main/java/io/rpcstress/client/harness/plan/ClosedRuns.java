package io.rpcstress.client.harness.plan;

import io.rpcstress.client.harness.driver.Drivers;
import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Technology.Variant;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.RequestMode;
import java.util.List;

/**
 * How processes measure closed loops, whichever points they are. A sweep may have several numbers
 * of clients and of calls in flight. Immutable.
 *
 * @param count runs in one process, 1 or more; of a counted loop
 * @param clients client processes that call at once, each 1 or more
 * @param inFlight calls that each thread keeps open, each 1 or more
 */
public record ClosedRuns(
    int count, RequestMode mode, List<Integer> clients, List<Integer> inFlight) {

  public static final String IN_FLIGHT = "--in-flight";
  public static final String CLIENTS = "--clients";

  private static final List<Integer> JUST_ONE = List.of(1);
  private static final String NUMBER = "number";

  /** One run, a call in flight a thread: of a process that something else than runs ends. */
  public static final ClosedRuns ONE = new ClosedRuns(1, RequestMode.TOTAL);

  public ClosedRuns {
    clients = List.copyOf(clients);
    inFlight = List.copyOf(inFlight);
  }

  public ClosedRuns(int count, RequestMode mode) {
    this(count, mode, JUST_ONE, JUST_ONE);
  }

  public ClosedRuns in(Setup setup) {
    return new ClosedRuns(count, mode, List.of(setup.clients()), List.of(setup.inFlight()));
  }

  /**
   * One run as a process that warms a server makes it, which something else than runs ends: one
   * client, with the fewest calls in flight.
   */
  public ClosedRuns alone() {
    int fewest = inFlight.stream().mapToInt(Integer::intValue).min().orElse(1);
    return new ClosedRuns(1, mode, JUST_ONE, List.of(fewest));
  }

  public Setup setup() {
    return new Setup(
        new SweptOption(CLIENTS, NUMBER, List.of()).one(clients),
        new SweptOption(IN_FLIGHT, NUMBER, List.of()).one(inFlight));
  }

  public OptionWords options() {
    return new OptionWords()
        .add("--runs", count)
        .add("--request-mode", mode.label())
        .add(IN_FLIGHT, inFlight.equals(JUST_ONE) ? null : inFlight)
        .add(CLIENTS, clients.equals(JUST_ONE) ? null : clients);
  }

  /**
   * How many clients call in a closed loop, and how many calls each of their threads keeps open.
   */
  public record Setup(int clients, int inFlight) {

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
                      .map(
                          variant ->
                              new Contender(driver.technology().name(), variant.name()).name()))
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
  }
}
