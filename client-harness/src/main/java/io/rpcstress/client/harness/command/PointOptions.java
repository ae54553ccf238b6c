package io.rpcstress.client.harness.command;

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
import picocli.CommandLine.Option;

/** How a point is measured, whichever point it is: the same options for one point and a sweep. */
final class PointOptions extends CallOptions {

  /** Calls that each thread keeps open. */
  static final String IN_FLIGHT = "--in-flight";

  /** Calls that a measuring process may have open, so that they fit its heap. */
  static final int MAX_OPEN = 32_768;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "10",
      converter = Converters.OfCount.class,
      description = "Runs in one process, order 0 onwards (default: ${DEFAULT-VALUE}).")
  int runs;

  @Option(
      names = "--request-mode",
      paramLabel = "MODE",
      defaultValue = "total",
      description = {
        "What --requests counts: the total of a run, dealt to the threads, or each",
        "thread's own: total or per-thread (default: ${DEFAULT-VALUE})."
      })
  RequestMode requestMode = RequestMode.TOTAL;

  @Option(
      names = IN_FLIGHT,
      paramLabel = "N",
      defaultValue = "1",
      converter = Converters.OfCount.class,
      description = {
        "Calls that each thread keeps open instead of waiting for one reply after the other; where",
        "the technology can start a call without waiting (default: ${DEFAULT-VALUE})."
      })
  int inFlight = 1;

  /** A point with as many calls in flight as are asked for. */
  Point inFlight(Point point) {
    return point.with(Dimension.IN_FLIGHT, Integer.toString(inFlight));
  }

  /**
   * Sees that the technologies can keep that many calls open.
   *
   * @throws Misuse if one of them cannot
   */
  void checkInFlight(List<PointPlan> plans) {
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

  /** The options of an open loop, which has neither runs nor a count of requests. */
  List<String> wordsOfOpenLoop() {
    return super.words();
  }

  @Override
  List<String> words() {
    List<String> words = new ArrayList<>(super.words());
    words.addAll(List.of("--runs", Integer.toString(runs)));
    words.addAll(List.of("--request-mode", requestMode.label()));
    if (inFlight > 1) { // sweeps from before it do not know it
      words.addAll(List.of(IN_FLIGHT, Integer.toString(inFlight)));
    }
    return words;
  }
}
